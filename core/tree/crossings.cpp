#include "core/tree/crossings.hpp"

#include <algorithm>

#include "core/interruption.hpp"

namespace crossarc {

bool CrossingsGraph::assign(const Tree& tree) {
    given_.clear();
    for (Node word = 1; word <= tree.size(); ++word)
        if (const Node head = tree.head(word); head != 0)
            given_.push_back({std::min(head, word), std::max(head, word), word});
    return assign(given_, tree.size());
}

// Sweeps over the words with the open arcs as a stack, ordered by where they began. An arc that closes crosses just
// those that were opened inside of it and are still open, so the time is that of the arcs and crossings.
bool CrossingsGraph::assign(std::span<const ArcSpan> arcs, Node last) {
    arcs_.assign(arcs.begin(), arcs.end());
    std::sort(arcs_.begin(), arcs_.end(), [](const ArcSpan& a, const ArcSpan& b) {
        return a.left != b.left ? a.left < b.left : a.right > b.right;  // of two that begin together the longer first
    });

    edges_.clear();
    open_.clear();
    ends_.assign(static_cast<std::size_t>(last) + 1, 0);
    for (const ArcSpan& arc : arcs_) ++ends_[static_cast<std::size_t>(arc.right)];
    std::size_t next = 0;
    for (Node position = 0; position <= last; ++position) {
        for (int left = ends_[static_cast<std::size_t>(position)]; left > 0; --left)
            if (!close_arc_at(position)) return false;
        for (; next < arcs_.size() && arcs_[next].left == position; ++next) open_.push_back(arcs_[next]);
    }

    first_.assign(static_cast<std::size_t>(last) + 2, 0);
    for (const auto& [a, b] : edges_) {
        ++first_[static_cast<std::size_t>(a) + 1];
        ++first_[static_cast<std::size_t>(b) + 1];
    }
    for (std::size_t at = 1; at < first_.size(); ++at) first_[at] += first_[at - 1];
    filled_.assign(first_.begin(), first_.end());
    neighbours_.resize(edges_.size() * 2);
    for (const auto& [a, b] : edges_) {
        neighbours_[filled_[static_cast<std::size_t>(a)]++] = b;
        neighbours_[filled_[static_cast<std::size_t>(b)]++] = a;
    }
    return true;
}

// Closes the highest arc of the stack that ends here. All above it began behind it and go on.
bool CrossingsGraph::close_arc_at(Node position) {
    std::size_t at = open_.size() - 1;
    while (open_[at].right != position) --at;
    if (edges_.size() + open_.size() - at > most_edges) return false;
    poll(static_cast<std::int64_t>(4 * (open_.size() - at)));
    for (std::size_t above = at + 1; above < open_.size(); ++above)
        edges_.emplace_back(open_[at].dependent, open_[above].dependent);
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
}

}  // namespace crossarc
