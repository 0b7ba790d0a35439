// Static-dynamic oracle of arc-hybrid with SWAP (de Lhoneux et al. 2017): SWAP is static, decided by the projective
// order; the other transitions are dynamic, by cost.
#pragma once

#include "core/oracles/oracle.hpp"
#include "core/oracles/target.hpp"

namespace crossarc {

class ArcHybridSwapOracle final : public Oracle {
  public:
    explicit ArcHybridSwapOracle(const ArcHybridSwap& system) : system_(system) {}

    void prepare(std::span<const Node> heads) override {
        target_.gold.assign(heads);
        set_planes(system_, target_);
    }

    // Gold arcs that are certainly lost: the word has another head, or its head has left the stack. SWAP can bring any
    // other two words together from the start, but not from everywhere: off the path this is a lower bound.
    int loss(const Configuration& c) override {
        int lost = 0;
        for (Node w = 1; w <= target_.gold.words(); ++w) {
            lost += c.has_head(w) ? c.head(w) != target_.head(w) : !is_left(c, target_.head(w));
        }
        return lost;
    }

    void costs(const Configuration& c, Costs& costs) override {
        costs.fill(illegal);
        const Node s0 = c.top(), s1 = c.stack(0, 1), b = c.first();
        const auto cost = [&](Transition t) -> int& { return costs[static_cast<std::size_t>(t)]; };
        if (b != 0) cost(Transition::shift) = shift_cost(c, s0, b);
        if (s0 == no_node) return;
        int children = 0;
        for (Node y : target_.gold.children(s0)) children += !c.has_head(y);
        const Node head = target_.head(s0);
        const bool head_left = is_left(c, head);
        cost(Transition::left_arc) = children + (head != b && head_left);
        if (s1 != no_node) cost(Transition::right_arc) = children + (head != s1 && head_left);
        if (b != 0 && s0 < b) {
            const bool inverted = rank(s0) > rank(b);
            cost(Transition::swap) = inverted ? 0 : 1;
            if (inverted) {
                for (Transition t : {Transition::shift, Transition::left_arc, Transition::right_arc}) {
                    if (cost(t) != illegal) ++cost(t);
                }
            }
        }
    }

  private:
    static bool is_left(const Configuration& c, Node x) { return x == 0 || !c.has_head(x); }
    int rank(Node x) const { return target_.order[static_cast<std::size_t>(x)]; }

    // If a word further on in the buffer belongs before b, then b will be swapped back behind it, and shifting b loses
    // nothing. Otherwise b loses its children on the stack and its head below the top.
    int shift_cost(const Configuration& c, Node s0, Node b) const {
        if (!target_.gold.is_projective()) {
            for (int k = 1; k < c.buffer_size(); ++k) {
                if (rank(c.buffer(k)) < rank(b)) return 0;
            }
        }
        const Node head = target_.head(b);
        int lost = head != s0 && c.is_on_stack(head, 0);
        for (Node y : target_.gold.children(b)) lost += c.is_on_stack(y, 0);
        return lost;
    }

    ArcHybridSwap system_;
    Target target_;
};

}  // namespace crossarc
