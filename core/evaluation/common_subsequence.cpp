#include "core/evaluation/common_subsequence.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "core/interruption.hpp"

namespace crossarc {
namespace {

using Items = std::span<const std::int32_t>;

// How long the common subsequences of all ends of two lists are: for what begins with row i of the left and column j of
// the right one. Next to each other these numbers differ by 0 or 1, so a row is a bit for each column, and follows from
// the one below it by a handful of operations on whole words of bits (Crochemore et al. 2001, Hyyrö 2004). Bits count
// from the last column; where one is 0, the length is one more than in the column behind it.
//
// With n rows some √n are kept, and those between two of these are computed again when it is their turn.
class Lengths {
  public:
    Lengths(Items left, Items right) : left_(left), columns_(right.size()), blocks_((columns_ + 63) / 64) {
        for (std::size_t column = columns_; column-- > 0;) bits_of_[right[column]].push_back(columns_ - 1 - column);
        step_ = std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(static_cast<double>(left.size()))));
        equal_.resize(blocks_);
        keep_rows();
    }

    // Whether nothing is lost from row i to the next, in column j.
    bool same_below(std::size_t i, std::size_t j) {
        if (i < first_ || i >= first_ + rows_.size() - 1) go_to(i);
        const Row &here = rows_[i - first_], &below = rows_[i - first_ + 1];
        return zeros(here, columns_ - j) == zeros(below, columns_ - j);
    }

  private:
    using Row = std::vector<std::uint64_t>;

    void keep_rows() {
        Row row(blocks_, ~std::uint64_t{0});
        kept_.resize((left_.size() + step_ - 1) / step_ + 1);
        kept_.back() = row;  // that below the last
        for (std::size_t i = left_.size(); i-- > 0;) {
            row = above(row, i);
            if (i % step_ == 0) kept_[i / step_] = row;
        }
    }

    // The rows from one that is kept to the next.
    void go_to(std::size_t i) {
        first_ = i - i % step_;
        const std::size_t last = std::min(first_ + step_, left_.size());
        rows_.resize(last - first_ + 1);
        rows_.back() = kept_[i / step_ + 1];
        for (std::size_t row = last; row-- > first_;) rows_[row - first_] = above(rows_[row - first_ + 1], row);
    }

    Row above(const Row& row, std::size_t i) {
        const std::vector<std::size_t>& bits = bits_of_[left_[i]];
        poll(static_cast<std::int64_t>(2 * blocks_ + bits.size()));
        for (const std::size_t bit : bits) equal_[bit / 64] |= std::uint64_t{1} << bit % 64;
        Row next(blocks_);
        std::uint64_t carry = 0;
        for (std::size_t block = 0; block < blocks_; ++block) {
            const std::uint64_t met = row[block] & equal_[block];
            const std::uint64_t sum = row[block] + met;
            next[block] = (sum + carry) | (row[block] & ~met);
            carry = (sum < met) | (sum + carry < sum);
        }
        for (const std::size_t bit : bits) equal_[bit / 64] = 0;
        return next;
    }

    // How many of the first bits are 0, which is the length.
    static std::size_t zeros(const Row& row, std::size_t bits) {
        std::size_t ones = 0;
        for (std::size_t block = 0; block < bits / 64; ++block)
            ones += static_cast<std::size_t>(std::popcount(row[block]));
        if (bits % 64 != 0)
            ones += static_cast<std::size_t>(std::popcount(row[bits / 64] & ((std::uint64_t{1} << bits % 64) - 1)));
        return bits - ones;
    }

    Items left_;
    std::size_t columns_, blocks_, step_ = 1;
    std::unordered_map<std::int32_t, std::vector<std::size_t>> bits_of_;
    Row equal_;              // scratch, zero between two rows
    std::vector<Row> kept_;  // every `step_` rows, and the last
    std::size_t first_ = 0;
    std::vector<Row> rows_{1};  // those that are being gone through
};

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> longest_common_subsequence(Items left, Items right) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    const std::size_t shorter = std::min(left.size(), right.size());
    std::size_t alike = 0;  // at the front, which is nearly always all
    for (; alike < shorter && left[alike] == right[alike]; ++alike) pairs.emplace_back(alike, alike);
    if (alike == shorter) return pairs;

    Lengths lengths(left.subspan(alike), right.subspan(alike));
    for (std::size_t i = alike, j = alike; i < left.size() && j < right.size();) {
        if (left[i] == right[j])
            pairs.emplace_back(i++, j++);
        else if (lengths.same_below(i - alike, j - alike))
            ++i;
        else
            ++j;
    }
    return pairs;
}

}  // namespace crossarc
