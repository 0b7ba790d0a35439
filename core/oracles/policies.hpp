// Static policies: one transition for each configuration of the canonical derivation. Off that path, and for gold trees
// that the system cannot build, they still name a legal transition, so that a derivation always ends.
#pragma once

#include "core/oracles/oracle.hpp"
#include "core/oracles/target.hpp"

namespace crossarc {

// Gold children of x that have no head yet.
inline bool lacks_children(const Configuration& c, const GoldTree& gold, Node x) {
    for (Node y : gold.children(x)) {
        if (!c.has_head(y)) return true;
    }
    return false;
}

inline Transition static_choice(const ArcStandard&, const Configuration& c, const Target& target) {
    const Node s = c.top(), b = c.first();
    if (s != no_node) {
        if (target.head(s) == b) return Transition::left_arc;
        if (b == 0) return Transition::left_arc;  // the only one left, for a tree that is not projective
        if (target.head(b) == s && !lacks_children(c, target.gold, b)) return Transition::right_arc;
    }
    return Transition::shift;
}

inline Transition static_choice(const ArcEager&, const Configuration& c, const Target& target) {
    const Node s = c.top(), b = c.first();
    if (s == no_node) return Transition::shift;
    const bool has_head = s == 0 || c.has_head(s);
    if (b == 0) return has_head ? Transition::reduce : Transition::left_arc;
    if (!has_head && target.head(s) == b) return Transition::left_arc;
    if (target.head(b) == s) return Transition::right_arc;
    if (!has_head || s == 0) return Transition::shift;
    // REDUCE if an arc links b to a node below the top.
    const Node head = target.head(b);
    if (head < s && (head > 0 || c.root() == Root::first)) return Transition::reduce;
    for (Node y : target.gold.children(b)) {
        if (y >= s) break;
        if (!c.has_head(y)) return Transition::reduce;
    }
    return Transition::shift;
}

inline Transition static_choice(const ArcHybrid&, const Configuration& c, const Target& target) {
    const Node s0 = c.top(), s1 = c.stack(0, 1), b = c.first();
    if (s0 != no_node) {
        if (target.head(s0) == b) return Transition::left_arc;
        if (s1 != no_node && target.head(s0) == s1 && (b == 0 || !lacks_children(c, target.gold, s0))) {
            return Transition::right_arc;
        }
        if (b == 0) return Transition::left_arc;
    }
    return Transition::shift;
}

// SWAP as soon as the projective order demands it (Nivre 2009), otherwise as arc-hybrid.
inline Transition static_choice(const ArcHybridSwap&, const Configuration& c, const Target& target) {
    const Node s0 = c.top(), s1 = c.stack(0, 1), b = c.first();
    if (s0 != no_node) {
        const auto rank = [&](Node x) { return target.order[static_cast<std::size_t>(x)]; };
        if (b != 0 && s0 < b && rank(s0) > rank(b)) return Transition::swap;
        const bool complete = !lacks_children(c, target.gold, s0);
        if (target.head(s0) == b && complete) return Transition::left_arc;
        if (s1 != no_node && target.head(s0) == s1 && complete) return Transition::right_arc;
        if (b == 0) return Transition::left_arc;
    }
    return Transition::shift;
}

// Planar-style systems and Covington, directed or not.

template <class System>
bool can_link(const System&, const Configuration& c, Node head, Node dependent) {
    return single_head_and_acyclic(c, head, dependent) == nullptr;
}
template <class Base>
bool can_link(const Undirected<Base>&, const Configuration& c, Node head, Node dependent) {
    return acyclic(c, head, dependent) == nullptr;
}

// Calls f(x, w) for each arc between j and a node x to its left that the target wants and the constraints still allow;
// w is the arc's dependent. Stops when f returns true, and says whether it did.
template <class System, class F>
bool any_pending_left(const System& system, const Configuration& c, const Target& target, Node j, F&& f) {
    for (Node y : target.gold.children(j)) {
        if (y >= j) break;
        if (target.is_kept(y) && can_link(system, c, j, y) && f(y, y)) return true;
    }
    const Node head = target.head(j);
    return head < j && target.is_kept(j) && can_link(system, c, head, j) && f(head, j);
}

template <class System>
Transition arc_choice(const System&, bool leftward) {
    return leftward ? Transition::left_arc : Transition::right_arc;
}
template <class Base>
Transition arc_choice(const Undirected<Base>& system, bool leftward) {
    if (system.is_naive()) return Transition::arc;
    return leftward ? Transition::left_arc : Transition::right_arc;
}

// 2010 §4.3 and §5.1: an arc of the active plane if top and first have one; REDUCE if one waits deeper on the active
// stack; SWITCH if one waits on the other plane; SHIFT otherwise.
template <class System>
Transition static_choice_by_planes(const System& system, const Configuration& c, const Target& target, int planes) {
    const Node i = c.top(), j = c.first();
    const int p = c.active();
    bool deeper = false, elsewhere = false, now = false, leftward = false;
    any_pending_left(system, c, target, j, [&](Node x, Node w) {
        if (!target.has_plane(w, p)) {
            elsewhere |= planes == 2 && c.is_on_stack(x, 1 - p);
        } else if (x == i) {
            now = true;
            leftward = w == i;
        } else {
            deeper |= i != no_node && x < i && c.is_on_stack(x, p);
        }
        return now;
    });
    if (now) return arc_choice(system, leftward);
    if (deeper) return Transition::reduce;
    if (elsewhere && !c.switched()) return Transition::switch_stacks;
    return Transition::shift;
}

// Covington: an arc if the focus words have one; NO-ARC while one waits further left; SHIFT otherwise.
template <class System>
Transition static_choice_by_lists(const System& system, const Configuration& c, const Target& target) {
    const Node i = c.top(), j = c.first();
    bool deeper = false, now = false, leftward = false;
    any_pending_left(system, c, target, j, [&](Node x, Node w) {
        if (x == i) {
            now = true;
            leftward = w == i;
        }
        deeper |= i != no_node && x < i;
        return now;
    });
    if (now) return arc_choice(system, leftward);
    return deeper ? Transition::no_arc : Transition::shift;
}

inline Transition static_choice(const Planar& s, const Configuration& c, const Target& target) {
    return static_choice_by_planes(s, c, target, 1);
}
inline Transition static_choice(const TwoPlanar& s, const Configuration& c, const Target& target) {
    return static_choice_by_planes(s, c, target, 2);
}
inline Transition static_choice(const Covington& s, const Configuration& c, const Target& target) {
    return static_choice_by_lists(s, c, target);
}
template <class Base>
Transition static_choice(const Undirected<Base>& s, const Configuration& c, const Target& target) {
    if constexpr (requires { Base::planes; }) {
        return static_choice_by_planes(s, c, target, Base::planes);
    } else {
        return static_choice_by_lists(s, c, target);
    }
}

// 2012 buffer §3.1, §4.1: a projective buffer transition whenever it can build a gold arc of length one (or, by the
// alternative policy of §3.1, any), a non-projective one for any gold arc, each only if no other gold arc is lost with the
// node it removes (note 2). This holds with SWAP as well: a word that has all its children can go at any time, and the
// projective order of the others stays as it is.
template <class Base>
Transition static_choice(const BufferTransitions<Base>& s, const Configuration& c, const Target& target) {
    const Node i = c.first(), j = c.second(), top = c.top();
    const auto removable = [&](Node x) { return !lacks_children(c, target.gold, x); };
    const auto can = [&](Transition t) { return s.has(t) && s.why_not(c, t) == nullptr; };
    const bool fits = target.options.buffer_arcs == BufferArcs::of_any_length || (j != 0 && j - i == 1);
    if (fits && can(Transition::left_buffer_arc) && target.head(i) == j && removable(i)) {
        return Transition::left_buffer_arc;
    }
    if (fits && can(Transition::right_buffer_arc) && target.head(j) == i && removable(j)) {
        return Transition::right_buffer_arc;
    }
    if (can(Transition::left_nonproj_buffer_arc) && target.head(top) == j && removable(top)) {
        return Transition::left_nonproj_buffer_arc;
    }
    if (can(Transition::right_nonproj_buffer_arc) && target.head(j) == top && removable(j)) {
        return Transition::right_nonproj_buffer_arc;
    }
    return static_choice(s.base, c, target);
}

}  // namespace crossarc
