#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bindings/module.hpp"
#include "core/tree/cycle.hpp"

namespace crossarc::bindings {

// The heads of all words of a treebank; offsets[s] to offsets[s + 1] are the words of sentence s.
using Heads = Input<std::int32_t>;
using Offsets = Input<std::int64_t>;

// Refuses arrays that are no trees: they come from users, and the core trusts them.
inline void check_trees(std::span<const std::int32_t> heads, std::span<const std::int64_t> offsets) {
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(heads.size()) ||
        !std::is_sorted(offsets.begin(), offsets.end()))
        throw nb::value_error("the offsets must rise from 0 to the number of words");
    std::vector<std::int32_t> trail;
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        const auto length = static_cast<std::size_t>(offsets[s + 1] - offsets[s]);
        const auto sentence = heads.subspan(static_cast<std::size_t>(offsets[s]), length);
        for (const std::int32_t head : sentence)
            if (head < -1 || head > static_cast<std::int64_t>(length))
                throw nb::value_error("a head is outside of its sentence");
        if (find_cycle(sentence, trail) != 0) throw nb::value_error("the heads of a sentence form a cycle");
    }
}

}  // namespace crossarc::bindings
