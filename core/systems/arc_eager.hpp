// Arc-eager (Nivre 2003; 2012 buffer §2.3; 2018 projective, Table 1) with its dynamic oracle (Goldberg & Nivre 2012,
// 2013).
#pragma once

#include "core/oracles/cost.hpp"
#include "core/oracles/exact.hpp"
#include "core/oracles/static.hpp"

namespace crossarc::arc_eager {

// The loss counts the gold arcs that are no longer reachable one by one: exact for projective gold trees, because
// arc-eager is arc-decomposable. For the others the transitions of minimum cost are the oracle of the 2018 projective
// paper (§3).
class Outlook {
  public:
    Outlook(const Configuration& configuration, const Target& target, Scratch&)
        : c(configuration), gold(target.gold), first(c.first()), lost_with_first(children_on_stack(first)) {}

    const Configuration& c;
    const GoldTree& gold;
    const Node first;
    const int lost_with_first;  // SHIFT and RIGHT-ARC take it from the buffer: it loses its children on the stack

    // With 0 at the bottom of the stack, a word without a head hangs from 0 in the end: 0→w stays reachable.
    bool is_reachable(Node w) const {
        const Node head = gold.head(w);
        if (c.has_head(w)) return c.head(w) == head;
        if (c.is_in_buffer(head) || (head == 0 && c.root() == Root::first)) return true;
        return c.is_in_buffer(w) && c.is_on_stack(head, 0);
    }
    int loss() const {
        int lost = 0;
        for (Node w = 1; w <= gold.words(); ++w) lost += !is_reachable(w);
        return lost;
    }

    // REDUCE and LEFT-ARC take s from the stack: it loses its children in the buffer.
    int children_in_buffer(Node s) const {
        int count = 0;
        const auto children = gold.children(s);
        for (auto y = children.rbegin(); y != children.rend() && *y > s; ++y) count += c.is_in_buffer(*y);
        return count;
    }

  private:
    int children_on_stack(Node b) const {
        int count = 0;
        if (b == no_node) return count;
        for (Node y : gold.children(b)) {
            if (y > b) break;
            count += !c.has_head(y);
        }
        return count;
    }
};

inline Reason a_word_is_left(const Configuration& c) {
    if (c.buffer_empty()) return "the buffer is empty";
    return c.first() == 0 ? "only the root is left in the buffer" : nullptr;
}
inline Reason a_word_is_on_top(const Configuration& c) {
    if (c.size() == 0) return "the stack is empty";
    return c.top() == 0 ? "the root is never popped" : nullptr;
}

struct Shift {  // (σ, b|β, P) ⇒ (σ|b, β, P)
    static constexpr std::string_view name = "SHIFT";
    static constexpr int preference = 3;
    static Reason why_not(const Configuration& c) { return a_word_is_left(c); }
    static void apply(Configuration& c) { c.push(0, c.remove_first()); }
    static int cost(const Outlook& o) {
        const Node head = o.gold.head(o.first);
        return o.lost_with_first + (head != 0 && o.c.is_on_stack(head, 0));
    }
};

struct Reduce {  // (σ|s, β, P) ⇒ (σ, β, P)
    static constexpr std::string_view name = "REDUCE";
    static constexpr int preference = 1;
    static Reason why_not(const Configuration& c) {
        if (Reason reason = a_word_is_on_top(c)) return reason;
        return c.has_head(c.top()) ? nullptr : "the top of the stack has no head yet";
    }
    static void apply(Configuration& c) { c.pop(0); }
    static int cost(const Outlook& o) { return o.children_in_buffer(o.c.top()); }
};

struct LeftArc {  // (σ|s, b|β, P) ⇒ (σ, b|β, P + b→s)
    static constexpr std::string_view name = "LEFT-ARC";
    static Arc arc(const Configuration& c) { return {c.first(), c.top()}; }
    static Reason why_not(const Configuration& c) {
        if (Reason reason = a_word_is_on_top(c)) return reason;
        if (c.buffer_empty()) return "the buffer is empty";
        return single_head(c, c.top());
    }
    static void apply(Configuration& c, Label label) { c.attach(c.first(), c.pop(0), label); }
    static int cost(const Outlook& o) {
        const Node s = o.c.top();
        return o.children_in_buffer(s) + (o.gold.head(s) != o.first && o.is_reachable(s));
    }
};

struct RightArc {  // (σ|s, b|β, P) ⇒ (σ|s|b, β, P + s→b)
    static constexpr std::string_view name = "RIGHT-ARC";
    static Arc arc(const Configuration& c) { return {c.top(), c.first()}; }
    static Reason why_not(const Configuration& c) {
        if (c.size() == 0) return "the stack is empty";
        return a_word_is_left(c);
    }
    static void apply(Configuration& c, Label label) {
        c.attach(c.top(), c.first(), label);
        c.push(0, c.remove_first());
    }
    static int cost(const Outlook& o) {
        const Node head = o.gold.head(o.first);
        const bool is_left = o.c.is_on_stack(head, 0) || o.c.is_in_buffer(head);
        return o.lost_with_first + (is_left && head != o.c.top());
    }
};

struct Rules {
    using Transitions = TransitionList<Shift, Reduce, LeftArc, RightArc>;
    using Left = LeftArc;
    using Right = RightArc;
    using Outlook = arc_eager::Outlook;
    static constexpr SystemDescription about{"arc-eager", "projective", "2n", "Nivre 2008; Aufrant et al. 2018"};
    static constexpr Traits traits{.trees = TreeClass::projective,
                                   .has_root = true,
                                   .takes_buffer_transitions = true,
                                   .is_arc_decomposable = true};

    // 0 at the bottom of the stack (2012 buffer) instead of at the end of the buffer (2018 projective)
    bool root_first = false;

    void start(Configuration& c, int n) const {
        c.reset(n, root_first ? Root::first : Root::last);
        if (root_first) c.push(0, 0);
    }
    static bool finished(const Configuration& c) {
        return c.root() == Root::first ? c.buffer_empty() : c.size() == 0 && c.first() == 0;
    }

    static Transition policy(const Configuration& c, const Target& target) {
        constexpr Transition shift = Transitions::of<Shift>(), reduce = Transitions::of<Reduce>();
        constexpr Transition left = Transitions::of<LeftArc>(), right = Transitions::of<RightArc>();
        const Node s = c.top(), b = c.first();
        if (s == no_node) return shift;
        const bool has_head = s == 0 || c.has_head(s);
        if (b == 0) return has_head ? reduce : left;
        if (!has_head && target.head(s) == b) return left;
        if (target.head(b) == s) return right;
        if (!has_head || s == 0) return shift;
        // REDUCE if an arc links b to a node below the top.
        const Node head = target.head(b);
        if (head < s && (head > 0 || c.root() == Root::first)) return reduce;
        for (Node y : target.gold.children(b)) {
            if (y >= s) break;
            if (!c.has_head(y)) return reduce;
        }
        return shift;
    }

    // Which arcs are reachable on their own: a word that has a head keeps it, one on the stack gets a head from the
    // buffer only, one in the buffer can get any.
    static bool can_build(const Configuration& c, Node head, Node dependent, int, int) {
        if (dependent == 0) return false;
        if (c.has_head(dependent)) return c.head(dependent) == head;
        return c.is_in_buffer(dependent) || c.is_in_buffer(head) || (head == 0 && c.root() == Root::first);
    }

    static std::vector<OracleEntry> oracles() {
        return {
            {"static", make<StaticOracle>}, {"dynamic", make<CostOracle<Rules>>}, {"exact", make<ExactOracle<Rules>>}};
    }
};

}  // namespace crossarc::arc_eager
