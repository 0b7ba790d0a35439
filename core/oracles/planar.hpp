// Dynamic oracle of planar, for any gold tree. No paper has it.
#pragma once

#include "core/oracles/cycle_loss.hpp"
#include "core/oracles/planar_set.hpp"

namespace crossarc {

// For a planar gold tree, the oracle of 2-planar with one plane is exact. If gold arcs cross, then of the arcs that are
// reachable one by one, any set without crossings that closes no cycle with the arcs built so far is reachable: arcs
// are built by their right ends, and a word that is reduced to uncover another has no arc left that would not cross. So
// the loss is n minus what is right already and minus the size of a largest such set.
class PlanarOracle final : public Oracle {
  public:
    explicit PlanarOracle(const Planar& system) : system_(system), of_planar_trees_(system) {}

    void prepare(std::span<const Node> heads) override {
        of_planar_trees_.prepare(heads);
        gold_.assign(heads);
        const auto planes = of_planar_trees_.planes();
        is_planar_ = true;
        for (Node w = 1; w <= gold_.words(); ++w) {
            is_planar_ &= gold_.head(w) == 0 || planes[static_cast<std::size_t>(w)] != no_plane;
        }
    }

    int loss(const Configuration& c) override {
        return is_planar_or_long() ? of_planar_trees_.loss(c) : loss_of_crossing_arcs(c);
    }

    void costs(const Configuration& c, Costs& costs) override {
        if (is_planar_or_long()) return of_planar_trees_.costs(c, costs);
        costs.fill(illegal);
        int least = gold_.words();  // an exact loss is the least of what follows
        for (Transition t : system_.transitions()) {
            if (system_.why_not(c, t) != nullptr) continue;
            after_ = c;
            system_.apply(after_, t);
            least = std::min(least, costs[static_cast<std::size_t>(t)] = loss_of_crossing_arcs(after_));
        }
        for (int& cost : costs) {
            if (cost != illegal) cost -= least;
        }
    }

    std::span<const std::int8_t> planes() const override { return of_planar_trees_.planes(); }

  private:
    // Beyond this the quadratic tables grow too large; then only the arcs count that the static oracle aims at.
    bool is_planar_or_long() const { return is_planar_ || gold_.words() > 2000; }

    int loss_of_crossing_arcs(const Configuration& c);
    // The largest planar part of `reachable_` that leaves no cycle in A ∪ I, or -1 if no such part has more than
    // `known`.
    int best_without_cycles(const Configuration& c, int known);
    bool crosses_another(Node w) const;  // whether the reachable arc to w crosses a reachable one

    static constexpr int most_sets = 200;  // that a search looks at before it stops branching

    Planar system_;
    CycleLossOracle<Planar> of_planar_trees_;
    GoldTree gold_;
    bool is_planar_ = true;
    std::vector<ArcSpan> reachable_;
    LargestPlanarSet set_;
    int sets_left_ = 0;
    std::vector<Node> next_, seen_by_;
    Configuration after_;
};

}  // namespace crossarc
