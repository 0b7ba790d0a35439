#pragma once

#include <cstdint>
#include <vector>

#include "core/significance/scores.hpp"

namespace crossarc {

// Stratified shuffling, also called approximate randomization (Noreen 1989, Yeh 2000, Bikel's comparator): swaps
// the two systems' outputs for each sentence with a chance of one half, `samples` times. Returns how often the
// scores then differ at least as much as they really do, in either direction: [pair][metric].
std::vector<std::int64_t> shuffled_as_different(const SentenceCounts& counts, std::size_t samples,
                                                std::uint64_t seed, int threads);

}  // namespace crossarc
