// Dynamic oracle of arc-hybrid (Goldberg & Nivre 2013): as for arc-eager, exact for projective gold trees and the
// minimum-cost oracle of the 2018 projective paper (§3) for the others.
#pragma once

#include "core/oracles/oracle.hpp"
#include "core/oracles/target.hpp"

namespace crossarc {

class ArcHybridDynamicOracle : public Oracle {
  public:
    explicit ArcHybridDynamicOracle(const ArcHybrid& system) : system_(system) {}

    void prepare(std::span<const Node> heads) override { gold_.assign(heads); }

    // A word on the stack gets its head from the buffer or from right below it. Every word that is left has no head yet.
    int loss(const Configuration& c) override {
        int lost = 0;
        for (Node w = 1; w <= gold_.words(); ++w) {
            const Node head = gold_.head(w);
            if (c.has_head(w)) {
                lost += c.head(w) != head;
            } else if (c.is_in_buffer(w)) {
                lost += !c.is_in_buffer(head) && !c.is_on_stack(head, 0);
            }
        }
        for (int depth = 0; depth < c.size(); ++depth) {
            const Node head = gold_.head(c.stack(0, depth));
            lost += !c.is_in_buffer(head) && c.stack(0, depth + 1) != head;
        }
        return lost;
    }

    void costs(const Configuration& c, Costs& costs) override {
        costs.fill(illegal);
        const Node s0 = c.top(), s1 = c.stack(0, 1), b = c.first();
        const auto cost = [&](Transition t) -> int& { return costs[static_cast<std::size_t>(t)]; };
        if (b != 0) {  // SHIFT: b keeps only s0 and the buffer as possible heads, and loses its children on the stack
            const Node head = gold_.head(b);
            int lost = head != s0 && c.is_on_stack(head, 0);
            for (Node y : gold_.children(b)) {
                if (y > b) break;
                lost += !c.has_head(y);
            }
            cost(Transition::shift) = lost;
        }
        if (s0 != no_node) {  // both arcs pop s0, which loses its children in the buffer and all other heads
            const Node head = gold_.head(s0);
            int lost = 0;
            const auto children = gold_.children(s0);
            for (auto y = children.rbegin(); y != children.rend() && *y > s0; ++y) lost += c.is_in_buffer(*y);
            cost(Transition::left_arc) = lost + (head != b && (head == s1 || c.is_in_buffer(head)));
            if (s1 != no_node) cost(Transition::right_arc) = lost + c.is_in_buffer(head);
        }
    }

  protected:
    const GoldTree& gold() const { return gold_; }
    const ArcHybrid& system() const { return system_; }

  private:
    ArcHybrid system_;
    GoldTree gold_;
};

}  // namespace crossarc
