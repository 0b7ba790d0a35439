// Dynamic oracle of arc-eager (Goldberg & Nivre 2012, 2013). Its loss counts the gold arcs that are no longer reachable
// one by one: exact for projective gold trees, because arc-eager is arc-decomposable. For the others the transitions of
// minimum cost are the oracle of the 2018 projective paper (§3).
#pragma once

#include "core/oracles/oracle.hpp"
#include "core/oracles/target.hpp"

namespace crossarc {

class ArcEagerDynamicOracle : public Oracle {
  public:
    explicit ArcEagerDynamicOracle(const ArcEager& system) : system_(system) {}

    void prepare(std::span<const Node> heads) override { gold_.assign(heads); }

    // With 0 at the bottom of the stack, a word without a head hangs from 0 in the end: 0→w stays reachable.
    bool reachable(const Configuration& c, Node head, Node w) const {
        if (c.has_head(w)) return c.head(w) == head;
        if (c.is_in_buffer(head) || (system_.root_first && head == 0)) return true;
        return c.is_in_buffer(w) && c.is_on_stack(head, 0);
    }

    int loss(const Configuration& c) override {
        int lost = 0;
        for (Node w = 1; w <= gold_.words(); ++w) lost += !reachable(c, gold_.head(w), w);
        return lost;
    }

    void costs(const Configuration& c, Costs& costs) override {
        costs.fill(illegal);
        const Node s = c.top(), b = c.first();
        const auto legal = [&](Transition t) { return system_.why_not(c, t) == nullptr; };
        const auto cost = [&](Transition t) -> int& { return costs[static_cast<std::size_t>(t)]; };
        if (system_.finished(c)) return;

        // SHIFT and RIGHT-ARC take b from the buffer: it loses its head and its children on the stack.
        if (legal(Transition::shift)) {
            const Node head = gold_.head(b);
            const int children = children_on_stack(c, b);
            const bool head_on_stack = c.is_on_stack(head, 0);
            cost(Transition::shift) = children + (head_on_stack && head != 0);
            if (s != no_node) {
                const bool head_reachable = head_on_stack || c.is_in_buffer(head);
                cost(Transition::right_arc) = children + (head_reachable && head != s);
            }
        }
        // REDUCE and LEFT-ARC take s from the stack: it loses its children in the buffer; LEFT-ARC also settles its head.
        if (s != no_node && s != 0) {
            const int children = children_in_buffer(c, s);
            if (c.has_head(s)) {
                cost(Transition::reduce) = children;
            } else if (b != no_node) {
                const Node head = gold_.head(s);
                cost(Transition::left_arc) = children + (head != b && reachable(c, head, s));
            }
        }
    }

  protected:
    const GoldTree& gold() const { return gold_; }
    const ArcEager& system() const { return system_; }

  private:
    int children_on_stack(const Configuration& c, Node b) const {
        int count = 0;
        for (Node y : gold_.children(b)) {
            if (y > b) break;
            count += !c.has_head(y);
        }
        return count;
    }
    int children_in_buffer(const Configuration& c, Node s) const {
        int count = 0;
        const auto children = gold_.children(s);
        for (auto y = children.rbegin(); y != children.rend() && *y > s; ++y) count += c.is_in_buffer(*y);
        return count;
    }

    ArcEager system_;
    GoldTree gold_;
};

}  // namespace crossarc
