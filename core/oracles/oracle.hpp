// An oracle: what the transitions of a configuration cost, given a gold tree. It has no state: what it steers for is a target,
// and what it works in is scratch memory.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "core/oracles/scratch.hpp"
#include "core/oracles/target.hpp"
#include "core/random.hpp"
#include "core/systems/system.hpp"

namespace crossarc {

// The legal transitions of a configuration with what each makes the loss rise by. Memory is kept.
class Costs {
  public:
    struct Entry {
        Transition transition;
        int cost;
    };

    void clear() { size_ = 0; }
    void add(Transition t, int cost) {
        make_room(1);
        entries_[size_++] = {t, cost};
    }
    // Adds one transition without a k for each kind whose cost is not below 0.
    template <std::size_t kinds>
    void add_legal(const std::array<int, kinds>& costs) {
        make_room(kinds);
        Entry* end = entries_.data() + size_;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            *end = {{0, static_cast<std::uint32_t>(kind)}, costs[kind]};
            end += costs[kind] >= 0;
        }
        size_ = static_cast<std::size_t>(end - entries_.data());
    }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Entry& operator[](std::size_t k) const { return entries_[k]; }
    const Entry* begin() const { return entries_.data(); }
    const Entry* end() const { return entries_.data() + size_; }

    int least() const {
        int least = entries_[0].cost;
        for (std::size_t k = 1; k < size_; ++k) least = std::min(least, entries_[k].cost);
        return least;
    }
    // Makes them what is beyond the cheapest.
    void subtract_least() {
        if (size_ == 0) return;
        const int least = this->least();
        for (std::size_t k = 0; k < size_; ++k) entries_[k].cost -= least;
    }

  private:
    void make_room(std::size_t count) {
        if (size_ + count > entries_.size()) [[unlikely]]
            entries_.resize(2 * size_ + count + 8);
    }

    std::vector<Entry> entries_;
    std::size_t size_ = 0;
};

class Oracle {
  public:
    Oracle(SharedSystem system, const OracleOptions& options) : system_(std::move(system)), options_(options) {}
    virtual ~Oracle() = default;

    // heads[w - 1] is the gold head of word w, -1 if that is not known and the oracle `takes_unknown` ones. Throws
    // std::invalid_argument if the sentence is not for this oracle. Memory of the target is reused.
    virtual void aim(std::span<const Node> heads, Target& target) const;
    virtual bool takes_unknown() const { return false; }

    virtual int loss(const Target& target, const Configuration& c, Scratch& scratch) const = 0;
    virtual void costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const = 0;

    // Goes on to the end with transitions of least cost, chosen at random where there are several; returns how many.
    virtual int walk(const Target& target, Configuration& c, Scratch& scratch, RandomStream& random) const;

    const System& system() const { return *system_; }

  protected:
    const OracleOptions& options() const { return options_; }

    // For oracles that know a loss alone: an exact one is the least of what follows.
    template <class Loss>
    void costs_by_loss(const Configuration& c, Scratch& scratch, Costs& costs, const Loss& loss) const {
        costs.clear();
        system_->legal(c, scratch.moves);
        for (const Transition t : scratch.moves) {
            scratch.after = c;
            system_->apply(scratch.after, t);
            costs.add(t, loss(scratch.after));
        }
        costs.subtract_least();
    }

  private:
    SharedSystem system_;
    OracleOptions options_;
};

template <class Own>
std::unique_ptr<Oracle> make(SharedSystem system, const OracleOptions& options) {
    return std::make_unique<Own>(std::move(system), options);
}

}  // namespace crossarc
