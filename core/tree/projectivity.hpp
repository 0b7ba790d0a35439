#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/tree.hpp"

namespace crossarc {

// Which arcs are non-projective: an arc is if some word strictly between its ends does not descend from its head.
// Arcs from the artificial root never are.
class ProjectivityCheck {
  public:
    // Sets flags[i] to whether the arc into word i + 1 is non-projective; returns how many are. Linear time.
    int mark_nonprojective(const Tree& tree, std::span<std::uint8_t> flags);

    int count_nonprojective(const Tree& tree);

    // Of the tree that was looked at last: for each word the nearest word to its right, and to its left, that does not
    // descend from it; the ends of the sentence if all do.
    std::span<const Node> right_reaches() const { return right_reach_; }
    std::span<const Node> left_reaches() const { return left_reach_; }

  private:
    void find_reaches(const Tree& tree);
    bool is_nonprojective(const Tree& tree, Node word) const;

    std::vector<Node> right_reach_, left_reach_;
};

}  // namespace crossarc
