// An oracle: what the transitions of a configuration cost, given a gold tree. It has no state: what it steers for is a target,
// and what it works in is scratch memory.
#pragma once

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
        if (size_ == entries_.size()) [[unlikely]]
            entries_.resize(2 * size_ + 8);
        entries_[size_++] = {t, cost};
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
