#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace crossarc {

// What several systems got right, sentence by sentence: for each sentence, system and metric two numbers, what is
// right and what could be. A metric's score over some sentences is the ratio of the two sums.
struct SentenceCounts {
    std::span<const std::int32_t> values;  // [sentence][system][metric][right, possible]
    std::size_t systems;
    std::size_t metrics;

    std::size_t width() const { return systems * metrics * 2; }
    std::size_t sentences() const { return values.size() / width(); }
    std::span<const std::int32_t> row(std::size_t s) const { return values.subspan(s * width(), width()); }
};

// The pairs of systems in the order of results: (0, 1), (0, 2), …, (1, 2), …
inline std::vector<std::pair<std::size_t, std::size_t>> system_pairs(std::size_t systems) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < systems; ++a)
        for (std::size_t b = a + 1; b < systems; ++b) pairs.emplace_back(a, b);
    return pairs;
}

// 0 where nothing is possible.
inline double ratio(std::int64_t right, std::int64_t possible) {
    return possible == 0 ? 0.0 : static_cast<double>(right) / static_cast<double>(possible);
}

// No count may be larger, so that sums cannot overflow.
inline constexpr std::int32_t largest_count = 1 << 20;

// Whether numbers of the type hold all counts, and those of 16 bits the sum of enough rows; they do unless there are
// sentences of thousands of words.
template <typename Number>
bool fit_into(const SentenceCounts& counts) {
    constexpr std::int32_t enough_rows = 16;
    constexpr std::int32_t most_of_enough = std::numeric_limits<std::int16_t>::max() / enough_rows;
    const std::int32_t most = std::min<std::int32_t>(std::numeric_limits<Number>::max(), most_of_enough);
    return std::all_of(counts.values.begin(), counts.values.end(), [&](std::int32_t value) { return value <= most; });
}

}  // namespace crossarc
