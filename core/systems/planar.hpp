// The planar system (2010, Figure 3), with a dynamic oracle that no paper has.
#pragma once

#include "core/oracles/cost.hpp"
#include "core/oracles/crossing_arcs.hpp"
#include "core/oracles/outlook.hpp"
#include "core/oracles/static.hpp"
#include "core/oracles/wanted.hpp"

namespace crossarc::planar {

struct Meeting {
    static bool is_possible(const Configuration& c, Node x, Node y, int plane) {
        return c.is_in_buffer(y) && (c.is_in_buffer(x) || c.is_on_stack(x, plane));
    }
};
using Outlook = crossarc::Outlook<Meeting>;

struct Shift {  // ⟨Σ, j|B, A⟩ ⇒ ⟨Σ|j, B, A⟩
    static constexpr std::string_view name = "SHIFT";
    static constexpr int preference = 3;
    static Reason why_not(const Configuration&) { return nullptr; }
    static void apply(Configuration& c) {
        c.push(c.active(), c.remove_first());
        c.forget_switch();
    }
    static int cost(const auto& o) {  // j meets nothing to its left any more
        typename std::decay_t<decltype(o)>::Losses losses(o);
        const Node j = o.first();
        for (Node y : o.target.gold.children(j)) {
            if (y > j) break;
            losses.give_up(y);
        }
        if (o.target.head(j) < j) losses.give_up(j);
        return losses.change();
    }
};

struct Reduce {  // ⟨Σ|i, B, A⟩ ⇒ ⟨Σ, B, A⟩
    static constexpr std::string_view name = "REDUCE";
    static constexpr int preference = 1;
    static Reason why_not(const Configuration& c) { return c.size() == 0 ? "the stack is empty" : nullptr; }
    static void apply(Configuration& c) {
        c.pop(c.active());
        c.forget_switch();
    }
    static int cost(const Outlook& o) {  // i meets nothing in the buffer any more, on this plane
        Outlook::Losses losses(o);
        const Node i = o.top(), j = o.first();
        const auto children = o.target.gold.children(i);
        for (auto y = children.rbegin(); y != children.rend() && *y >= j; ++y)
            if (o.target.has_plane(*y, o.plane)) losses.give_up(*y);
        if (o.target.head(i) >= j && o.target.has_plane(i, o.plane)) losses.give_up(i);
        return losses.change();
    }
};

// LEFT-ARC and RIGHT-ARC differ in nothing but the direction.
template <bool leftward>
struct LinkFocus {
    static Arc arc(const Configuration& c) { return leftward ? Arc{c.first(), c.top()} : Arc{c.top(), c.first()}; }
    static Reason why_not(const Configuration& c) {
        if (c.size() == 0) return "the stack is empty";
        const auto [head, dependent] = arc(c);
        return single_head_and_acyclic(c, head, dependent);
    }
    static void apply(Configuration& c, Label label) {
        const auto [head, dependent] = arc(c);
        attach_and_join(c, head, dependent, label);
        c.forget_switch();
    }
    static int cost(const auto& o) { return o.arc_cost(leftward ? Arc{o.first(), o.top()} : Arc{o.top(), o.first()}); }
};
struct LeftArc : LinkFocus<true> {  // ⟨Σ|i, j|B, A⟩ ⇒ ⟨Σ|i, j|B, A ∪ {j→i}⟩
    static constexpr std::string_view name = "LEFT-ARC";
};
struct RightArc : LinkFocus<false> {  // ⟨Σ|i, j|B, A⟩ ⇒ ⟨Σ|i, j|B, A ∪ {i→j}⟩
    static constexpr std::string_view name = "RIGHT-ARC";
};

struct Rules {
    using Transitions = TransitionList<Shift, Reduce, LeftArc, RightArc>;
    using Left = LeftArc;
    using Right = RightArc;
    using Meeting = planar::Meeting;
    using Outlook = planar::Outlook;
    static constexpr SystemDescription about{"planar", "planar", "3n", "Gómez-Rodríguez & Nivre 2010, §4"};
    static constexpr Traits traits{.trees = TreeClass::some_crossing, .planes = 1, .takes_buffer_transitions = true};
    static constexpr bool costs_take_unknown = true;

    static void start(Configuration& c, int n) { c.reset(n, Root::absent); }
    static bool finished(const Configuration& c) { return c.buffer_empty(); }
    static void after_link(Configuration& c) { c.forget_switch(); }  // in undirected systems
    static void start_with_root(Configuration& c) { c.push(0, 0); }

    static void aim(Target& target) {
        assign_planes(target.gold, 1, RootArcs::implied, target.options.planes, target.plane);
        target.is_whole = true;
        for (Node w = 1; w <= target.gold.words(); ++w) target.is_whole &= target.head(w) <= 0 || target.is_kept(w);
    }

    // 2010 §4.3: an arc if top and first have one; REDUCE if one waits deeper on the stack; SHIFT otherwise.
    template <class List = Transitions, class OwnLeft = LeftArc, class OwnRight = RightArc>
    static Transition policy(const Configuration& c, const Target& target) {
        const Wanted wanted = wanted_arcs<true>(c, target);
        if (wanted.now) return wanted.leftward ? List::template of<OwnLeft>() : List::template of<OwnRight>();
        return wanted.deeper ? List::template of<Reduce>() : List::template of<Shift>();
    }

    static std::vector<OracleEntry> oracles() {
        return {{"static", make<StaticOracle>}, {"dynamic", make<CrossingArcsOracle<Rules>>}};
    }
};

}  // namespace crossarc::planar
