#include "core/transforms/pseudo_projective.hpp"

#include <algorithm>

#include "core/interruption.hpp"

namespace crossarc {
namespace {

std::size_t at(Node word) { return static_cast<std::size_t>(word) - 1; }

}  // namespace

int PseudoProjective::projectivize(std::span<std::int32_t> heads, std::span<const std::int32_t> labels,
                                   std::span<LiftMarks> marks) {
    std::fill(marks.begin(), marks.end(), LiftMarks{});
    int patience = search_patience;
    if (can_stay_ && can_stay_(heads, patience)) return 0;
    if (can_stay_ && heads.size() <= SparingLifting::longest) {
        for (const Node word : sparing_.find(heads, can_stay_)) {
            mark(word, heads, labels, marks);
            heads[at(word)] = heads[at(heads[at(word)])];
        }
    } else {
        lifting_.start(heads);
        while (const Node word = lifting_.shortest()) {
            mark(word, heads, labels, marks);
            lifting_.lift_shortest();
        }
    }
    const auto lifted = std::count_if(marks.begin(), marks.end(), [](const LiftMarks& own) { return own.lifted; });
    if (encoding_ == LiftEncoding::nothing) std::fill(marks.begin(), marks.end(), LiftMarks{});
    return static_cast<int>(lifted);
}

// A word that is about to be lifted. Its head before the first lift is the one to be found again.
void PseudoProjective::mark(Node word, std::span<const std::int32_t> heads, std::span<const std::int32_t> labels,
                            std::span<LiftMarks> marks) const {
    const Node head = heads[at(word)];
    LiftMarks& own = marks[at(word)];
    if (!own.lifted && encoding_ != LiftEncoding::path) own.head_label = labels[at(head)];
    own.lifted = true;
    if (encoding_ != LiftEncoding::head) marks[at(head)].on_path = true;
}

int PseudoProjective::deprojectivize(std::span<std::int32_t> heads, std::span<const std::int32_t> labels,
                                     std::span<const LiftMarks> marks) {
    const bool any = std::any_of(marks.begin(), marks.end(), [](const LiftMarks& mark) { return mark.lifted; });
    if (!any || encoding_ == LiftEncoding::nothing) return 0;
    // From the root downwards, so that what a word is put below is in its place already.
    find_children(heads);
    order_.assign(1, 0);
    for (std::size_t i = 0; i < order_.size(); ++i)
        for (const Node child : children_[static_cast<std::size_t>(order_[i])]) order_.push_back(child);
    int moved = 0;
    for (const Node word : order_) {
        if (word == 0 || !marks[at(word)].lifted) continue;
        Node target = 0;
        if (encoding_ != LiftEncoding::head) target = target_of(word, heads, labels, marks, true);
        if (target == 0 && encoding_ != LiftEncoding::path) target = target_of(word, heads, labels, marks, false);
        if (target == 0) continue;
        move(word, heads[at(word)], target);
        ++moved;
    }
    return moved;
}

void PseudoProjective::find_children(std::span<const std::int32_t> heads) {
    children_.resize(std::max(children_.size(), heads.size() + 1));
    for (std::size_t node = 0; node <= heads.size(); ++node) children_[node].clear();
    for (Node word = 1; word <= static_cast<Node>(heads.size()); ++word)
        children_[static_cast<std::size_t>(std::max(heads[at(word)], 0))].push_back(word);
}

void PseudoProjective::move(Node word, Node& head, Node target) {
    auto& before = children_[static_cast<std::size_t>(std::max(head, 0))];
    before.erase(std::lower_bound(before.begin(), before.end(), word));
    head = target;
    auto& after = children_[static_cast<std::size_t>(target)];
    after.insert(std::lower_bound(after.begin(), after.end(), word), word);
}

// Searches below the head of a lifted word, breadth first and from left to right: along arcs with ↓ or along all. What is
// looked for is a node with the relation h, or, if the encoding has none, the end of the path. 0 if there is none.
Node PseudoProjective::target_of(Node word, std::span<const std::int32_t> heads, std::span<const std::int32_t> labels,
                                 std::span<const LiftMarks> marks, bool along_path) {
    const auto follows = [&](Node child) { return child != word && (!along_path || marks[at(child)].on_path); };
    agenda_.assign(1, std::max(heads[at(word)], 0));
    for (std::size_t i = 0; i < agenda_.size(); ++i) {
        const Node node = agenda_[i];
        poll(static_cast<std::int64_t>(4 + children_[static_cast<std::size_t>(node)].size()));
        bool goes_on = false;
        for (const Node child : children_[static_cast<std::size_t>(node)]) {
            if (!follows(child)) continue;
            goes_on = true;
            agenda_.push_back(child);
        }
        if (i == 0) continue;  // the head itself is where the word was lifted to
        const bool found = encoding_ == LiftEncoding::path ? !goes_on : labels[at(node)] == marks[at(word)].head_label;
        if (found) return node;
    }
    return 0;
}

}  // namespace crossarc
