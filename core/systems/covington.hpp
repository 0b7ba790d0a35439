// Covington's non-projective system (Nivre 2008; 2015, Figure 1).
#pragma once

#include "core/systems/planar.hpp"

namespace crossarc {

// λ1 is stack 0; λ2 is what lies above the top of that stack (see Configuration::list).
struct Covington {
    static constexpr bool has_root_last = false;

    TransitionList transitions() const {
        return std::array{Transition::shift, Transition::no_arc, Transition::left_arc, Transition::right_arc};
    }

    void start(Configuration& c, int n) const { c.reset(n, Root::absent); }
    bool finished(const Configuration& c) const { return c.buffer_empty(); }

    Focus focus(const Configuration& c) const { return {c.top(), c.first()}; }
    void after_arc(Configuration& c) const { c.step_back(); }

    Reason why_not(const Configuration& c, Transition t) const {
        if (c.buffer_empty()) return "the buffer is empty";
        const auto [i, j] = focus(c);
        switch (t) {
            case Transition::shift:
                return nullptr;
            case Transition::no_arc:
                return i == no_node ? "the first list is empty" : nullptr;
            case Transition::left_arc:
                return i == no_node ? "the first list is empty" : single_head_and_acyclic(c, j, i);
            case Transition::right_arc:
                return i == no_node ? "the first list is empty" : single_head_and_acyclic(c, i, j);
            default:
                return "this system has no such transition";
        }
    }

    void apply(Configuration& c, Transition t, Label label = 0) const {
        const auto [i, j] = focus(c);
        switch (t) {
            case Transition::shift:  // ⟨λ1, λ2, j|B, A⟩ ⇒ ⟨λ1·λ2|j, [], B, A⟩
                c.list(c.remove_first());
                return;
            case Transition::left_arc:  // ⟨λ1|i, λ2, j|B, A⟩ ⇒ ⟨λ1, i|λ2, j|B, A ∪ {j→i}⟩
                attach_and_join(c, j, i, label);
                break;
            case Transition::right_arc:  // ⟨λ1|i, λ2, j|B, A⟩ ⇒ ⟨λ1, i|λ2, j|B, A ∪ {i→j}⟩
                attach_and_join(c, i, j, label);
                break;
            default:  // NO-ARC: ⟨λ1|i, λ2, B, A⟩ ⇒ ⟨λ1, i|λ2, B, A⟩
                break;
        }
        c.step_back();
    }
};

}  // namespace crossarc
