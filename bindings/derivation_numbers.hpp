// What derivations did beside making trees, as numbers for Python.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/result.hpp"

namespace crossarc::bindings {

// For each word the number of the transition that built its arc; -1 if none did, or the word was hung elsewhere
// afterwards.
inline void append_builders(const LabelledTree& tree, std::size_t, std::vector<std::int32_t>& numbers) {
    for (std::size_t w = 0; w < tree.heads.size(); ++w) {
        const LabelledTree::Built& built = tree.built[w];
        const bool stands = built.head != no_node && built.head == tree.heads[w];
        numbers.push_back(stands ? index_of(built.by) : -1);
    }
}

// Four numbers for each link of an undirected system: sentence, left node, right node, label.
inline void append_links(const LabelledTree& tree, std::size_t sentence, std::vector<std::int32_t>& numbers) {
    for (const Configuration::Edge& link : tree.links)
        numbers.insert(numbers.end(), {static_cast<std::int32_t>(sentence), link.left, link.right, link.label});
}

}  // namespace crossarc::bindings
