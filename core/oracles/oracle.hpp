// An oracle: what the transitions of a configuration cost, given a gold tree. It has no state: what it steers for is a
// target, and what it works in is scratch memory.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/oracles/scratch.hpp"
#include "core/oracles/target.hpp"
#include "core/random.hpp"
#include "core/systems/system.hpp"

namespace crossarc {

// A legal transition, and what it makes the loss rise by.
struct Priced {
    Transition transition;
    int cost;
};

class Costs : public Kept<Priced> {
  public:
    int least() const {
        int least = (*this)[0].cost;
        for (const Priced& own : *this) least = std::min(least, own.cost);
        return least;
    }
    // Makes them what is beyond the cheapest.
    void subtract_least() {
        const int least = empty() ? 0 : this->least();
        for (std::size_t k = 0; k < size(); ++k) (*this)[k].cost -= least;
    }
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
            costs.add({t, loss(scratch.after)});
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
