// Which transitions built the arcs of a tree, as numbers for Python.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/result.hpp"

namespace crossarc::bindings {

// -1 for words that no transition attached, or that were hung elsewhere afterwards.
inline void append_builders(const LabelledTree& tree, std::vector<std::int32_t>& numbers) {
    for (std::size_t w = 0; w < tree.heads.size(); ++w) {
        const LabelledTree::Built& built = tree.built[w];
        const bool stands = built.head != no_node && built.head == tree.heads[w];
        numbers.push_back(stands ? index_of(built.by) : -1);
    }
}

}  // namespace crossarc::bindings
