// A gold tree as oracles look at it: heads, and children in order. Heads may be unknown (no_node).
#pragma once

#include <span>
#include <vector>

#include "core/configuration.hpp"

namespace crossarc {

class GoldTree {
  public:
    // heads[w - 1] is the head of word w. Memory is reused from sentence to sentence.
    void assign(std::span<const Node> heads);

    int words() const { return words_; }
    Node head(Node w) const { return heads_[static_cast<std::size_t>(w)]; }
    const Node* heads() const { return heads_.data(); }  // indexed by word; index 0 is unused
    std::span<const Node> children(Node x) const {       // in ascending order
        const auto i = static_cast<std::size_t>(x);
        return {children_.data() + first_child_[i], children_.data() + first_child_[i + 1]};
    }
    bool is_projective() const { return projective_; }  // as far as it is known, with 0 in front of the words
    bool has_unknown() const { return children_.size() < static_cast<std::size_t>(words_); }

  private:
    bool no_arcs_cross() const;

    int words_ = 0;
    bool projective_ = true;
    std::vector<Node> heads_;
    std::vector<Node> children_;
    std::vector<std::int32_t> first_child_;
};

// Ranks of the nodes in the order that makes the tree projective: each head between its left and its right children. 0
// comes last, as in the buffer.
void projective_order(const GoldTree& gold, std::vector<int>& order);

}  // namespace crossarc
