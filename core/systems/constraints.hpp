// What every arc must respect, written once. A rule answers "why not?" with a sentence, or with nullptr if it holds.
#pragma once

#include "core/configuration.hpp"

namespace crossarc {

using Reason = const char*;  // nullptr: legal

inline Reason single_head(const Configuration& c, Node dependent) {
    return c.has_head(dependent) ? "the dependent already has a head" : nullptr;
}

inline Reason acyclic(const Configuration& c, Node x, Node y) {
    return c.connected(x, y) ? "the arc would close a cycle" : nullptr;
}

// For systems whose stacks do not rule cycles out by themselves.
inline Reason single_head_and_acyclic(const Configuration& c, Node head, Node dependent) {
    if (Reason reason = single_head(c, dependent)) return reason;
    return acyclic(c, head, dependent);
}

inline void attach_and_join(Configuration& c, Node head, Node dependent, Label label) {
    c.attach(head, dependent, label);
    c.join(head, dependent);
}

}  // namespace crossarc
