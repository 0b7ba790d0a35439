// Arc-eager (Nivre 2003; 2012 buffer §2.3; 2018 projective, Table 1).
#pragma once

#include "core/constraints.hpp"
#include "core/transition.hpp"

namespace crossarc {

struct ArcEager {
    static constexpr bool has_root_last = true;

    bool root_first = false;  // 0 at the bottom of the stack (2012) instead of at the end of the buffer (2018)

    TransitionList transitions() const {
        return std::array{Transition::shift, Transition::reduce, Transition::left_arc, Transition::right_arc};
    }

    void start(Configuration& c, int n) const {
        c.reset(n, root_first ? Root::first : Root::last);
        if (root_first) c.push(0, 0);
    }
    bool finished(const Configuration& c) const {
        return root_first ? c.buffer_empty() : c.size() == 0 && c.first() == 0;
    }

    Reason why_not(const Configuration& c, Transition t) const {
        switch (t) {
            case Transition::shift:
                return a_word_is_left(c);
            case Transition::reduce:
                if (Reason reason = a_word_is_on_top(c)) return reason;
                return c.has_head(c.top()) ? nullptr : "the top of the stack has no head yet";
            case Transition::left_arc:
                if (Reason reason = a_word_is_on_top(c)) return reason;
                if (c.buffer_empty()) return "the buffer is empty";
                return single_head(c, c.top());
            case Transition::right_arc:
                if (c.size() == 0) return "the stack is empty";
                return a_word_is_left(c);
            default:
                return "arc-eager has no such transition";
        }
    }

    void apply(Configuration& c, Transition t, Label label = 0) const {
        switch (t) {
            case Transition::shift:  // (σ, b|β, P) ⇒ (σ|b, β, P)
                c.push(0, c.remove_first());
                break;
            case Transition::reduce:  // (σ|s, β, P) ⇒ (σ, β, P)
                c.pop(0);
                break;
            case Transition::left_arc:  // (σ|s, b|β, P) ⇒ (σ, b|β, P + b→s)
                c.attach(c.first(), c.pop(0), label);
                break;
            case Transition::right_arc:  // (σ|s, b|β, P) ⇒ (σ|s|b, β, P + s→b)
                c.attach(c.top(), c.first(), label);
                c.push(0, c.remove_first());
                break;
            default:
                break;
        }
    }

  private:
    static Reason a_word_is_left(const Configuration& c) {
        if (c.buffer_empty()) return "the buffer is empty";
        return c.first() == 0 ? "only the root is left in the buffer" : nullptr;
    }
    static Reason a_word_is_on_top(const Configuration& c) {
        if (c.size() == 0) return "the stack is empty";
        return c.top() == 0 ? "the root is never popped" : nullptr;
    }
};

}  // namespace crossarc
