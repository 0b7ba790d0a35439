// Arc-hybrid (Kuhlmann et al. 2011; 2018 projective), with 0 at the end of the buffer.
#pragma once

#include "core/constraints.hpp"
#include "core/transition.hpp"

namespace crossarc {

struct ArcHybrid {
    static constexpr bool has_root_last = true;

    TransitionList transitions() const {
        return std::array{Transition::shift, Transition::left_arc, Transition::right_arc};
    }

    void start(Configuration& c, int n) const { c.reset(n, Root::last); }
    bool finished(const Configuration& c) const { return c.size() == 0 && c.first() == 0; }

    Reason why_not(const Configuration& c, Transition t) const {
        switch (t) {
            case Transition::shift:
                return c.first() == 0 ? "only the root is left in the buffer" : nullptr;
            case Transition::left_arc:
                return c.size() == 0 ? "the stack is empty" : nullptr;
            case Transition::right_arc:
                return c.size() < 2 ? "the stack holds fewer than two words" : nullptr;
            default:
                return "this system has no such transition";
        }
    }

    void apply(Configuration& c, Transition t, Label label = 0) const {
        switch (t) {
            case Transition::shift:  // (σ, b|β, A) ⇒ (σ|b, β, A)
                c.push(0, c.remove_first());
                break;
            case Transition::left_arc:  // (σ|s, b|β, A) ⇒ (σ, b|β, A + b→s)
                c.attach(c.first(), c.pop(0), label);
                break;
            case Transition::right_arc: {  // (σ|s1|s0, β, A) ⇒ (σ|s1, β, A + s1→s0)
                const Node dependent = c.pop(0);
                c.attach(c.top(), dependent, label);
                break;
            }
            default:
                break;
        }
    }
};

}  // namespace crossarc
