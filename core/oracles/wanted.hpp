// The arcs between the first of the buffer, j, and nodes to its left that the target wants and the constraints still
// allow: what the static oracles of planar, 2-planar and Covington decide by (2010 §4.3, §5.1).
#pragma once

#include "core/oracles/target.hpp"
#include "core/systems/constraints.hpp"

namespace crossarc {

struct Wanted {
    bool now = false;        // between top and first, on the active plane
    bool leftward = false;   // that one
    bool deeper = false;     // below the top of the active stack, or further left in Covington's list
    bool elsewhere = false;  // on the other stack
};

// Calls f(x, w) for each, the arc's left end and its dependent, until it returns true.
template <class F>
void each_wanted(const Configuration& c, const Target& target, const F& f) {
    const Node j = c.first();
    const auto can_link = [&](Node head, Node dependent) {
        return (c.has_links() ? acyclic(c, head, dependent) : single_head_and_acyclic(c, head, dependent)) == nullptr;
    };
    for (Node y : target.gold.children(j)) {
        if (y >= j) break;
        if (target.is_kept(y) && can_link(j, y) && f(y, y)) return;
    }
    const Node head = target.head(j);
    if (head < j && target.is_kept(j) && can_link(head, j)) f(head, j);
}

template <bool has_planes>
Wanted wanted_arcs(const Configuration& c, const Target& target) {
    Wanted wanted;
    const Node i = c.top();
    const int p = c.active();
    each_wanted(c, target, [&](Node x, Node w) {
        if (has_planes && !target.has_plane(w, p)) {
            wanted.elsewhere |= c.is_on_stack(x, 1 - p);
        } else if (x == i) {
            wanted.now = true;
            wanted.leftward = w == i;
        } else {
            wanted.deeper |= i != no_node && x < i && (!has_planes || c.is_on_stack(x, p));
        }
        return wanted.now;
    });
    return wanted;
}

}  // namespace crossarc
