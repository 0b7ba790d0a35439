// Arc-hybrid (Kuhlmann et al. 2011; 2018 projective), with 0 at the end of the buffer, and its dynamic oracle (Goldberg
// & Nivre 2013): as for arc-eager, exact for projective gold trees and the minimum-cost oracle of the 2018 projective
// paper (§3) for the others.
#pragma once

#include "core/oracles/cost.hpp"
#include "core/oracles/exact.hpp"
#include "core/systems/arc_standard.hpp"

namespace crossarc::arc_hybrid {

struct Outlook {
    Outlook(const Configuration& configuration, const Target& target, Scratch&)
        : c(configuration), gold(target.gold), top(c.top()), lost_with_top(children_in_buffer(top)) {}

    const Configuration& c;
    const GoldTree& gold;
    const Node top;
    const int lost_with_top;  // both arcs pop it: it loses its children in the buffer

    // A word on the stack gets its head from the buffer or from right below it. Every word that is left has no head
    // yet.
    int loss() const {
        int lost = 0;
        for (Node w = 1; w <= gold.words(); ++w) {
            const Node head = gold.head(w);
            if (c.has_head(w)) {
                lost += c.head(w) != head;
            } else if (c.is_in_buffer(w)) {
                lost += !c.is_in_buffer(head) && !c.is_on_stack(head, 0);
            }
        }
        for (int depth = 0; depth < c.size(); ++depth) {
            const Node head = gold.head(c.stack(0, depth));
            lost += !c.is_in_buffer(head) && c.stack(0, depth + 1) != head;
        }
        return lost;
    }

  private:
    int children_in_buffer(Node s) const {
        int count = 0;
        if (s == no_node) return count;
        const auto children = gold.children(s);
        for (auto y = children.rbegin(); y != children.rend() && *y > s; ++y) count += c.is_in_buffer(*y);
        return count;
    }
};

struct Shift : arc_standard::Shift {  // (σ, b|β, A) ⇒ (σ|b, β, A)
    // b keeps only the top and the buffer as possible heads, and loses its children on the stack.
    static int cost(const Outlook& o) {
        const Node b = o.c.first(), head = o.gold.head(b);
        int lost = head != o.top && o.c.is_on_stack(head, 0);
        for (Node y : o.gold.children(b)) {
            if (y > b) break;
            lost += !o.c.has_head(y);
        }
        return lost;
    }
};

struct LeftArc : arc_standard::LeftArc {  // (σ|s, b|β, A) ⇒ (σ, b|β, A + b→s)
    static int cost(const Outlook& o) {
        const Node head = o.gold.head(o.top);
        const bool is_left = head == o.c.stack(0, 1) || o.c.is_in_buffer(head);
        return o.lost_with_top + (head != o.c.first() && is_left);
    }
};

struct RightArc {  // (σ|s1|s0, β, A) ⇒ (σ|s1, β, A + s1→s0)
    static constexpr std::string_view name = "RIGHT-ARC";
    static Arc arc(const Configuration& c) { return {c.stack(0, 1), c.top()}; }
    static Reason why_not(const Configuration& c) {
        return c.size() < 2 ? "the stack holds fewer than two words" : nullptr;
    }
    static void apply(Configuration& c, Label label) {
        const Node dependent = c.pop(0);
        c.attach(c.top(), dependent, label);
    }
    static int cost(const Outlook& o) { return o.lost_with_top + o.c.is_in_buffer(o.gold.head(o.top)); }
};

struct Rules : arc_standard::Rules {
    using Transitions = TransitionList<Shift, LeftArc, RightArc>;
    using Outlook = arc_hybrid::Outlook;
    static constexpr SystemDescription about{"arc-hybrid", "projective", "2n",
                                             "Kuhlmann et al. 2011; Aufrant et al. 2018"};
    static constexpr Traits traits{.trees = TreeClass::projective,
                                   .has_root = true,
                                   .takes_buffer_transitions = true,
                                   .shifted_words_meet = true,
                                   .is_arc_decomposable = true};

    static Transition policy(const Configuration& c, const Target& target) {
        const Node s0 = c.top(), s1 = c.stack(0, 1), b = c.first();
        if (s0 != no_node) {
            if (target.head(s0) == b) return Transitions::of<LeftArc>();
            if (s1 != no_node && target.head(s0) == s1 && (b == 0 || !lacks_children(c, target.gold, s0)))
                return Transitions::of<RightArc>();
            if (b == 0) return Transitions::of<LeftArc>();
        }
        return Transitions::of<Shift>();
    }

    // RIGHT-ARC links the two topmost nodes of the stack.
    static Transition face(Configuration& c, Node head, Node dependent) {
        if (head > dependent) {
            c.push(0, dependent);
            c.put_first(head);
            return Transitions::of<LeftArc>();
        }
        c.push(0, head);
        c.push(0, dependent);
        return Transitions::of<RightArc>();
    }

    // Which arcs are reachable on their own: a word on the stack gets a head from the buffer or from right below it,
    // one in the buffer can get any.
    static bool can_build(const Configuration& c, Node head, Node dependent, int head_at, int dependent_at) {
        if (dependent == 0) return false;
        return c.is_in_buffer(dependent) || c.is_in_buffer(head) || head_at + 1 == dependent_at;
    }

    static std::vector<OracleEntry> oracles() {
        return {
            {"static", make<StaticOracle>}, {"dynamic", make<CostOracle<Rules>>}, {"exact", make<ExactOracle<Rules>>}};
    }
};

}  // namespace crossarc::arc_hybrid
