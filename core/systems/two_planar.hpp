// The 2-planar system (2010, Figure 4; 2018 2-planar, Figure 1): planar on the active one of two stacks.
#pragma once

#include "core/systems/planar.hpp"

namespace crossarc {

struct TwoPlanar {
    static constexpr bool has_root_last = false;
    static constexpr int planes = 2;
    static constexpr Planar plane{};

    TransitionList transitions() const {
        return std::array{Transition::shift, Transition::reduce, Transition::left_arc, Transition::right_arc,
                          Transition::switch_stacks};
    }

    void start(Configuration& c, int n) const { plane.start(c, n); }
    bool finished(const Configuration& c) const { return plane.finished(c); }

    Focus focus(const Configuration& c) const { return plane.focus(c); }
    void after_arc(Configuration& c) const { plane.after_arc(c); }

    Reason why_not(const Configuration& c, Transition t) const {
        if (t != Transition::switch_stacks) return plane.why_not(c, t);
        if (c.buffer_empty()) return "the buffer is empty";
        return c.switched() ? "two SWITCHes in a row are not allowed" : nullptr;
    }

    void apply(Configuration& c, Transition t, Label label = 0) const {
        if (t == Transition::switch_stacks) {  // ⟨Σ0, Σ1, B, A⟩ ⇒ ⟨Σ1, Σ0, B, A⟩
            c.switch_stacks();
            return;
        }
        if (t == Transition::shift) {  // ⟨Σ0, Σ1, j|B, A⟩ ⇒ ⟨Σ0|j, Σ1|j, B, A⟩
            c.push(1 - c.active(), c.first());
        }
        plane.apply(c, t, label);
        c.forget_switch();
    }
};

}  // namespace crossarc
