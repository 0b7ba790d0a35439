#include "core/oracles/gold.hpp"

#include <algorithm>
#include <utility>

namespace crossarc {

void GoldTree::assign(std::span<const Node> heads) {
    const std::size_t n = heads.size();
    words_ = static_cast<int>(n);
    heads_.resize(n + 1);
    heads_[0] = no_node;
    std::copy(heads.begin(), heads.end(), heads_.begin() + 1);
    first_child_.assign(n + 2, 0);
    for (std::size_t w = 1; w <= n; ++w) ++first_child_[static_cast<std::size_t>(heads_[w] + 1)];
    const std::int32_t unknown = std::exchange(first_child_[0], 0);
    children_.resize(n - static_cast<std::size_t>(unknown));
    for (std::size_t x = 0; x <= n; ++x) first_child_[x + 1] += first_child_[x];
    for (std::size_t w = 1; w <= n; ++w) {
        if (unknown > 0 && heads_[w] == no_node) continue;
        children_[static_cast<std::size_t>(first_child_[static_cast<std::size_t>(heads_[w])]++)] = static_cast<Node>(w);
    }
    for (std::size_t x = n + 1; x > 0; --x) first_child_[x] = first_child_[x - 1];
    first_child_[0] = 0;
    projective_ = no_arcs_cross();
}

// With 0 in front, projective means that no two arcs cross (2010, note 3). One pass from left to right keeps the right
// ends of the arcs that are open, the innermost last: every arc that ends must be the innermost.
bool GoldTree::no_arcs_cross() const {
    thread_local std::vector<Node> open;
    open.clear();
    for (Node x = 0; x <= words_; ++x) {
        const auto below = children(x);
        std::size_t right = 0;  // of the children, how many lie to the left
        while (right < below.size() && below[right] < x) ++right;
        std::size_t ending =
            right + (static_cast<std::uint32_t>(head(x)) < static_cast<std::uint32_t>(x) ? 1 : 0);  // if known
        for (; ending > 0; --ending) {
            if (open.back() != x) return false;
            open.pop_back();
        }
        const bool to_head = x > 0 && head(x) > x;
        std::size_t k = below.size();
        bool head_opened = !to_head;
        while (k > right || !head_opened) {
            if (!head_opened && (k == right || head(x) > below[k - 1])) {
                open.push_back(head(x));
                head_opened = true;
            } else {
                open.push_back(below[--k]);
            }
        }
    }
    return true;
}

void projective_order(const GoldTree& gold, std::vector<int>& order) {
    order.assign(static_cast<std::size_t>(gold.words()) + 1, 0);
    int rank = 0;
    struct Visit {
        Node node;
        std::size_t next;  // child to visit next
        bool ranked;
    };
    thread_local std::vector<Visit> visits;
    for (Node root : gold.children(0)) {
        visits.assign(1, {root, 0, false});
        while (!visits.empty()) {
            Visit& visit = visits.back();
            const auto children = gold.children(visit.node);
            const bool left = visit.next < children.size() && children[visit.next] < visit.node;
            if (!left && !visit.ranked) {
                order[static_cast<std::size_t>(visit.node)] = rank++;
                visit.ranked = true;
            }
            if (visit.next == children.size()) {
                visits.pop_back();
            } else {
                const Node child = children[visit.next++];
                visits.push_back({child, 0, false});
            }
        }
    }
    order[0] = rank;
}

}  // namespace crossarc
