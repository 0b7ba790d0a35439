// Undirected systems (2012 undirected §3): the two arc transitions of a base collapse into one that links two nodes,
// without the single-head constraint. Directions come afterwards (reconstruction.hpp).
#pragma once

#include "core/systems/planar.hpp"
#include "core/systems/reconstruction.hpp"

namespace crossarc {

// Applies to any base whose LEFT-ARC and RIGHT-ARC differ in nothing but the direction (`focus`, `after_arc`).
// Node 0 is a real node, first on the stacks, so that links to it can be built. With label-based reconstruction every
// link carries the direction that its label prefers: ARC then comes as LEFT-ARC (label Xl) and RIGHT-ARC (label Xr).
template <class Base>
struct Undirected {
    static constexpr bool has_root_last = false;

    Base base{};
    Reconstruction reconstruction = Reconstruction::label_root_untrusted;

    bool is_naive() const { return reconstruction == Reconstruction::naive; }

    TransitionList transitions() const {
        TransitionList list;
        for (Transition t : base.transitions()) {
            if (is_naive() && t == Transition::left_arc) list.add(Transition::arc);
            if (is_naive() && (t == Transition::left_arc || t == Transition::right_arc)) continue;
            list.add(t);
        }
        return list;
    }

    void start(Configuration& c, int n) const {
        base.start(c, n);
        c.allow_links();
        if constexpr (requires { Base::planes; }) {
            for (int plane = 0; plane < Base::planes; ++plane) c.push(plane, 0);
        } else {
            c.list(0);
        }
    }
    bool finished(const Configuration& c) const { return base.finished(c); }

    Focus focus(const Configuration& c) const { return base.focus(c); }

    Reason why_not(const Configuration& c, Transition t) const {
        const bool links = is_naive() ? t == Transition::arc : t == Transition::left_arc || t == Transition::right_arc;
        if (!links) {
            const bool directed = t == Transition::left_arc || t == Transition::right_arc;
            return directed ? "this system builds its arcs with ARC" : base.why_not(c, t);
        }
        const Focus pair = focus(c);
        if (!pair) return "there are no two nodes to link";
        return acyclic(c, pair.left, pair.right);
    }

    void apply(Configuration& c, Transition t, Label label = 0) const {
        if (t != Transition::arc && t != Transition::left_arc && t != Transition::right_arc) {
            base.apply(c, t, label);
            return;
        }
        const Focus pair = focus(c);  // ⟨Σ|i, j|B, A⟩ ⇒ ⟨Σ|i, j|B, A ∪ {{i, j}}⟩, and as the base goes on after an arc
        c.link(pair.left, pair.right, t == Transition::left_arc, label);
        base.after_arc(c);
    }
};

}  // namespace crossarc
