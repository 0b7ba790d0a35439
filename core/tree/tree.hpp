#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/node.hpp"

namespace crossarc {

// A tree over the words 1..n under the artificial root 0, with what is needed to ask about dominance in constant
// time. Made to be reused: assigning another tree allocates only when that is longer than any before.
class Tree {
  public:
    // heads[i] is the head of word i + 1; a word without one (-1) hangs from the root. There must be no cycle.
    void assign(std::span<const std::int32_t> heads);

    Node size() const { return size_; }
    Node head(Node word) const { return heads_[static_cast<std::size_t>(word)]; }

    // Whether `node` is `ancestor` or descends from it.
    bool dominates(Node ancestor, Node node) const {
        const std::int32_t distance = preorder_[static_cast<std::size_t>(node)] - preorder_[static_cast<std::size_t>(ancestor)];
        return distance >= 0 && distance < subtree_size(ancestor);
    }

    std::int32_t subtree_size(Node node) const { return subtree_sizes_[static_cast<std::size_t>(node)]; }

  private:
    Node size_ = 0;
    std::vector<Node> heads_;  // by node; heads_[0] is not used
    std::vector<std::int32_t> preorder_, subtree_sizes_;
    std::vector<Node> first_child_, next_sibling_, agenda_, order_;
};

}  // namespace crossarc
