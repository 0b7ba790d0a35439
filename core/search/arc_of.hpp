// Which two nodes an arc transition would link: a labelled parser asks before it acts.
#pragma once

#include "core/oracles/target.hpp"

namespace crossarc {

struct Arc {
    Node head = no_node;
    Node dependent = no_node;  // no_node if the transition builds no arc
};

constexpr bool builds_arc(Transition t) {
    return t == Transition::left_arc || t == Transition::right_arc || t == Transition::arc || t >= Transition::left_buffer_arc;
}

// Arcs between the top of the stack and the first of the buffer.
template <class System>
Arc arc_of(const System&, const Configuration& c, Transition t) {
    if (t == Transition::left_arc) return {c.first(), c.top()};
    if (t == Transition::right_arc) return {c.top(), c.first()};
    return {};
}

inline Arc arc_of(const ArcHybrid&, const Configuration& c, Transition t) {
    if (t == Transition::left_arc) return {c.first(), c.top()};
    if (t == Transition::right_arc) return {c.stack(c.active(), 1), c.top()};
    return {};
}
inline Arc arc_of(const ArcHybridSwap&, const Configuration& c, Transition t) { return arc_of(ArcHybrid{}, c, t); }

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
