#pragma once

#include <cstdint>
#include <span>

#include "core/tree/forest.hpp"

namespace crossarc {

// What kind of tree each sentence of a treebank has. One entry for each sentence.
struct TreeProfiles {
    std::span<std::int32_t> nonprojective_arcs;
    std::span<std::int32_t> least_planes, most_planes;  // the fewest that do lie between; arcs from the root left out
    std::span<std::uint8_t> ill_nested;
    std::span<std::int32_t> gap_degree;
};

void profile_trees(const Forest& forest, int threads, const TreeProfiles& profiles);

// For each word whether the arc into it is non-projective.
void mark_nonprojective_arcs(const Forest& forest, int threads, std::span<std::uint8_t> flags);

}  // namespace crossarc
