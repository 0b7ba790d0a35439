// The dynamic oracle of planar for gold trees whose arcs cross.
#pragma once

#include "core/oracles/cost.hpp"

namespace crossarc {

// A largest part of `search.reachable` without crossings that leaves no cycle in A ∪ I: how many arcs.
int most_planar_arcs(PlanarSearch& search, const GoldTree& gold, const Configuration& c);

// For a planar gold tree, the transitions' own costs are exact. If gold arcs cross, then of the arcs that are reachable
// one by one, any set without crossings that closes no cycle with the arcs built so far is reachable: arcs are built by
// their right ends, and a word that is reduced to uncover another has no arc left that would not cross. So the loss is
// what is wrong already, and what is missing in a largest such set.
template <class Rules>
class CrossingArcsOracle final : public CostOracle<Rules> {
    using Base = CostOracle<Rules>;

  public:
    using Base::Base;

    int loss(const Target& target, const Configuration& c, Scratch& scratch) const override {
        return costs_are_exact(target) ? Base::loss(target, c, scratch) : loss_of_crossing_arcs(target, c, scratch);
    }
    void costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const override {
        if (costs_are_exact(target)) return Base::costs(target, c, scratch, costs);
        this->costs_by_loss(c, scratch, costs,
                            [&](const Configuration& after) { return loss_of_crossing_arcs(target, after, scratch); });
    }

    int walk(const Target& target, Configuration& c, Scratch& scratch, RandomStream& random) const override {
        return costs_are_exact(target) ? Base::walk(target, c, scratch, random)
                                       : Oracle::walk(target, c, scratch, random);
    }

  private:
    // In longer sentences the quadratic tables grow too large; then only the arcs count that the static oracle aims at.
    static bool costs_are_exact(const Target& target) { return target.is_whole || target.gold.words() > 2000; }

    static int loss_of_crossing_arcs(const Target& target, const Configuration& c, Scratch& scratch) {
        int lost = 0;
        auto& reachable = scratch.planar.reachable;
        reachable.clear();
        for (Node w = 1; w <= c.words(); ++w) {
            const Node head = target.head(w);
            if (head == no_node) continue;
            if (c.has_head(w)) {
                lost += c.head(w) != head;
            } else if (head > 0) {
                ++lost;
                const Node left = std::min(head, w), right = std::max(head, w);
                if (Rules::Meeting::is_possible(c, left, right, 0) && !c.connected(head, w))
                    reachable.push_back({left, right, w});
            }
        }
        return lost - most_planar_arcs(scratch.planar, target.gold, c);
    }
};

}  // namespace crossarc
