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
    sets_left_ = most_sets;
    return gold_.words() - right - std::max(best_without_cycles(c, -1), 0);
}

bool PlanarOracle::crosses_another(Node w) const {
    const auto own =
        std::find_if(reachable_.begin(), reachable_.end(), [&](const ArcSpan& a) { return a.dependent == w; });
    if (own == reachable_.end()) return false;  // built: it crosses nothing that can be built
    return std::any_of(reachable_.begin(), reachable_.end(), [&](const ArcSpan& a) {
        return (own->left < a.left && a.left < own->right && own->right < a.right) ||
               (a.left < own->left && own->left < a.right && a.right < own->right);
    });
}

// A ∪ I has at most one head for each word, so that its cycles are disjoint. If the best set contains one whose arcs
// cross nothing, it costs one arc, no matter which; otherwise each of its arcs is left out in turn. The tree is wrong in
// several places by then, which is rare; a search that takes too long leaves out the first arc of each cycle.
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
    const bool branches = --sets_left_ > 0 && std::any_of(cycle.begin(), cycle.end(), [&](Node w) { return crosses_another(w); });
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
        if (!branches) break;
    }
    return best;
}

}  // namespace crossarc
