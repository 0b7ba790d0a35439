// The 2-planar system (2010, Figure 4; 2018 2-planar, Figure 1): planar on the active one of two stacks.
#pragma once

#include "core/systems/planar.hpp"

namespace crossarc::two_planar {

using planar::Outlook, planar::Reduce, planar::LeftArc, planar::RightArc;

struct Shift : planar::Shift {  // ⟨Σ0, Σ1, j|B, A⟩ ⇒ ⟨Σ0|j, Σ1|j, B, A⟩
    static void apply(Configuration& c) {
        c.push(1 - c.active(), c.first());
        planar::Shift::apply(c);
    }
};

struct Switch {  // ⟨Σ0, Σ1, B, A⟩ ⇒ ⟨Σ1, Σ0, B, A⟩
    static constexpr std::string_view name = "SWITCH";
    static constexpr int preference = 2;
    static Reason why_not(const Configuration& c) {
        return c.switched() ? "two SWITCHes in a row are not allowed" : nullptr;
    }
    static void apply(Configuration& c) { c.switch_stacks(); }

    // Another transition has to follow, on the other plane: SWITCH costs what that costs at least (2018 2-planar §3).
    static int cost(const Outlook& o) {
        return least_cost(o.on(1 - o.plane)) + (o.target.options.regularize && delays(o));
    }
    // The least cost of the others on the outlook's plane. None is below 0, so that nobody looks further than that.
    static int least_cost(const Outlook& o) {
        int least = Shift::cost(o);
        const Node i = o.top(), j = o.first();
        if (i == no_node || least == 0) return least;
        least = std::min(least, Reduce::cost(o));
        if (least == 0) return least;
        const bool left = !o.c.has_head(i), right = !o.c.has_head(j);
        if ((!left && !right) || o.c.connected(i, j)) return least;
        if (left) least = std::min(least, LeftArc::cost(o));
        if (right) least = std::min(least, RightArc::cost(o));
        return least;
    }

  private:
    // The regulariser (2018 2-planar §3): something that costs nothing on the active plane would have to wait: an arc,
    // the SHIFT, or a REDUCE on the way to an arc between j and the active stack.
    static bool delays(const Outlook& o) {
        if (Shift::cost(o) == 0) return true;
        if (LeftArc::why_not(o.c) == nullptr && LeftArc::cost(o) == 0) return true;
        if (RightArc::why_not(o.c) == nullptr && RightArc::cost(o) == 0) return true;
        return Reduce::why_not(o.c) == nullptr && Reduce::cost(o) == 0 && o.has_pending_left();
    }
};

struct Rules : planar::Rules {
    using Transitions = TransitionList<Shift, Reduce, LeftArc, RightArc, Switch>;
    static constexpr SystemDescription about{"2-planar", "2-planar", "8n", "Gómez-Rodríguez & Nivre 2010, §5"};
    static constexpr Traits traits{.trees = TreeClass::some_crossing, .planes = 2, .takes_buffer_transitions = true};

    static void start_with_root(Configuration& c) {
        for (int plane = 0; plane < 2; ++plane) c.push(plane, 0);
    }

    static void aim(Target& target) {
        assign_planes(target.gold, 2, RootArcs::implied, target.options.planes, target.plane);
    }

    // 2010 §5.1: as planar, on the active plane; SWITCH if an arc waits on the other one.
    template <class List = Transitions, class OwnLeft = LeftArc, class OwnRight = RightArc>
    static Transition policy(const Configuration& c, const Target& target) {
        const Wanted wanted = wanted_arcs<true>(c, target);
        if (wanted.now) return wanted.leftward ? List::template of<OwnLeft>() : List::template of<OwnRight>();
        if (wanted.deeper) return List::template of<Reduce>();
        return wanted.elsewhere && !c.switched() ? List::template of<Switch>() : List::template of<Shift>();
    }

    // Right after a SWITCH the loss counts what the transition that has to follow costs at least.
    static int loss(const Outlook& o) {
        const bool something_follows = o.c.switched() && !o.c.buffer_empty();
        return o.loss() + (something_follows ? Switch::least_cost(o) : 0);
    }
    static bool least_is_paid(const Configuration& c) { return c.switched(); }

    static std::vector<OracleEntry> oracles() {
        return {{"static", make<StaticOracle>}, {"dynamic", make<CostOracle<Rules>>}};
    }
};

}  // namespace crossarc::two_planar
