#include "core/oracles/crossing_arcs.hpp"

#include <algorithm>

namespace crossarc {
namespace {

constexpr int most_sets = 200;  // that a search looks at before it stops branching

bool crosses_another(std::span<const ArcSpan> reachable, Node w) {
    const auto own =
        std::find_if(reachable.begin(), reachable.end(), [&](const ArcSpan& a) { return a.dependent == w; });
    if (own == reachable.end()) return false;  // built: it crosses nothing that can be built
    return std::any_of(reachable.begin(), reachable.end(), [&](const ArcSpan& a) {
        return (own->left < a.left && a.left < own->right && own->right < a.right) ||
               (a.left < own->left && own->left < a.right && a.right < own->right);
    });
}

// -1 if no part has more than `known`.
//
// A ∪ I has at most one head for each word, so that its cycles are disjoint. If the best set contains one whose arcs
// cross nothing, it costs one arc, no matter which; otherwise each of its arcs is left out in turn. The tree is wrong
// in several places by then, which is rare; a search that takes too long leaves out the first arc of each cycle.
int best_without_cycles(PlanarSearch& search, const GoldTree& gold, const Configuration& c, int known) {
    const int size = search.set.find(gold.words(), search.reachable);
    if (size <= known) return -1;
    const auto nodes = static_cast<std::size_t>(c.words()) + 1;
    search.next.assign(c.heads(), c.heads() + nodes);
    for (const ArcSpan& arc : search.set.arcs())
        search.next[static_cast<std::size_t>(arc.dependent)] = gold.head(arc.dependent);
    search.seen_by.assign(nodes, 0);
    std::vector<Node> cycle;
    for (Node w = 1; w <= c.words() && cycle.empty(); ++w) {
        Node x = w;
        while (x > 0 && search.seen_by[static_cast<std::size_t>(x)] == 0) {
            search.seen_by[static_cast<std::size_t>(x)] = w;
            x = search.next[static_cast<std::size_t>(x)];
        }
        if (x <= 0 || search.seen_by[static_cast<std::size_t>(x)] != w) continue;
        for (Node y = x; cycle.empty() || y != x; y = search.next[static_cast<std::size_t>(y)]) cycle.push_back(y);
    }
    if (cycle.empty()) return size;
    auto& reachable = search.reachable;
    const bool branches = --search.sets_left > 0 && std::any_of(cycle.begin(), cycle.end(),
                                                                [&](Node w) { return crosses_another(reachable, w); });
    int best = -1;
    for (Node w : cycle) {
        const auto arc =
            std::find_if(reachable.begin(), reachable.end(), [&](const ArcSpan& a) { return a.dependent == w; });
        if (arc == reachable.end()) continue;  // already built
        const ArcSpan dropped = *arc;
        const auto place = arc - reachable.begin();
        reachable.erase(arc);
        best = std::max(best, best_without_cycles(search, gold, c, std::max(known, best)));
        reachable.insert(reachable.begin() + place, dropped);
        if (!branches) break;
    }
    return best;
}

}  // namespace

int most_planar_arcs(PlanarSearch& search, const GoldTree& gold, const Configuration& c) {
    search.sets_left = most_sets;
    return std::max(best_without_cycles(search, gold, c, -1), 0);
}

}  // namespace crossarc
