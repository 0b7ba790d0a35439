#pragma once

#include <cstdint>
#include <vector>

#include "core/significance/scores.hpp"

namespace crossarc {

// Paired bootstrap (Efron & Tibshirani 1993, Koehn 2004): draws as many sentences as there are, with replacement,
// `samples` times, the same ones for all systems. Returns the differences of the scores of each pair of systems,
// the second's minus the first's: [sample][pair][metric].
std::vector<double> bootstrap_differences(const SentenceCounts& counts, std::size_t samples, std::uint64_t seed,
                                          int threads);

}  // namespace crossarc
