// What derivations did beside making trees, as numbers for Python.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/systems/system.hpp"

namespace crossarc::bindings {

// For each word the number of the transition in the system's list that built its arc; -1 if none did, or the word was
// hung elsewhere afterwards.
template <class Parser>
void append_builders(const Parser& parser, const LabelledTree& tree, std::size_t, std::vector<std::int32_t>& numbers) {
    const std::size_t first = numbers.size();
    numbers.resize(first + tree.heads.size(), -1);
    const System& system = parser.system();
    if (!system.traits().is_directed) return;
    Configuration c;
    system.start(c, static_cast<int>(tree.heads.size()));
    for (const auto& [transition, label] : parser.derivation()) {
        const auto [head, dependent] = system.arc(c, transition);
        if (dependent > 0 && tree.heads[static_cast<std::size_t>(dependent) - 1] == head)
            numbers[first + static_cast<std::size_t>(dependent) - 1] = static_cast<int>(transition.kind);
        system.apply(c, transition, label);
    }
}

// Four numbers for each link of an undirected system: sentence, left node, right node, label.
template <class Parser>
void append_links(const Parser& parser, const LabelledTree&, std::size_t sentence, std::vector<std::int32_t>& numbers) {
    const Configuration& c = parser.configuration();
    for (int k = 0; k < c.edges(); ++k) {
        const Configuration::Edge link = c.edge(k);
        numbers.insert(numbers.end(), {static_cast<std::int32_t>(sentence), link.left, link.right, link.label});
    }
}

}  // namespace crossarc::bindings
