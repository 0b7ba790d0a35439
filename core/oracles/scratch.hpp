// What an oracle needs to work in. One thread uses it at a time; nothing but time depends on what is left in it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/oracles/planar_set.hpp"
#include "core/systems/transition.hpp"
#include "core/tree/eisner.hpp"

namespace crossarc {

// The cycles that built and reachable arcs close, of the configuration that was looked at last.
struct Cycles {
    int count = 0;
    bool none_is_wrong = true;  // of the arcs that are built
    std::vector<int> of;        // each word's; 0 if it is on none
    std::uint64_t walk = 0;     // that was begun last
    std::vector<std::uint64_t> seen_by;
};

// The rest of a derivation that a search has found, as long as it is followed.
struct Plan {
    bool is_made = false;
    std::vector<Node> heads;        // of the gold tree
    std::vector<Transition> steps;  // the next one last; none if the tree is out of reach
    Configuration expected;         // where that applies
};

// Of the planar oracle, for trees that are not planar.
struct PlanarSearch {
    std::vector<ArcSpan> reachable;
    LargestPlanarSet set;
    int sets_left = 0;
    std::vector<Node> next, seen_by;
};

struct Scratch {
    Cycles cycles;
    Plan plan;
    PlanarSearch planar;
    ProjectiveChart chart;
    std::vector<Node> nodes;
    Configuration after, after_next;
    Moves moves, moves_after;
};

}  // namespace crossarc
