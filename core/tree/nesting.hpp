#pragma once

#include <vector>

#include "core/tree/tree.hpp"

namespace crossarc {

// The largest number of gaps in the projection of a word (Kuhlmann & Nivre 2006): 0 for projective trees. Takes the time of
// all blocks of all projections.
class GapDegree {
  public:
    int of(const Tree& tree);

  private:
    std::vector<int> blocks_;
};

// Whether no two disjoint subtrees interleave (Bodirsky et al. 2005). Takes the time of all blocks of all projections.
class NestingCheck {
  public:
    bool is_well_nested(const Tree& tree);

  private:
    bool visit(Node parent, Node child, Node word);

    std::vector<Node> top_;    // by parent: the child subtree that the last word seen belongs to
    std::vector<Node> below_;  // by child: the sibling subtree that it interrupted
    std::vector<Node> last_words_;  // of each node's subtree
    std::vector<char> begun_;
};

}  // namespace crossarc
