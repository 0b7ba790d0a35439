// A largest set of arcs no two of which cross.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/configuration.hpp"

namespace crossarc {

struct Arc {
    Node left, right, dependent;
};

// Dynamic programming over intervals, in time and memory quadratic in the number of words (for as many arcs as words).
class LargestPlanarSet {
  public:
    int find(int words, std::span<const Arc> arcs);  // returns its size
    std::span<const Arc> arcs() const { return chosen_; }

  private:
    std::span<const Arc> ending_at(std::size_t r) const {
        return {sorted_.data() + first_[r], sorted_.data() + first_[r + 1]};
    }

    std::vector<Arc> sorted_;         // by right end
    std::vector<std::size_t> first_;  // of those with each right end
    std::vector<int> best_;
    std::vector<std::pair<std::size_t, std::size_t>> spans_;
    std::vector<Arc> chosen_;
};

}  // namespace crossarc
