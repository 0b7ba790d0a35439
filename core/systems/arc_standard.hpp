// Arc-standard (Nivre 2003; 2018 projective, note 2), with 0 at the end of the buffer. It is not arc-decomposable, and
// has no dynamic oracle here.
#pragma once

#include "core/oracles/static.hpp"

namespace crossarc::arc_standard {

// The two nodes that an arc links, "the two topmost" of note 2, are here the top of the stack and the first of the
// buffer: the right one of the pair waits in the buffer instead of on the stack, so that 0 is never shifted and yet any
// word can be attached to it. Either way a tree takes n SHIFTs and n arcs.
struct Shift {  // (σ, b|β, A) ⇒ (σ|b, β, A)
    static constexpr std::string_view name = "SHIFT";
    static constexpr int preference = 3;
    static Reason why_not(const Configuration& c) {
        return c.first() == 0 ? "only the root is left in the buffer" : nullptr;
    }
    static void apply(Configuration& c) { c.push(0, c.remove_first()); }
};

struct LeftArc {  // (σ|s, b|β, A) ⇒ (σ, b|β, A + b→s)
    static constexpr std::string_view name = "LEFT-ARC";
    static Arc arc(const Configuration& c) { return {c.first(), c.top()}; }
    static Reason why_not(const Configuration& c) { return c.size() == 0 ? "the stack is empty" : nullptr; }
    static void apply(Configuration& c, Label label) { c.attach(c.first(), c.pop(0), label); }
};

struct RightArc {  // (σ|s, b|β, A) ⇒ (σ, s|β, A + s→b)
    static constexpr std::string_view name = "RIGHT-ARC";
    static Arc arc(const Configuration& c) { return {c.top(), c.first()}; }
    static Reason why_not(const Configuration& c) {
        if (c.size() == 0) return "the stack is empty";
        return c.first() == 0 ? "the root cannot have a head" : nullptr;
    }
    static void apply(Configuration& c, Label label) {
        const Node dependent = c.remove_first();
        const Node head = c.pop(0);
        c.attach(head, dependent, label);
        c.put_first(head);
    }
};

struct Rules {
    using Transitions = TransitionList<Shift, LeftArc, RightArc>;
    using Left = LeftArc;
    using Right = RightArc;
    static constexpr SystemDescription about{"arc-standard", "projective", "2n", "Nivre 2008"};
    static constexpr Traits traits{
        .trees = TreeClass::projective, .has_root = true, .takes_buffer_transitions = true, .shifted_words_meet = true};

    static void start(Configuration& c, int n) { c.reset(n, Root::last); }
    static bool finished(const Configuration& c) { return c.size() == 0 && c.first() == 0; }

    static Transition policy(const Configuration& c, const Target& target) {
        const Node s = c.top(), b = c.first();
        if (s != no_node) {
            if (target.head(s) == b) return Transitions::of<LeftArc>();
            if (b == 0) return Transitions::of<LeftArc>();  // the only one left, for a tree that is not projective
            if (target.head(b) == s && !lacks_children(c, target.gold, b)) return Transitions::of<RightArc>();
        }
        return Transitions::of<Shift>();
    }

    static std::vector<OracleEntry> oracles() { return {{"static", make<StaticOracle>}}; }
};

}  // namespace crossarc::arc_standard
