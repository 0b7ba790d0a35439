#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace crossarc {

// Which cells of an array have been written to, in order. Of two arrays with a past in common, one becomes a copy of the
// other by the cells that either has written to since they parted, however long the arrays are.
class Journal {
  public:
    Journal() = default;
    // Two arrays cannot go on with one journal: a copy has none, and begins one when it is assigned to.
    Journal(const Journal&) {}
    Journal& operator=(const Journal&) = delete;
    // What is left of an array that was moved has none either.
    Journal(Journal&& other) noexcept { *this = std::move(other); }
    Journal& operator=(Journal&& other) noexcept {
        most_ = std::exchange(other.most_, 0);
        origin_ = other.origin_;
        author_ = other.author_;
        writes_ = std::move(other.writes_);
        return *this;
    }

    bool is_kept() const { return most_ > 0; }
    void begin(std::size_t cells) {
        most_ = std::max<std::size_t>(cells / 4, 1);
        forget();
    }
    void end() { most_ = 0; }

    void note(std::size_t cell) {
        if (writes_.size() >= most_) forget();
        writes_.push_back({author_, static_cast<std::uint32_t>(cell)});
    }

    // Goes on from where the other is. Calls copy(cell) for all cells that the two arrays may differ in and returns true, or
    // returns false if they may differ anywhere.
    template <typename Copy>
    bool follow(const Journal& other, const Copy& copy) {
        const bool is_related = distance(other) <= most_;
        const std::size_t common = is_related ? common_writes(other) : 0;
        if (is_related) {
            for (std::size_t k = common; k < writes_.size(); ++k) copy(writes_[k].cell);
            for (std::size_t k = common; k < other.writes_.size(); ++k) copy(other.writes_[k].cell);
        }
        writes_.resize(common);
        writes_.insert(writes_.end(), other.writes_.begin() + static_cast<std::ptrdiff_t>(common), other.writes_.end());
        most_ = other.most_;
        origin_ = other.origin_;
        author_ = new_name();
        return is_related;
    }

    // Which of several arrays is to become a copy of another: the least. Those that are much like it come first, and of
    // these the one that has been left alone for the longest time, so that there is always one for all that there are copies
    // of. If none is, that one of all.
    std::pair<bool, std::size_t> rank_as_copy_of(const Journal& other) const {
        const std::size_t cells = distance(other);
        return {cells > near, cells == anywhere ? 0 : writes_.size()};
    }

  private:
    struct Write {
        std::uint64_t author;  // an array between two copies into it: of one author each write has another place
        std::uint32_t cell;
    };

    static constexpr std::size_t near = 2000, anywhere = SIZE_MAX;

    // In how many cells the two arrays may differ.
    std::size_t distance(const Journal& other) const {
        if (!is_kept() || !other.is_kept() || origin_ != other.origin_) return anywhere;
        return writes_.size() + other.writes_.size() - 2 * common_writes(other);
    }

    static std::uint64_t new_name() {
        static std::atomic<std::uint64_t> names{0};
        return names.fetch_add(1, std::memory_order_relaxed);
    }

    // A journal that were longer than the array would be of no use.
    void forget() {
        writes_.clear();
        origin_ = author_ = new_name();
    }

    // Once two journals differ, they do so to their ends.
    std::size_t common_writes(const Journal& other) const {
        std::size_t low = 0, high = std::min(writes_.size(), other.writes_.size());
        while (low < high) {
            const std::size_t middle = std::midpoint(low, high);
            if (writes_[middle].author == other.writes_[middle].author) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    std::size_t most_ = 0;  // writes; 0 if none is noted
    std::uint64_t origin_ = 0, author_ = 0;
    std::vector<Write> writes_;
};

}  // namespace crossarc
