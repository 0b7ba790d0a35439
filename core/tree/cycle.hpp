#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace crossarc {

// A word on a cycle of the heads, 0 if there is none. Heads must lie within the sentence; 0 and less end a path.
// `trail` is the search's memory, to be reused.
inline std::int32_t find_cycle(std::span<const std::int32_t> heads, std::vector<std::int32_t>& trail) {
    const auto n = static_cast<std::int32_t>(heads.size());
    trail.assign(heads.size() + 1, 0);
    for (std::int32_t start = 1; start <= n; ++start) {
        std::int32_t word = start;
        while (word > 0 && trail[static_cast<std::size_t>(word)] == 0) {
            trail[static_cast<std::size_t>(word)] = start;
            word = heads[static_cast<std::size_t>(word) - 1];
        }
        if (word > 0 && trail[static_cast<std::size_t>(word)] == start) return word;  // met its own trail
    }
    return 0;
}

}  // namespace crossarc
