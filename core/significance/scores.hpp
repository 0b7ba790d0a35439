#pragma once

#include <cstddef>
#include <cstdint>
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
};

// The pairs of systems in the order of results: (0, 1), (0, 2), …, (1, 2), …
std::vector<std::pair<std::size_t, std::size_t>> system_pairs(std::size_t systems);

// 0 where nothing is possible.
inline double ratio(std::int64_t right, std::int64_t possible) {
    return possible == 0 ? 0.0 : static_cast<double>(right) / static_cast<double>(possible);
}

// Sums of rows of small numbers. Rows are padded to whole vectors.
class RowSums {
  public:
    explicit RowSums(std::size_t width) : partial_(padded(width)), totals_(width) {}

    static std::size_t padded(std::size_t width) { return (width + lanes - 1) / lanes * lanes; }

    void clear();
    void add(const std::int32_t* row);
    std::span<const std::int64_t> totals();

  private:
    static constexpr std::size_t lanes = 4;
    static constexpr int most_rows = 1 << 10;  // that 32 bits hold the sum of

    void flush();

    std::vector<std::int32_t> partial_;
    std::vector<std::int64_t> totals_;
    int rows_ = 0;
};

// Rows one after the other, each padded to whole vectors.
class PaddedRows {
  public:
    PaddedRows(std::size_t rows, std::size_t width)
        : stride_(RowSums::padded(width)), values_(rows * stride_) {}

    std::int32_t* operator[](std::size_t row) { return values_.data() + row * stride_; }
    const std::int32_t* operator[](std::size_t row) const { return values_.data() + row * stride_; }

  private:
    std::size_t stride_;
    std::vector<std::int32_t> values_;
};

// No count may be larger, so that sums cannot overflow.
inline constexpr std::int32_t largest_count = 1 << 20;

}  // namespace crossarc
