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
        std::size_t ending = right + (static_cast<std::uint32_t>(head(x)) < static_cast<std::uint32_t>(x) ? 1 : 0);  // if known
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

}  // namespace crossarc
