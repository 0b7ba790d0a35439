#include "core/oracles/exact.hpp"

namespace crossarc {

namespace {

// Arcs reachable on their own, in terms of positions in (stack, buffer): a word that has a head keeps it; arc-eager
// gives a word on the stack a head from the buffer only, arc-hybrid also from right below it; a word in the buffer can
// get any.
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
    chart_.reset(m);
    for (int h = 0; h < m; ++h) {
        for (int d = 0; d < m; ++d) {
            const Node head = nodes_[static_cast<std::size_t>(h)], dependent = nodes_[static_cast<std::size_t>(d)];
            if (h != d && allowed(this->system(), c, head, dependent, h, d)) {
                chart_.weight(h, d) = gold.head(dependent) == head;
            }
        }
    }
    return gold.words() - kept - chart_.best(c.root() == Root::first);
}

template class ExactOracle<ArcEager>;
template class ExactOracle<ArcHybrid>;

}  // namespace crossarc
