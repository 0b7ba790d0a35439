// Which gold arcs a planar or 2-planar oracle aims at, and on which plane (2010 §3, §5.2; 2018 2-planar §3 and note 5).
#pragma once

#include <cstdint>
#include <vector>

#include "core/oracles/gold.hpp"
#include "core/oracles/options.hpp"

namespace crossarc {

inline constexpr std::int8_t no_plane = -1;  // not built by an arc transition, or dropped

enum class RootArcs {
    implied,            // words without a head hang from 0: arcs from 0 are never built
    optional,           // built where they cross no other arc, implied elsewhere
    optional_to_first,  // so, to a word that precedes all its descendants; required like any other arc elsewhere
};

// The plane of every word's gold arc (index 0 is unused).
//  - One plane: a largest set of arcs no two of which cross gets plane 0.
//  - Two planes: if the crossings graph is not bipartite, as few arcs as possible are dropped. What is left falls into
//    groups of arcs that cross, directly or through others (an arc that crosses none is a group by itself). The plane of one
//    arc of a group fixes those of the others, so that the criterion has two ways to choose from:
//      active      from left to right, the first arc of a group that is built takes the plane that is active then (2010
//                  §5.2);
//      first       the first arc that is built takes plane 0;
//      shortest    the longest arc takes plane 1;
//      projective  plane 1 takes the side with more non-projective arcs.
//    An arc that crosses none is on plane 0 but for `active`; where the last two find no difference, `first` decides.
void assign_planes(const GoldTree& gold, int planes, RootArcs root_arcs, PlaneCriterion criterion,
                   std::vector<std::int8_t>& plane);

// Whether that gives every arc a plane if those from 0 are implied; if not, it is not asked which arcs to drop.
bool planes_suffice(const GoldTree& gold, int planes);

}  // namespace crossarc
