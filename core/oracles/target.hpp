// What an oracle steers for in one sentence. It is filled once, and never changes while it is looked at: threads can
// share it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/oracles/gold.hpp"
#include "core/oracles/options.hpp"
#include "core/oracles/planes.hpp"

namespace crossarc {

struct Target {
    OracleOptions options;  // of the oracle that has this target
    GoldTree gold;
    std::vector<std::int8_t> plane;  // of each word's arc; covington: 0 for every arc that a transition builds
    bool is_whole = true;            // no arc that a transition has to build was dropped to make the planes
    std::vector<int> order;          // arc-hybrid-swap: the rank of each node in the projective order

    Node head(Node w) const { return gold.head(w); }
    bool is_known(Node w) const { return gold.head(w) != no_node; }
    bool has_plane(Node w, int p) const { return plane[static_cast<std::size_t>(w)] == p; }
    bool is_kept(Node w) const { return plane[static_cast<std::size_t>(w)] != no_plane; }
};

// Gold children of x that have no head yet.
inline bool lacks_children(const Configuration& c, const GoldTree& gold, Node x) {
    for (Node y : gold.children(x)) {
        if (!c.has_head(y)) return true;
    }
    return false;
}

}  // namespace crossarc
