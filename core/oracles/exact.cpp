#include "core/oracles/exact.hpp"

#include <algorithm>

namespace crossarc {

void ConstrainedEisner::reset(int m) {
    size_ = m;
    const auto cells = static_cast<std::size_t>(m) * static_cast<std::size_t>(m);
    weight_.assign(cells, forbidden);
    for (auto* table : {&open_left_, &open_right_, &closed_left_, &closed_right_}) table->assign(cells, 0);
}

int ConstrainedEisner::best(bool root_first) {
    const auto m = static_cast<std::size_t>(size_);
    const auto at = [m](std::size_t i, std::size_t j) { return i * m + j; };
    for (std::size_t length = 1; length < m; ++length) {
        for (std::size_t i = 0; i + length < m; ++i) {
            const std::size_t j = i + length;
            int halves = 4 * forbidden;
            for (std::size_t k = i; k < j; ++k) {
                halves = std::max(halves, closed_right_[at(i, k)] + closed_left_[at(k + 1, j)]);
            }
            open_right_[at(i, j)] = std::max(halves + weight_[at(i, j)], 4 * forbidden);  // i→j
            open_left_[at(i, j)] = std::max(halves + weight_[at(j, i)], 4 * forbidden);   // j→i
            int right = 4 * forbidden, left = 4 * forbidden;
            for (std::size_t k = i + 1; k <= j; ++k) {
                right = std::max(right, open_right_[at(i, k)] + closed_right_[at(k, j)]);
            }
            for (std::size_t k = i; k < j; ++k) {
                left = std::max(left, closed_left_[at(i, k)] + open_left_[at(k, j)]);
            }
            closed_right_[at(i, j)] = std::max(right, 4 * forbidden);
            closed_left_[at(i, j)] = std::max(left, 4 * forbidden);
        }
    }
    if (m == 0) return 0;
    return root_first ? closed_right_[at(0, m - 1)] : closed_left_[at(0, m - 1)];
}

namespace {

// Arcs reachable on their own, in terms of positions in (stack, buffer): a word that has a head keeps it; arc-eager gives
// a word on the stack a head from the buffer only, arc-hybrid also from right below it; a word in the buffer can get any.
bool allowed(const ArcEager& system, const Configuration& c, Node head, Node dependent, int, int) {
    if (dependent == 0) return false;
    if (c.has_head(dependent)) return c.head(dependent) == head;
    return c.is_in_buffer(dependent) || c.is_in_buffer(head) || (system.root_first && head == 0);
}

bool allowed(const ArcHybrid&, const Configuration& c, Node head, Node dependent, int head_at, int dependent_at) {
    if (dependent == 0) return false;
    return c.is_in_buffer(dependent) || c.is_in_buffer(head) || head_at + 1 == dependent_at;
}

}  // namespace

template <class System>
int ExactOracle<System>::exact_loss(const Configuration& c) {
    const GoldTree& gold = this->gold();
    nodes_.clear();
    for (int k = 0; k < c.size(); ++k) nodes_.push_back(c.bottom(0)[k]);
    for (int k = 0; k < c.buffer_size(); ++k) nodes_.push_back(c.buffer(k));

    int kept = 0;  // gold arcs to words that have left stack and buffer
    for (Node w = 1; w <= gold.words(); ++w) {
        if (!c.is_in_buffer(w) && !c.is_on_stack(w, 0)) kept += c.head(w) == gold.head(w);
    }
    const int m = static_cast<int>(nodes_.size());
    eisner_.reset(m);
    for (int h = 0; h < m; ++h) {
        for (int d = 0; d < m; ++d) {
            const Node head = nodes_[static_cast<std::size_t>(h)], dependent = nodes_[static_cast<std::size_t>(d)];
            if (h != d && allowed(this->system(), c, head, dependent, h, d)) {
                eisner_.weight(h, d) = gold.head(dependent) == head;
            }
        }
    }
    return gold.words() - kept - eisner_.best(c.root() == Root::first);
}

template class ExactOracle<ArcEager>;
template class ExactOracle<ArcHybrid>;

}  // namespace crossarc
