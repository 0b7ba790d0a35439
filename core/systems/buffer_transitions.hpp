// Buffer transitions (2012 buffer §3.1, §4.1): early arcs to the first two nodes of the buffer, on any stack-based
// system. They wrap the system, whose own transitions stay as they are.
#pragma once

#include "core/constraints.hpp"
#include "core/transition.hpp"

namespace crossarc {

template <class Base>
struct BufferTransitions {
    static constexpr bool has_root_last = Base::has_root_last;

    Base base{};
    bool lba = false;
    bool rba = false;
    bool lnba = false;
    bool rnba = false;

    TransitionList transitions() const {
        TransitionList list = base.transitions();
        if (lba) list.add(Transition::left_buffer_arc);
        if (rba) list.add(Transition::right_buffer_arc);
        if (lnba) list.add(Transition::left_nonproj_buffer_arc);
        if (rnba) list.add(Transition::right_nonproj_buffer_arc);
        return list;
    }

    void start(Configuration& c, int n) const { base.start(c, n); }
    bool finished(const Configuration& c) const { return base.finished(c); }

    bool has(Transition t) const {
        switch (t) {
            case Transition::left_buffer_arc:
                return lba;
            case Transition::right_buffer_arc:
                return rba;
            case Transition::left_nonproj_buffer_arc:
                return lnba;
            case Transition::right_nonproj_buffer_arc:
                return rnba;
            default:
                return false;
        }
    }

    // Single head and acyclicity are explicit, for bases that give heads to buffer nodes (note 1).
    Reason why_not(const Configuration& c, Transition t) const {
        if (t < Transition::left_buffer_arc) return base.why_not(c, t);
        if (!has(t)) return "this system has no such transition";
        if (c.buffer_size() < 2) return "the buffer holds fewer than two nodes";
        const Node s = c.top();
        const bool projective = t <= Transition::right_buffer_arc;
        if (!projective && s == no_node) return "the stack is empty";
        switch (t) {
            case Transition::left_buffer_arc:
                return single_head_and_acyclic(c, c.second(), c.first());
            case Transition::right_buffer_arc:
                if (c.second() == 0) return "the root cannot have a head";
                return single_head_and_acyclic(c, c.first(), c.second());
            case Transition::left_nonproj_buffer_arc:
                if (s == 0) return "the root cannot have a head";
                return single_head_and_acyclic(c, c.second(), s);
            default:
                if (c.second() == 0) return "the root cannot have a head";
                return single_head_and_acyclic(c, s, c.second());
        }
    }

    void apply(Configuration& c, Transition t, Label label = 0) const {
        switch (t) {
            case Transition::left_buffer_arc:  // (σ, i|j|β, A) ⇒ (σ, j|β, A ∪ {j→i})
                attach_and_join(c, c.second(), c.first(), label);
                c.remove_first();
                break;
            case Transition::right_buffer_arc:  // (σ, i|j|β, A) ⇒ (σ, i|β, A ∪ {i→j})
                attach_and_join(c, c.first(), c.second(), label);
                c.remove_second();
                break;
            case Transition::left_nonproj_buffer_arc:  // (σ|i, j|k|β, A) ⇒ (σ, j|k|β, A ∪ {k→i})
                attach_and_join(c, c.second(), c.top(), label);
                c.pop(c.active());
                break;
            case Transition::right_nonproj_buffer_arc:  // (σ|i, j|k|β, A) ⇒ (σ|i, j|β, A ∪ {i→k})
                attach_and_join(c, c.top(), c.second(), label);
                c.remove_second();
                break;
            default:
                base.apply(c, t, label);
                return;
        }
        c.mark_buffer_arc(c.last_dependent(), t <= Transition::right_buffer_arc);
        c.forget_switch();
    }
};

}  // namespace crossarc
