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
    top_.assign(nodes, 0);
    below_.assign(nodes, 0);
    begun_.assign(nodes, 0);
    last_words_.assign(nodes, 0);
    for (Node word = tree.size(); word >= 1; --word)
        for (Node node = word; node != 0 && last_words_[static_cast<std::size_t>(node)] == 0; node = tree.head(node))
            last_words_[static_cast<std::size_t>(node)] = word;
    for (Node word = 1; word <= tree.size(); ++word) {
        // Above an ancestor that dominates the word before, too, both belong to the same subtrees.
        for (Node child = word; child != 0 && (word == 1 || !tree.dominates(child, word - 1)); child = tree.head(child))
            if (!visit(tree.head(child), child, word)) return false;
    }
    return true;
}

// The next word belongs to the subtree of `child`: false if that was interrupted by one that still goes on.
bool NestingCheck::visit(Node parent, Node child, Node word) {
    Node& top = top_[static_cast<std::size_t>(parent)];
    while (top != 0 && top != child && last_words_[static_cast<std::size_t>(top)] < word)
        top = below_[static_cast<std::size_t>(top)];
    if (top == child) return true;
    const auto at = static_cast<std::size_t>(child);
    if (begun_[at]) return false;
    begun_[at] = 1;
    below_[at] = top;
    top = child;
    return true;
}

}  // namespace crossarc
