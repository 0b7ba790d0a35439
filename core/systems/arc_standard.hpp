// Arc-standard (Nivre 2003; 2018 projective, note 2), with 0 at the end of the buffer.
#pragma once

#include "core/constraints.hpp"
#include "core/transition.hpp"

namespace crossarc {

// The two nodes that an arc links, "the two topmost" of note 2, are here the top of the stack and the first of the
// buffer: the right one of the pair waits in the buffer instead of on the stack, so that 0 is never shifted and yet
// any word can be attached to it. Either way a tree takes n SHIFTs and n arcs.
struct ArcStandard {
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
                if (c.size() == 0) return "the stack is empty";
                return c.first() == 0 ? "the root cannot have a head" : nullptr;
            default:
                return "arc-standard has no such transition";
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
            case Transition::right_arc: {  // (σ|s, b|β, A) ⇒ (σ, s|β, A + s→b)
                const Node dependent = c.remove_first();
                const Node head = c.pop(0);
                c.attach(head, dependent, label);
                c.put_first(head);
                break;
            }
            default:
                break;
        }
    }
};

}  // namespace crossarc
