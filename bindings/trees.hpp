#pragma once

#include <cstdint>

#include "bindings/module.hpp"
#include "core/tree/forest.hpp"

namespace crossarc::bindings {

// The heads of all words of a treebank; offsets[s] to offsets[s + 1] are the words of sentence s.
using Heads = Input<std::int32_t>;
using Offsets = Input<std::int64_t>;

// Refuses arrays that are no trees: they come from users, and the core trusts them.
inline Forest checked_forest(const Heads& heads, const Offsets& offsets, MissingHeads missing) {
    const Forest forest{span_of(heads), span_of(offsets)};
    check_forest(forest, missing);
    return forest;
}

}  // namespace crossarc::bindings
