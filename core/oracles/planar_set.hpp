// A largest set of arcs no two of which cross.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/tree/arc_span.hpp"

namespace crossarc {

// Dynamic programming over intervals, in time and memory quadratic in the number of words (for as many arcs as words).
class LargestPlanarSet {
  public:
    int find(int words, std::span<const ArcSpan> arcs);  // returns its size
    std::span<const ArcSpan> arcs() const { return chosen_; }

  private:
    std::span<const ArcSpan> ending_at(std::size_t r) const {
        return {sorted_.data() + first_[r], sorted_.data() + first_[r + 1]};
    }

    std::vector<ArcSpan> sorted_;         // by right end
    std::vector<std::size_t> first_;  // of those with each right end
    std::vector<int> best_;
    std::vector<std::pair<std::size_t, std::size_t>> spans_;
    std::vector<ArcSpan> chosen_;
};

}  // namespace crossarc
