#include "core/oracles/planes.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/interruption.hpp"
#include "core/oracles/planar_set.hpp"
#include "core/tree/crossings.hpp"
#include "core/tree/projectivity.hpp"

namespace crossarc {

namespace {

bool precedes_descendants(const GoldTree& gold, Node w) {
    for (Node x = 1; x < w; ++x) {
        Node up = x;
        std::int64_t steps = 1;
        for (; up > 0 && up != w; ++steps) up = gold.head(up);
        poll(steps);
        if (up == w) return false;
    }
    return true;
}

// The crossings graph U(G) (2010 §3), some of whose nodes have been dropped.
class Crossings {
  public:
    // False if there are too many crossings to look at.
    bool assign(const GoldTree& gold, RootArcs root_arcs) {
        std::vector<ArcSpan> arcs;
        for (Node w = 1; w <= gold.words(); ++w) {
            const Node head = gold.head(w);
            if (head < 0 || (head == 0 && root_arcs == RootArcs::implied)) continue;
            arcs.push_back({std::min(head, w), std::max(head, w), w});
        }
        dropped_.assign(static_cast<std::size_t>(gold.words()) + 1, 0);
        if (!graph_.assign(arcs, gold.words())) return false;
        if (root_arcs == RootArcs::implied) return true;
        for (Node w : gold.children(0)) {
            if (!neighbours(w).empty() && (root_arcs == RootArcs::optional || precedes_descendants(gold, w))) drop(w);
        }
        return true;
    }

    bool has_any() const { return graph_.edge_count() > 0; }
    std::span<const ArcSpan> arcs() const { return graph_.arcs(); }
    std::span<const Node> neighbours(Node w) const { return graph_.neighbours(w); }
    bool is_dropped(Node w) const { return dropped_[static_cast<std::size_t>(w)] != 0; }
    void drop(Node w) { dropped_[static_cast<std::size_t>(w)] = 1; }
    void restore(Node w) { dropped_[static_cast<std::size_t>(w)] = 0; }

  private:
    CrossingsGraph graph_;
    std::vector<char> dropped_;
};

void keep_largest_planar_set(const GoldTree& gold, const Crossings& crossings, std::vector<std::int8_t>& plane) {
    std::vector<ArcSpan> arcs;
    for (const ArcSpan& arc : crossings.arcs()) {
        if (!crossings.is_dropped(arc.dependent)) arcs.push_back(arc);
    }
    LargestPlanarSet set;
    set.find(gold.words(), arcs);
    for (const ArcSpan& arc : set.arcs()) plane[static_cast<std::size_t>(arc.dependent)] = 0;
}

// The nodes of an odd cycle of the crossings graph, or none if two planes suffice.
std::vector<Node> odd_cycle(const Crossings& crossings) {
    const std::size_t size = crossings.arcs().empty() ? 0 : crossings.arcs().size();
    std::vector<Node> queue;
    queue.reserve(size);
    Node largest = 0;
    for (const ArcSpan& arc : crossings.arcs()) largest = std::max(largest, arc.dependent);
    std::vector<int> depth(static_cast<std::size_t>(largest) + 1, -1);
    std::vector<Node> parent(depth.size(), no_node);
    for (const ArcSpan& arc : crossings.arcs()) {
        if (depth[static_cast<std::size_t>(arc.dependent)] >= 0 || crossings.is_dropped(arc.dependent)) continue;
        queue.assign(1, arc.dependent);
        depth[static_cast<std::size_t>(arc.dependent)] = 0;
        for (std::size_t k = 0; k < queue.size(); ++k) {
            const Node x = queue[k];
            poll(static_cast<std::int64_t>(10 + crossings.neighbours(x).size()));
            for (Node y : crossings.neighbours(x)) {
                if (crossings.is_dropped(y)) continue;
                int& d = depth[static_cast<std::size_t>(y)];
                if (d < 0) {
                    d = depth[static_cast<std::size_t>(x)] + 1;
                    parent[static_cast<std::size_t>(y)] = x;
                    queue.push_back(y);
                } else if ((d - depth[static_cast<std::size_t>(x)]) % 2 == 0) {
                    std::vector<Node> cycle;
                    Node a = x, b = y;
                    while (a != b) {
                        Node& deeper = depth[static_cast<std::size_t>(a)] >= depth[static_cast<std::size_t>(b)] ? a : b;
                        cycle.push_back(deeper);
                        deeper = parent[static_cast<std::size_t>(deeper)];
                    }
                    cycle.push_back(a);
                    return cycle;
                }
            }
        }
    }
    return {};
}

// Every odd cycle must lose an arc: tries each of one cycle's arcs in turn, with at most `budget` arcs to drop.
bool drop_at_most(Crossings& crossings, int budget, int& patience) {
    const std::vector<Node> cycle = odd_cycle(crossings);
    if (cycle.empty()) return true;
    if (budget == 0 || --patience < 0) return false;
    for (Node w : cycle) {
        crossings.drop(w);
        if (drop_at_most(crossings, budget - 1, patience)) return true;
        crossings.restore(w);
    }
    return false;
}

// Deleting the fewest nodes of a graph so that two colours suffice is NP-hard in general. Treebanks need one or two,
// which the search finds at once; a tree that exhausts its patience loses the arc with most crossings of each odd
// cycle.
void drop_as_few_as_possible(Crossings& crossings) {
    int patience = 20000;
    for (int budget = 0; patience >= 0; ++budget) {
        if (drop_at_most(crossings, budget, patience)) return;
    }
    while (true) {
        const std::vector<Node> cycle = odd_cycle(crossings);
        if (cycle.empty()) return;
        crossings.drop(*std::max_element(cycle.begin(), cycle.end(), [&](Node x, Node y) {
            return crossings.neighbours(x).size() < crossings.neighbours(y).size();
        }));
    }
}

// Fixes the plane of one arc and of all that follow from it: these arcs, one group of the crossings graph.
std::vector<Node> fix_plane(const Crossings& crossings, Node w, std::int8_t value, std::vector<std::int8_t>& plane) {
    std::vector<Node> group{w};
    plane[static_cast<std::size_t>(w)] = value;
    for (std::size_t k = 0; k < group.size(); ++k) {
        for (Node y : crossings.neighbours(group[k])) {
            std::int8_t& own = plane[static_cast<std::size_t>(y)];
            if (own != no_plane || crossings.is_dropped(y)) continue;
            own = static_cast<std::int8_t>(1 - plane[static_cast<std::size_t>(group[k])]);
            group.push_back(y);
        }
    }
    return group;
}

// The arcs that are not dropped, in the order in which they can be built: by their right ends, and of those with the
// same right end the shorter first.
std::vector<ArcSpan> in_order_of_building(const Crossings& crossings) {
    std::vector<ArcSpan> arcs;
    for (const ArcSpan& arc : crossings.arcs()) {
        if (!crossings.is_dropped(arc.dependent)) arcs.push_back(arc);
    }
    std::sort(arcs.begin(), arcs.end(), [](const ArcSpan& a, const ArcSpan& b) {
        return a.right != b.right ? a.right < b.right : a.left > b.left;
    });
    return arcs;
}

void stay_on_the_active_plane(const Crossings& crossings, std::vector<std::int8_t>& plane) {
    const std::vector<ArcSpan> arcs = in_order_of_building(crossings);
    std::int8_t active = 0;
    for (std::size_t k = 0; k < arcs.size();) {
        bool switches = false;
        for (const Node j = arcs[k].right; k < arcs.size() && arcs[k].right == j; ++k) {
            const Node w = arcs[k].dependent;
            if (plane[static_cast<std::size_t>(w)] == no_plane) fix_plane(crossings, w, active, plane);
            if (plane[static_cast<std::size_t>(w)] != active) switches = true;
        }
        if (switches) active = static_cast<std::int8_t>(1 - active);
    }
}

// What each arc (index: its dependent) has to say for being on plane 1: its length, or that it is not projective.
std::vector<int> claims_to_plane_1(const GoldTree& gold, PlaneCriterion criterion) {
    const auto words = static_cast<std::size_t>(gold.words());
    std::vector<int> claims(words + 1, 0);
    if (criterion == PlaneCriterion::shortest) {
        for (Node w = 1; w <= gold.words(); ++w) claims[static_cast<std::size_t>(w)] = std::abs(gold.head(w) - w);
    } else if (criterion == PlaneCriterion::projective) {
        Tree tree;
        tree.assign({gold.heads() + 1, words});
        std::vector<std::uint8_t> is_nonprojective(words);
        ProjectivityCheck().mark_nonprojective(tree, is_nonprojective);
        std::copy(is_nonprojective.begin(), is_nonprojective.end(), claims.begin() + 1);
    }
    return claims;
}

void share_out_by_groups(const GoldTree& gold, const Crossings& crossings, PlaneCriterion criterion,
                         std::vector<std::int8_t>& plane) {
    const std::vector<int> claims = claims_to_plane_1(gold, criterion);
    const auto plane_of = [&](Node w) -> std::int8_t& { return plane[static_cast<std::size_t>(w)]; };
    for (const ArcSpan& arc : in_order_of_building(crossings)) {
        if (plane_of(arc.dependent) != no_plane) continue;
        const std::vector<Node> group = fix_plane(crossings, arc.dependent, 0, plane);
        if (group.size() == 1) continue;
        int claim[2] = {0, 0};  // of the two sides
        for (Node w : group) {
            int& own = claim[plane_of(w)];
            const int added = claims[static_cast<std::size_t>(w)];
            own = criterion == PlaneCriterion::shortest ? std::max(own, added) : own + added;
        }
        if (claim[0] <= claim[1]) continue;
        for (Node w : group) plane_of(w) = static_cast<std::int8_t>(1 - plane_of(w));
    }
}

// No treebank has sentences as long as this. The graph of their crossings could take memory quadratic in their length,
// so that each arc, by its left end, takes the first plane where it crosses none of those before it, or is dropped.
constexpr int longest_for_crossings = 2000;

void assign_greedily(const GoldTree& gold, int planes, RootArcs root_arcs, std::vector<std::int8_t>& plane) {
    std::vector<Node> open[2];  // right ends of the arcs that are open on each plane, the innermost last
    std::vector<ArcSpan> starting;
    for (Node x = 0; x <= gold.words(); ++x) {
        starting.clear();
        for (Node y : gold.children(x)) {
            if (y > x && (x > 0 || root_arcs != RootArcs::implied)) starting.push_back({x, y, y});
        }
        if (x > 0 && gold.head(x) > x) starting.push_back({x, gold.head(x), x});
        std::sort(starting.begin(), starting.end(),
                  [](const ArcSpan& a, const ArcSpan& b) { return a.right > b.right; });
        for (const ArcSpan& arc : starting) {
            for (std::int8_t p = 0; p < planes; ++p) {
                while (!open[p].empty() && open[p].back() <= x) open[p].pop_back();
                if (!open[p].empty() && open[p].back() < arc.right) continue;
                open[p].push_back(arc.right);
                plane[static_cast<std::size_t>(arc.dependent)] = p;
                break;
            }
        }
    }
}

}  // namespace

void assign_planes(const GoldTree& gold, int planes, RootArcs root_arcs, PlaneCriterion criterion,
                   std::vector<std::int8_t>& plane) {
    const auto size = static_cast<std::size_t>(gold.words()) + 1;
    if (gold.is_projective()) {
        plane.assign(size, 0);
        plane[0] = no_plane;
        if (root_arcs == RootArcs::implied) {
            for (Node w : gold.children(0)) plane[static_cast<std::size_t>(w)] = no_plane;
        }
        for (Node w = 1; gold.has_unknown() && w <= gold.words(); ++w)
            if (gold.head(w) < 0) plane[static_cast<std::size_t>(w)] = no_plane;
        return;
    }
    plane.assign(size, no_plane);
    Crossings crossings;
    if (gold.words() > longest_for_crossings || !crossings.assign(gold, root_arcs)) {
        assign_greedily(gold, planes, root_arcs, plane);
    } else if (planes == 1) {
        keep_largest_planar_set(gold, crossings, plane);
    } else {
        drop_as_few_as_possible(crossings);
        if (criterion == PlaneCriterion::active) {
            stay_on_the_active_plane(crossings, plane);
        } else {
            share_out_by_groups(gold, crossings, criterion, plane);
        }
    }
}

bool planes_suffice(const GoldTree& gold, int planes) {
    Crossings crossings;
    if (gold.words() > longest_for_crossings || !crossings.assign(gold, RootArcs::implied)) {
        std::vector<std::int8_t> plane(static_cast<std::size_t>(gold.words()) + 1, no_plane);
        assign_greedily(gold, planes, RootArcs::implied, plane);
        for (Node w = 1; w <= gold.words(); ++w)
            if (gold.head(w) > 0 && plane[static_cast<std::size_t>(w)] == no_plane) return false;
        return true;
    }
    return planes == 1 ? !crossings.has_any() : odd_cycle(crossings).empty();
}

}  // namespace crossarc
