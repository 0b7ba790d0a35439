// Arc-hybrid with SWAP, and its static-dynamic oracle (de Lhoneux et al. 2017; 2018 2-planar §4): SWAP is static,
// decided by the projective order; the other transitions are dynamic, by cost.
#pragma once

#include "core/systems/arc_hybrid.hpp"

namespace crossarc::arc_hybrid_swap {

struct Outlook {
    Outlook(const Configuration& configuration, const Target& gold, Scratch&) : c(configuration), target(gold) {}

    const Configuration& c;
    const Target& target;

    bool is_left(Node x) const { return x == 0 || !c.has_head(x); }
    int rank(Node x) const { return target.order[static_cast<std::size_t>(x)]; }

    // Gold arcs that are certainly lost: the word has another head, or its head has left the stack. SWAP can bring any
    // other two words together from the start, but not from everywhere: off the path this is a lower bound.
    int loss() const {
        int lost = 0;
        for (Node w = 1; w <= target.gold.words(); ++w)
            lost += c.has_head(w) ? c.head(w) != target.head(w) : !is_left(target.head(w));
        return lost;
    }

    // The order demands SWAP: whatever else is done costs one.
    bool demands_swap() const;
    // What an arc from another node than its head costs the top of the stack.
    int cost_of_popping(Node head) const {
        const Node s = c.top(), gold = target.head(s);
        int lost = gold != head && is_left(gold);
        for (Node y : target.gold.children(s)) lost += !c.has_head(y);
        return lost;
    }
};

struct Swap {  // (σ|s, b|β, A) ⇒ (σ, b|s|β, A), if s precedes b in the sentence
    static constexpr std::string_view name = "SWAP";
    static constexpr int preference = 2;
    static Reason why_not(const Configuration& c) {
        if (c.size() == 0) return "the stack is empty";
        if (c.first() == 0) return "the root is never swapped";
        return c.top() < c.first() ? nullptr : "the two words were swapped before";
    }
    static void apply(Configuration& c) { c.put_second(c.pop(0)); }
    static int cost(const Outlook& o) { return o.demands_swap() ? 0 : 1; }
};

inline bool Outlook::demands_swap() const { return Swap::why_not(c) == nullptr && rank(c.top()) > rank(c.first()); }

struct Shift : arc_hybrid::Shift {
    // If a word further on in the buffer belongs before b, then b will be swapped back behind it, and shifting b loses
    // nothing. Otherwise b loses its children on the stack and its head below the top.
    static int cost(const Outlook& o) { return o.demands_swap() + lost_arcs(o); }

  private:
    static int lost_arcs(const Outlook& o) {
        const Node b = o.c.first(), head = o.target.head(b);
        if (!o.target.gold.is_projective()) {
            for (int k = 1; k < o.c.buffer_size(); ++k) {
                if (o.rank(o.c.buffer(k)) < o.rank(b)) return 0;
            }
        }
        int lost = head != o.c.top() && o.c.is_on_stack(head, 0);
        for (Node y : o.target.gold.children(b)) lost += o.c.is_on_stack(y, 0);
        return lost;
    }
};

struct LeftArc : arc_hybrid::LeftArc {
    static int cost(const Outlook& o) { return o.demands_swap() + o.cost_of_popping(o.c.first()); }
};

struct RightArc : arc_hybrid::RightArc {
    static int cost(const Outlook& o) { return o.demands_swap() + o.cost_of_popping(o.c.stack(0, 1)); }
};

struct Rules : arc_hybrid::Rules {  // its arcs are in the same places of the list
    using Transitions = TransitionList<Shift, LeftArc, RightArc, Swap>;
    using Outlook = arc_hybrid_swap::Outlook;
    static constexpr SystemDescription about{"arc-hybrid-swap", "all", "2n + n(n-1)", "de Lhoneux et al. 2017"};
    static constexpr Traits traits{
        .trees = TreeClass::all, .has_root = true, .takes_buffer_transitions = true, .shifted_words_meet = true};

    static void aim(Target& target) { projective_order(target.gold, target.order); }

    // SWAP as soon as the projective order demands it (Nivre 2009), otherwise as arc-hybrid.
    static Transition policy(const Configuration& c, const Target& target) {
        const Node s0 = c.top(), s1 = c.stack(0, 1), b = c.first();
        if (s0 != no_node) {
            const auto rank = [&](Node x) { return target.order[static_cast<std::size_t>(x)]; };
            if (b != 0 && s0 < b && rank(s0) > rank(b)) return Transitions::of<Swap>();
            const bool complete = !lacks_children(c, target.gold, s0);
            if (target.head(s0) == b && complete) return Transitions::of<LeftArc>();
            if (s1 != no_node && target.head(s0) == s1 && complete) return Transitions::of<RightArc>();
            if (b == 0) return Transitions::of<LeftArc>();
        }
        return Transitions::of<Shift>();
    }

    static std::vector<OracleEntry> oracles() {
        return {{"static", make<StaticOracle>},
                {"dynamic", make<CostOracle<Rules>>, true},
                {"static-dynamic", make<CostOracle<Rules>>}};
    }
};

}  // namespace crossarc::arc_hybrid_swap
