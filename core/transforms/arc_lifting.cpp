#include "core/transforms/arc_lifting.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/interruption.hpp"

namespace crossarc {
namespace {

constexpr Node none = -1;

std::size_t at(Node node) { return static_cast<std::size_t>(node); }

}  // namespace

void ArcLifting::start(std::span<std::int32_t> heads) {
    heads_ = heads;
    nonprojective_ = {};
    tree_.assign(heads);
    if (check_.count_nonprojective(tree_) == 0) return;
    left_reach_.assign(check_.left_reaches().begin(), check_.left_reaches().end());
    right_reach_.assign(check_.right_reaches().begin(), check_.right_reaches().end());
    const std::size_t nodes = heads.size() + 1;
    sizes_.resize(nodes);
    for (auto* links : {&first_child_, &next_sibling_, &previous_sibling_}) links->assign(nodes, none);
    for (Node word = 1; word <= tree_.size(); ++word) {
        sizes_[at(word)] = tree_.subtree_size(word);
        link(word, head(word));
        add_if_nonprojective(word);
    }
}

void ArcLifting::lift_shortest() {
    const Node word = shortest();
    nonprojective_.pop();
    const Node old_head = head(word);
    const Node left = left_reach_[at(old_head)], right = right_reach_[at(old_head)];
    const auto [new_left, new_right] = nearest_below(word, old_head, left, right);
    unlink(word);
    heads_[at(word) - 1] = head(old_head);
    link(word, head(word));
    sizes_[at(old_head)] -= sizes_[at(word)];
    left_reach_[at(old_head)] = new_left;
    right_reach_[at(old_head)] = new_right;
    add_between(old_head, left, new_left - 1);
    add_between(old_head, new_right + 1, right);
    add_if_nonprojective(word);
}

void ArcLifting::add_if_nonprojective(Node word) {
    const Node of = head(word);
    if (of <= 0 || (of < word ? right_reach_[at(of)] >= word : left_reach_[at(of)] <= word)) return;
    nonprojective_.emplace(std::abs(word - of), word);
}

// The arcs of a head that have become non-projective, now that it does not reach so far.
void ArcLifting::add_between(Node of, Node first, Node last) {
    first = std::max(first, 1);
    last = std::min(last, tree_.size());
    for (Node word = first; word <= last; ++word)
        if (head(word) == of) nonprojective_.emplace(std::abs(word - of), word);
    poll(std::max(0, last - first));
}

void ArcLifting::link(Node word, Node to) {
    if (to <= 0) return;  // nobody asks for what is below the root
    const Node next = first_child_[at(to)];
    next_sibling_[at(word)] = next;
    previous_sibling_[at(word)] = none;
    if (next != none) previous_sibling_[at(next)] = word;
    first_child_[at(to)] = word;
}

void ArcLifting::unlink(Node word) {
    const Node previous = previous_sibling_[at(word)], next = next_sibling_[at(word)];
    (previous == none ? first_child_[at(head(word))] : next_sibling_[at(previous)]) = next;
    if (next != none) previous_sibling_[at(next)] = previous;
}

// Whether a word that is below `head` is so by way of its child. Lifting takes words away from below a node and never puts
// any there, so that most are told apart by where they were at the start.
bool ArcLifting::is_below(Node word, Node child, Node of) const {
    if (!tree_.dominates(child, word)) return false;
    std::int64_t steps = 1;
    for (; word != child && word != of; ++steps) word = head(word);
    poll(steps);
    return word == child;
}

// Of the words below a child of `head`, the nearest to that on both sides, but not beyond `left` and `right`, between which
// all words are below the head.
std::pair<Node, Node> ArcLifting::nearest_below(Node child, Node of, Node left, Node right) {
    if (sizes_[at(child)] < right - left) {
        agenda_.assign(1, child);
        for (std::size_t k = 0; k < agenda_.size(); ++k) {
            const Node word = agenda_[k];
            if (word < of) left = std::max(left, word);
            if (word > of) right = std::min(right, word);
            for (Node below = first_child_[at(word)]; below != none; below = next_sibling_[at(below)])
                agenda_.push_back(below);
        }
        poll(static_cast<std::int64_t>(4 * agenda_.size()));
        return {left, right};
    }
    // From reach to reach: all words that are passed over are below the one before, and not below the child, if that is not.
    Node to_left = of - 1, to_right = of + 1;
    while (to_left > left && !is_below(to_left, child, of)) to_left = left_reach_[at(to_left)];
    while (to_right < right && !is_below(to_right, child, of)) to_right = right_reach_[at(to_right)];
    return {std::max(left, to_left), std::min(right, to_right)};
}

}  // namespace crossarc
