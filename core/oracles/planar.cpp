#include "core/oracles/planar.hpp"

#include <algorithm>

namespace crossarc {

int PlanarOracle::loss_of_crossing_arcs(const Configuration& c) {
    int right = 0;
    reachable_.clear();
    for (Node w = 1; w <= gold_.words(); ++w) {
        const Node head = gold_.head(w);
        if (c.has_head(w)) {
            right += c.head(w) == head;
        } else if (head == 0) {
            ++right;
        } else {
            const Node left = std::min(head, w), end = std::max(head, w);
            if (can_meet(system_, c, left, end, 0) && !c.connected(head, w)) reachable_.push_back({left, end, w});
        }
    }
    return gold_.words() - right - std::max(best_without_cycles(c, -1), 0);
}

// A ∪ I has at most one head for each word, so that its cycles are disjoint: if the best set contains one, tries
// without each of its arcs in turn. The tree is wrong in several places by then, which is rare.
int PlanarOracle::best_without_cycles(const Configuration& c, int known) {
    const int size = set_.find(gold_.words(), reachable_);
    if (size <= known) return -1;
    const auto nodes = static_cast<std::size_t>(c.words()) + 1;
    next_.assign(c.heads(), c.heads() + nodes);
    for (const ArcSpan& arc : set_.arcs()) next_[static_cast<std::size_t>(arc.dependent)] = gold_.head(arc.dependent);
    seen_by_.assign(nodes, 0);
    std::vector<Node> cycle;
    for (Node w = 1; w <= c.words() && cycle.empty(); ++w) {
        Node x = w;
        while (x > 0 && seen_by_[static_cast<std::size_t>(x)] == 0) {
            seen_by_[static_cast<std::size_t>(x)] = w;
            x = next_[static_cast<std::size_t>(x)];
        }
        if (x <= 0 || seen_by_[static_cast<std::size_t>(x)] != w) continue;
        for (Node y = x; cycle.empty() || y != x; y = next_[static_cast<std::size_t>(y)]) cycle.push_back(y);
    }
    if (cycle.empty()) return size;
    int best = -1;
    for (Node w : cycle) {
        const auto arc =
            std::find_if(reachable_.begin(), reachable_.end(), [&](const ArcSpan& a) { return a.dependent == w; });
        if (arc == reachable_.end()) continue;  // already built
        const ArcSpan dropped = *arc;
        const auto place = arc - reachable_.begin();
        reachable_.erase(arc);
        best = std::max(best, best_without_cycles(c, std::max(known, best)));
        reachable_.insert(reachable_.begin() + place, dropped);
    }
    return best;
}

}  // namespace crossarc
