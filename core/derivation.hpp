// Whole derivations: of one tree, and of all trees of a treebank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/systems/list.hpp"
#include "core/tree/forest.hpp"

namespace crossarc {

std::vector<Transition> derive(const SharedSystem& system, const OracleOptions& options, std::span<const Node> heads);

// Whether a system can build the trees. Where that takes a search, a tree that is not found with patience counts as one
// that it cannot build; what the search takes is taken from the patience.
bool covers(const System& system, std::span<const Node> heads);
bool covers(const System& system, std::span<const Node> heads, int& patience);
void covers(const System& system, const Forest& trees, int threads, bool* result);

// What following an oracle through every sentence comes to.
struct Followed {
    std::vector<Node> heads;             // as built, in the order of the trees'
    std::vector<std::int32_t> steps;     // transitions of each sentence
    std::vector<std::int32_t> promised;  // the oracle's loss where it took over
};

// For each sentence, `explore` random legal transitions (or all, if the sentence ends before), then transitions of
// minimum cost, chosen at random among several. Deterministic for a seed, whatever the number of threads.
Followed follow(const SharedSystem& system, std::string_view oracle, const OracleOptions& options, const Forest& trees,
                std::uint64_t seed, int explore, int threads);

// The static derivations of every sentence, without looking at costs.
Followed derive_all(const SharedSystem& system, const OracleOptions& options, const Forest& trees, int threads);

}  // namespace crossarc
