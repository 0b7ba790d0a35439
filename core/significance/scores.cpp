#include "core/significance/scores.hpp"

#include <algorithm>

namespace crossarc {

std::vector<std::pair<std::size_t, std::size_t>> system_pairs(std::size_t systems) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < systems; ++a)
        for (std::size_t b = a + 1; b < systems; ++b) pairs.emplace_back(a, b);
    return pairs;
}

void RowSums::clear() {
    std::fill(partial_.begin(), partial_.end(), 0);
    std::fill(totals_.begin(), totals_.end(), 0);
    rows_ = 0;
}

void RowSums::add(const std::int32_t* row) {
    std::int32_t* __restrict const sums = partial_.data();  // which no row is part of
    const std::size_t width = partial_.size();
    for (std::size_t i = 0; i < width; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[i + lane] += row[i + lane];
    if (++rows_ == most_rows) flush();
}

std::span<const std::int64_t> RowSums::totals() {
    flush();
    return totals_;
}

void RowSums::flush() {
    for (std::size_t i = 0; i < totals_.size(); ++i) totals_[i] += partial_[i];
    std::fill(partial_.begin(), partial_.end(), 0);
    rows_ = 0;
}

}  // namespace crossarc
