#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

namespace crossarc {

// Rows of small numbers, to be added up in vectors: the smaller the type, the more fit into one.
template <typename Number>
class Rows {
  public:
    Rows(std::size_t rows, std::size_t width)
        : width_(width), stride_((width + lanes - 1) / lanes * lanes), values_(rows * stride_) {}

    Number* operator[](std::size_t row) { return values_.data() + row * stride_; }
    const Number* operator[](std::size_t row) const { return values_.data() + row * stride_; }

    std::size_t width() const { return width_; }
    std::size_t stride() const { return stride_; }

    std::int32_t largest() const {
        std::int32_t found = 1;
        for (const Number value : values_) found = std::max(found, std::abs(std::int32_t{value}));
        return found;
    }

    static constexpr std::size_t lanes = 16 / sizeof(Number);

  private:
    std::size_t width_, stride_;
    std::vector<Number> values_;
};

// The sum of some rows, in numbers that hold that of as many as possible, and from time to time in others.
template <typename Number, typename Sum = Number>
class RowSums {
  public:
    explicit RowSums(const Rows<Number>& rows)
        : rows_(&rows),
          addable_(static_cast<std::size_t>(std::numeric_limits<Sum>::max() / rows.largest())),
          partial_(rows.stride()),
          totals_(rows.width()) {}

    void clear() {
        std::fill(partial_.begin(), partial_.end(), Sum{0});
        std::fill(totals_.begin(), totals_.end(), 0);
        added_ = 0;
    }

    void add(std::size_t index) {
        if (added_ == addable_) flush();
        ++added_;
        add_to(partial_.data(), (*rows_)[index], partial_.size());
    }

    std::span<const std::int64_t> totals() {
        flush();
        return totals_;
    }

  private:
    // One vector instruction for each round of the outer loop, if the compiler sees two things: that the arrays do
    // not overlap, for which they must be arguments, and that the inner loop has a fixed number of rounds.
    static void add_to(Sum* __restrict sums, const Number* __restrict row, std::size_t stride) {
        constexpr std::size_t lanes = Rows<Number>::lanes;
        for (std::size_t i = 0; i < stride; i += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[i + lane] = static_cast<Sum>(sums[i + lane] + row[i + lane]);
    }

    void flush() {
        for (std::size_t i = 0; i < totals_.size(); ++i) totals_[i] += partial_[i];
        std::fill(partial_.begin(), partial_.end(), Sum{0});
        added_ = 0;
    }

    const Rows<Number>* rows_;
    std::size_t addable_;  // without overflow
    std::size_t added_ = 0;
    std::vector<Sum> partial_;
    std::vector<std::int64_t> totals_;
};

}  // namespace crossarc
