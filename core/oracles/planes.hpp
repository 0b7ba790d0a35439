// Which gold arcs a planar or 2-planar oracle aims at, and on which plane (2010 §3, §5.2; 2018 2-planar §3).
#pragma once

#include <cstdint>
#include <vector>

#include "core/oracles/gold.hpp"

namespace crossarc {

inline constexpr std::int8_t no_plane = -1;  // not built by an arc transition, or dropped

enum class RootArcs {
    implied,            // words without a head hang from 0: arcs from 0 are never built
    optional,           // built where they cross no other arc, implied elsewhere
    optional_to_first,  // so, to a word that precedes all its descendants; required like any other arc elsewhere
};

// The plane of every word's gold arc (index 0 is unused).
//  - One plane: a largest set of arcs no two of which cross gets plane 0.
//  - Two planes: if the crossings graph is not bipartite, as few arcs as possible are dropped. Then, from left to
//  right,
//    an arc that nothing constrains takes the plane that is active when the static oracle builds it, which forces every
//    arc that crosses it onto the other plane, and so on through its component of the crossings graph.
void assign_planes(const GoldTree& gold, int planes, RootArcs root_arcs, std::vector<std::int8_t>& plane);

// Whether that gives every arc a plane if those from 0 are implied; if not, it is not asked which arcs to drop.
bool planes_suffice(const GoldTree& gold, int planes);

}  // namespace crossarc
