#pragma once

#include <cstdint>
#include <span>

namespace crossarc {

// What kind of tree each sentence of a treebank has. One entry for each sentence.
struct TreeProfiles {
    std::span<std::int32_t> nonprojective_arcs;
    std::span<std::int32_t> least_planes, most_planes;  // the fewest that do lie between; arcs from the root left out
    std::span<std::uint8_t> ill_nested;
    std::span<std::int32_t> gap_degree;
};

// `heads` of all words, sentence after sentence; sentence s has the words first_words[s] up to first_words[s + 1].
void profile_trees(std::span<const std::int32_t> heads, std::span<const std::int64_t> first_words, int threads,
                   const TreeProfiles& profiles);

// For each word whether the arc into it is non-projective.
void mark_nonprojective_arcs(std::span<const std::int32_t> heads, std::span<const std::int64_t> first_words,
                             int threads, std::span<std::uint8_t> flags);

}  // namespace crossarc
