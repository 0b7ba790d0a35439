// Which two nodes an arc transition would link (ARC: in no particular order): a labelled parser asks before it acts.
#pragma once

#include "core/oracles/target.hpp"

namespace crossarc {

struct Arc {
    Node head = no_node;
    Node dependent = no_node;  // no_node if the transition builds no arc
};

// RIGHT-ARC links the two topmost nodes of the stack, not its top and the first of the buffer.
template <class System>
constexpr bool links_stack_nodes = std::is_same_v<System, ArcHybrid> || std::is_same_v<System, ArcHybridSwap>;
template <class Base>
constexpr bool links_stack_nodes<BufferTransitions<Base>> = links_stack_nodes<Base>;

template <class System>
Arc arc_of(const System&, const Configuration& c, Transition t) {
    if (t == Transition::left_arc) return {c.first(), c.top()};
    if (t != Transition::right_arc && t != Transition::arc) return {};
    if (links_stack_nodes<System>) return {c.stack(c.active(), 1), c.top()};
    return {c.top(), c.first()};
}

template <class Base>
Arc arc_of(const BufferTransitions<Base>& system, const Configuration& c, Transition t) {
    switch (t) {
        case Transition::left_buffer_arc:
            return {c.second(), c.first()};
        case Transition::right_buffer_arc:
            return {c.first(), c.second()};
        case Transition::left_nonproj_buffer_arc:
            return {c.second(), c.top()};
        case Transition::right_nonproj_buffer_arc:
            return {c.top(), c.second()};
        default:
            return arc_of(system.base, c, t);
    }
}

}  // namespace crossarc
