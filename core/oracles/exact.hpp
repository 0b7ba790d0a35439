// Exact oracles of arc-eager and arc-hybrid for any gold tree (docs/exact-oracle.md). The loss of a configuration is n
// minus the largest number of gold arcs in a projective tree that contains the arcs built so far and whose other arcs
// are each reachable on their own.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/oracles/arc_eager.hpp"
#include "core/oracles/arc_hybrid.hpp"
#include "core/tree/eisner.hpp"

namespace crossarc {

// A derivation of a non-projective tree of n words takes time by n⁴: with so many words, which hardly a treebank has in such
// a sentence, some seconds. Oracles throw std::invalid_argument for trees with more.
inline constexpr int longest_exact = 300;

// The tree is found by Eisner's algorithm over the nodes that are still on the stack or in the buffer, where the arcs
// that are allowed weigh 1 if they are gold and 0 if not.
template <class System>
class ExactOracle final
    : public std::conditional_t<std::is_same_v<System, ArcEager>, ArcEagerDynamicOracle, ArcHybridDynamicOracle> {
    using Dynamic = std::conditional_t<std::is_same_v<System, ArcEager>, ArcEagerDynamicOracle, ArcHybridDynamicOracle>;

  public:
    using Dynamic::Dynamic;

    void prepare(std::span<const Node> heads) override {
        Dynamic::prepare(heads);
        if (this->gold().is_projective() || gold_words() <= longest_exact) return;
        throw std::invalid_argument("a sentence of " + std::to_string(gold_words()) +
                                    " words that is not projective is too long for the exact oracle, which takes up to " +
                                    std::to_string(longest_exact) + "; the dynamic oracle takes any");
    }

    // For projective gold trees, the reachable arcs are reachable together, and counting them is exact.
    int loss(const Configuration& c) override {
        return this->gold().is_projective() ? Dynamic::loss(c) : exact_loss(c);
    }

    void costs(const Configuration& c, Costs& costs) override {
        if (this->gold().is_projective()) return Dynamic::costs(c, costs);
        costs.fill(illegal);
        if (this->system().finished(c)) return;
        int least = gold_words();  // an exact loss is the least of what follows
        for (Transition t : this->system().transitions()) {
            if (this->system().why_not(c, t) != nullptr) continue;
            after_ = c;
            this->system().apply(after_, t);
            const int loss = costs[static_cast<std::size_t>(t)] = exact_loss(after_);
            least = std::min(least, loss);
        }
        for (int& cost : costs) {
            if (cost != illegal) cost -= least;
        }
    }

    int exact_loss(const Configuration& c);

  private:
    int gold_words() const { return this->gold().words(); }

    ProjectiveChart chart_;
    std::vector<Node> nodes_;
    Configuration after_;
};

extern template class ExactOracle<ArcEager>;
extern template class ExactOracle<ArcHybrid>;

}  // namespace crossarc
