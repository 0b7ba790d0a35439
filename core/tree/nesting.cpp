#include "core/tree/nesting.hpp"

#include <algorithm>

namespace crossarc {

// A word starts a new block in the projection of those of its ancestors that do not dominate the word before it.
int GapDegree::of(const Tree& tree) {
    blocks_.assign(static_cast<std::size_t>(tree.size()) + 1, 0);
    int most = 1;
    for (Node word = 1; word <= tree.size(); ++word)
        for (Node node = word; node != 0 && (word == 1 || !tree.dominates(node, word - 1)); node = tree.head(node))
            most = std::max(most, ++blocks_[static_cast<std::size_t>(node)]);
    return most - 1;
}

// Two disjoint subtrees interleave only if the subtrees of two siblings do, those above them that hang from their
// lowest common ancestor. So it is enough to see, for each parent, whether its children's subtrees are nested like
// brackets; the artificial root is the parent of all roots.
bool NestingCheck::is_well_nested(const Tree& tree) {
    const auto nodes = static_cast<std::size_t>(tree.size()) + 1;
    constexpr Node none = 0;
    top_.assign(nodes, none);
    below_.assign(nodes, none);
    begun_.assign(nodes, 0);
    words_left_.resize(nodes);
    for (Node word = 1; word <= tree.size(); ++word) words_left_[static_cast<std::size_t>(word)] = tree.subtree_size(word);
    for (Node word = 1; word <= tree.size(); ++word)
        for (Node child = word; child != 0; child = tree.head(child))
            if (!visit(tree.head(child), child)) return false;
    return true;
}

// The next word belongs to the subtree of `child`: false if that was interrupted by one that still goes on.
bool NestingCheck::visit(Node parent, Node child) {
    Node& top = top_[static_cast<std::size_t>(parent)];
    while (top != 0 && top != child && words_left_[static_cast<std::size_t>(top)] == 0)
        top = below_[static_cast<std::size_t>(top)];
    const auto at = static_cast<std::size_t>(child);
    if (top != child) {
        if (begun_[at]) return false;
        begun_[at] = 1;
        below_[at] = top;
        top = child;
    }
    --words_left_[at];
    return true;
}

}  // namespace crossarc
