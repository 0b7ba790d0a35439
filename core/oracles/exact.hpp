// Exact oracles of arc-eager and arc-hybrid for any gold tree (docs/exact-oracle.md). The loss of a configuration is n
// minus the largest number of gold arcs in a projective tree that contains the arcs built so far and whose other arcs
// are each reachable on their own (`Rules::can_build`).
#pragma once

#include <stdexcept>
#include <string>

#include "core/oracles/cost.hpp"

namespace crossarc {

// A derivation of a non-projective tree of n words takes time by n⁴: with so many words, which hardly a treebank has in
// such a sentence, some seconds. Oracles throw std::invalid_argument for trees with more.
inline constexpr int longest_exact = 300;

// The tree is found by Eisner's algorithm over the nodes that are still on the stack or in the buffer, where the arcs
// that are allowed weigh 1 if they are gold and 0 if not.
template <class Rules>
class ExactOracle final : public CostOracle<Rules> {
    using Dynamic = CostOracle<Rules>;

  public:
    using Dynamic::Dynamic;

    void aim(std::span<const Node> heads, Target& target) const override {
        Dynamic::aim(heads, target);
        if (target.gold.is_projective() || target.gold.words() <= longest_exact) return;
        throw std::invalid_argument(
            "a sentence of " + std::to_string(target.gold.words()) +
            " words that is not projective is too long for the exact oracle, which takes up to " +
            std::to_string(longest_exact) + "; the dynamic oracle takes any");
    }

    // For projective gold trees, the reachable arcs are reachable together, and counting them is exact.
    int loss(const Target& target, const Configuration& c, Scratch& scratch) const override {
        return target.gold.is_projective() ? Dynamic::loss(target, c, scratch) : exact_loss(target.gold, c, scratch);
    }
    void costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const override {
        if (target.gold.is_projective()) return Dynamic::costs(target, c, scratch, costs);
        this->costs_by_loss(c, scratch, costs,
                            [&](const Configuration& after) { return exact_loss(target.gold, after, scratch); });
    }

    int walk(const Target& target, Configuration& c, Scratch& scratch, RandomStream& random) const override {
        return target.gold.is_projective() ? Dynamic::walk(target, c, scratch, random)
                                           : Oracle::walk(target, c, scratch, random);
    }

  private:
    static int exact_loss(const GoldTree& gold, const Configuration& c, Scratch& scratch) {
        std::vector<Node>& nodes = scratch.nodes;
        nodes.assign(c.bottom(0), c.bottom(0) + c.size());
        for (int k = 0; k < c.buffer_size(); ++k) nodes.push_back(c.buffer(k));

        int kept = 0;  // gold arcs to words that have left stack and buffer
        for (Node w = 1; w <= gold.words(); ++w)
            if (!c.is_in_buffer(w) && !c.is_on_stack(w, 0)) kept += c.head(w) == gold.head(w);
        const int m = static_cast<int>(nodes.size());
        scratch.chart.reset(m);
        for (int h = 0; h < m; ++h) {
            for (int d = 0; d < m; ++d) {
                const Node head = nodes[static_cast<std::size_t>(h)], dependent = nodes[static_cast<std::size_t>(d)];
                if (h != d && Rules::can_build(c, head, dependent, h, d))
                    scratch.chart.weight(h, d) = gold.head(dependent) == head;
            }
        }
        return gold.words() - kept - scratch.chart.best(c.root() == Root::first);
    }
};

}  // namespace crossarc
