#include "core/tree/tree.hpp"

#include <algorithm>

namespace crossarc {

void Tree::assign(std::span<const std::int32_t> heads) {
    size_ = static_cast<Node>(heads.size());
    const std::size_t nodes = heads.size() + 1;
    heads_.resize(nodes);
    heads_[0] = 0;
    std::transform(heads.begin(), heads.end(), heads_.begin() + 1, [](std::int32_t head) { return std::max(head, 0); });

    constexpr Node none = -1;
    first_child_.assign(nodes, none);
    next_sibling_.assign(nodes, none);
    for (Node word = size_; word >= 1; --word) {
        Node& first = first_child_[static_cast<std::size_t>(head(word))];
        next_sibling_[static_cast<std::size_t>(word)] = first;
        first = word;
    }

    preorder_.resize(nodes);
    subtree_sizes_.assign(nodes, 1);
    agenda_.clear();
    agenda_.push_back(0);
    order_.clear();
    while (!agenda_.empty()) {
        const Node node = agenda_.back();
        agenda_.pop_back();
        preorder_[static_cast<std::size_t>(node)] = static_cast<std::int32_t>(order_.size());
        order_.push_back(node);
        for (Node child = first_child_[static_cast<std::size_t>(node)]; child != none;
             child = next_sibling_[static_cast<std::size_t>(child)])
            agenda_.push_back(child);
    }
    for (std::size_t at = order_.size(); at-- > 1;)
        subtree_sizes_[static_cast<std::size_t>(head(order_[at]))] += subtree_size(order_[at]);
}

}  // namespace crossarc
