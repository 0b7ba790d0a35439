// The planar system (2010, Figure 3).
#pragma once

#include "core/constraints.hpp"
#include "core/transition.hpp"

namespace crossarc {

// The two nodes that an arc transition would link, if there are two.
struct Focus {
    Node left = no_node;
    Node right = no_node;
    explicit operator bool() const { return left != no_node && right != no_node; }
};

struct Planar {
    static constexpr bool has_root_last = false;
    static constexpr int planes = 1;

    TransitionList transitions() const {
        return std::array{Transition::shift, Transition::reduce, Transition::left_arc, Transition::right_arc};
    }

    void start(Configuration& c, int n) const { c.reset(n, Root::absent); }
    bool finished(const Configuration& c) const { return c.buffer_empty(); }

    Focus focus(const Configuration& c) const { return {c.top(), c.first()}; }
    void after_arc(Configuration& c) const { c.forget_switch(); }

    Reason why_not(const Configuration& c, Transition t) const {
        if (c.buffer_empty()) return "the buffer is empty";
        const auto [i, j] = focus(c);
        switch (t) {
            case Transition::shift:
                return nullptr;
            case Transition::reduce:
                return i == no_node ? "the stack is empty" : nullptr;
            case Transition::left_arc:
                return i == no_node ? "the stack is empty" : single_head_and_acyclic(c, j, i);
            case Transition::right_arc:
                return i == no_node ? "the stack is empty" : single_head_and_acyclic(c, i, j);
            default:
                return "this system has no such transition";
        }
    }

    void apply(Configuration& c, Transition t, Label label = 0) const {
        const auto [i, j] = focus(c);
        switch (t) {
            case Transition::shift:  // ⟨Σ, j|B, A⟩ ⇒ ⟨Σ|j, B, A⟩
                c.push(c.active(), c.remove_first());
                break;
            case Transition::reduce:  // ⟨Σ|i, B, A⟩ ⇒ ⟨Σ, B, A⟩
                c.pop(c.active());
                break;
            case Transition::left_arc:  // ⟨Σ|i, j|B, A⟩ ⇒ ⟨Σ|i, j|B, A ∪ {j→i}⟩
                attach_and_join(c, j, i, label);
                break;
            case Transition::right_arc:  // ⟨Σ|i, j|B, A⟩ ⇒ ⟨Σ|i, j|B, A ∪ {i→j}⟩
                attach_and_join(c, i, j, label);
                break;
            default:
                break;
        }
    }
};

}  // namespace crossarc
