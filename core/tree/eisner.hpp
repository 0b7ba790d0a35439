#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace crossarc {

// The projective tree of largest weight over some nodes in a row, in cubic time (Eisner 1996). Reuses its memory.
class ProjectiveChart {
  public:
    static constexpr std::int32_t forbidden = -(1 << 24);  // far below what any sum of weights comes to

    // Starts on `size` nodes, every arc forbidden.
    void reset(int size);
    int size() const { return size_; }
    std::int32_t& weight(int head, int dependent) { return weight_[at(head, dependent)]; }

    // The largest weight of a tree that is rooted in the first or in the last node.
    std::int32_t best(bool root_first);

    // The head of each node in a tree of that weight, -1 for its root. To be called after best().
    void best_heads(bool root_first, std::span<std::int32_t> heads) const;

  private:
    std::size_t at(int i, int j) const {
        return static_cast<std::size_t>(i) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(j);
    }
    std::int32_t halves(int i, int j) const;

    int size_ = 0;
    std::vector<std::int32_t> weight_;
    // The largest weight of the nodes from i to j, where i (…_right) or j (…_left) is the head of all, by [i][j]; in open
    // ones an arc joins i and j, and its dependent still lacks what lies beyond.
    std::vector<std::int32_t> open_right_, open_left_, closed_right_, closed_left_;
};

}  // namespace crossarc
