// Dynamic oracle of arc-eager and arc-hybrid with projective buffer transitions (+lba, +rba). They make no arc
// reachable that was not, and the system stays arc-decomposable: the base's loss and costs hold as they are. Exhaustive
// search agrees (tests/oracles/test_exhaustive.py); no paper has this oracle. It does not extend to +lnba and +rnba,
// which make reachable arcs that cross each other (docs/oracles.md).
#pragma once

#include "core/oracles/arc_eager.hpp"
#include "core/oracles/arc_hybrid.hpp"

namespace crossarc {

template <class Base, class BaseOracle>
class BufferTransitionsOracle final : public Oracle {
  public:
    explicit BufferTransitionsOracle(const BufferTransitions<Base>& system) : system_(system), base_(system.base) {}

    void prepare(std::span<const Node> heads) override {
        gold_.assign(heads);
        base_.prepare(heads);
    }
    int loss(const Configuration& c) override { return base_.loss(c); }

    void costs(const Configuration& c, Costs& costs) override {
        base_.costs(c, costs);
        if (system_.finished(c)) return;
        for (Transition t : {Transition::left_buffer_arc, Transition::right_buffer_arc}) {
            if (system_.why_not(c, t) != nullptr) continue;
            const bool left = t == Transition::left_buffer_arc;
            const Node removed = left ? c.first() : c.second(), head = left ? c.second() : c.first();
            costs[static_cast<std::size_t>(t)] = cost_of_removing(c, removed, head);
        }
    }

  private:
    // A node that leaves the buffer with this head loses any other, and all children that are still waiting.
    int cost_of_removing(const Configuration& c, Node x, Node head) const {
        const auto is_left = [&](Node y) { return c.is_in_buffer(y) || c.is_on_stack(y, 0); };
        int lost = gold_.head(x) != head && is_left(gold_.head(x));
        for (Node y : gold_.children(x)) lost += !c.has_head(y) && is_left(y);
        return lost;
    }

    BufferTransitions<Base> system_;
    BaseOracle base_;
    GoldTree gold_;
};

using ArcEagerBufferOracle = BufferTransitionsOracle<ArcEager, ArcEagerDynamicOracle>;
using ArcHybridBufferOracle = BufferTransitionsOracle<ArcHybrid, ArcHybridDynamicOracle>;

}  // namespace crossarc
