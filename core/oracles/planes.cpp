#include "core/oracles/planes.hpp"

#include <algorithm>
#include <numeric>

namespace crossarc {

namespace {

struct Arc {
    Node left, right, dependent;
};

bool cross(const Arc& a, const Arc& b) {
    return (a.left < b.left && b.left < a.right && a.right < b.right) ||
           (b.left < a.left && a.left < b.right && b.right < a.right);
}

bool precedes_descendants(const GoldTree& gold, Node w) {
    for (Node x = 1; x < w; ++x) {
        Node up = x;
        while (up > 0 && up != w) up = gold.head(up);
        if (up == w) return false;
    }
    return true;
}

// The crossings graph U(G) (2010 §3): its nodes are the words, each standing for the arc from its head.
class Crossings {
  public:
    Crossings(const GoldTree& gold, RootArcs root_arcs)
        : neighbours_(static_cast<std::size_t>(gold.words()) + 1), dropped_(neighbours_.size(), 0) {
        for (Node w = 1; w <= gold.words(); ++w) {
            const Node head = gold.head(w);
            if (head == 0 && root_arcs == RootArcs::implied) continue;
            arcs_.push_back({std::min(head, w), std::max(head, w), w});
        }
        for (std::size_t a = 0; a < arcs_.size(); ++a) {
            for (std::size_t b = a + 1; b < arcs_.size(); ++b) {
                if (cross(arcs_[a], arcs_[b])) {
                    of(arcs_[a].dependent).push_back(arcs_[b].dependent);
                    of(arcs_[b].dependent).push_back(arcs_[a].dependent);
                }
            }
        }
        if (root_arcs == RootArcs::implied) return;
        for (Node w : gold.children(0)) {
            if (!of(w).empty() && (root_arcs == RootArcs::optional || precedes_descendants(gold, w))) drop(w);
        }
    }

    const std::vector<Arc>& arcs() const { return arcs_; }
    const std::vector<Node>& neighbours(Node w) const { return neighbours_[static_cast<std::size_t>(w)]; }
    bool is_dropped(Node w) const { return dropped_[static_cast<std::size_t>(w)] != 0; }
    void drop(Node w) { dropped_[static_cast<std::size_t>(w)] = 1; }
    void restore(Node w) { dropped_[static_cast<std::size_t>(w)] = 0; }

  private:
    std::vector<Node>& of(Node w) { return neighbours_[static_cast<std::size_t>(w)]; }

    std::vector<Arc> arcs_;
    std::vector<std::vector<Node>> neighbours_;
    std::vector<char> dropped_;
};

// Largest set of arcs without crossings: best[l][r] over the arcs within [l, r], where the arc {l, r} itself crosses
// none of the others and the rest splits at the left end k of an arc {k, r}.
void keep_largest_planar_set(const GoldTree& gold, Crossings& crossings, std::vector<std::int8_t>& plane) {
    const auto size = static_cast<std::size_t>(gold.words()) + 1;
    std::vector<std::vector<Arc>> ending(size);  // arcs by their right end
    for (const Arc& arc : crossings.arcs()) {
        if (!crossings.is_dropped(arc.dependent)) ending[static_cast<std::size_t>(arc.right)].push_back(arc);
    }
    std::vector<int> best(size * size, 0);
    const auto at = [&](std::size_t l, std::size_t r) -> int& { return best[l * size + r]; };
    for (std::size_t r = 1; r < size; ++r) {
        for (std::size_t l = r; l-- > 0;) {
            int value = at(l, r - 1);
            int whole = 0;
            for (const Arc& arc : ending[r]) {
                const auto k = static_cast<std::size_t>(arc.left);
                if (k == l) whole = 1;
                if (k > l) value = std::max(value, at(l, k) + at(k, r));
            }
            at(l, r) = value + whole;
        }
    }
    std::vector<std::pair<std::size_t, std::size_t>> spans{{0, size - 1}};
    while (!spans.empty()) {
        auto [l, r] = spans.back();
        spans.pop_back();
        if (l >= r) continue;
        int value = at(l, r);
        for (const Arc& arc : ending[r]) {
            if (static_cast<std::size_t>(arc.left) == l) {
                plane[static_cast<std::size_t>(arc.dependent)] = 0;
                --value;
            }
        }
        if (value == at(l, r - 1)) {
            spans.emplace_back(l, r - 1);
            continue;
        }
        for (const Arc& arc : ending[r]) {
            const auto k = static_cast<std::size_t>(arc.left);
            if (k > l && value == at(l, k) + at(k, r)) {
                spans.emplace_back(l, k);
                spans.emplace_back(k, r);
                break;
            }
        }
    }
}

// The nodes of an odd cycle of the crossings graph, or none if two planes suffice.
std::vector<Node> odd_cycle(const Crossings& crossings) {
    const std::size_t size = crossings.arcs().empty() ? 0 : crossings.arcs().size();
    std::vector<Node> queue;
    queue.reserve(size);
    Node largest = 0;
    for (const Arc& arc : crossings.arcs()) largest = std::max(largest, arc.dependent);
    std::vector<int> depth(static_cast<std::size_t>(largest) + 1, -1);
    std::vector<Node> parent(depth.size(), no_node);
    for (const Arc& arc : crossings.arcs()) {
        if (depth[static_cast<std::size_t>(arc.dependent)] >= 0 || crossings.is_dropped(arc.dependent)) continue;
        queue.assign(1, arc.dependent);
        depth[static_cast<std::size_t>(arc.dependent)] = 0;
        for (std::size_t k = 0; k < queue.size(); ++k) {
            const Node x = queue[k];
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

// Deleting the fewest nodes of a graph so that two colours suffice is NP-hard in general. Treebanks need one or two, which
// the search finds at once; a tree that exhausts its patience loses the arc with most crossings of each odd cycle.
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

// Fixes the plane of one arc and of all that follow from it.
void fix_plane(const Crossings& crossings, Node w, std::int8_t value, std::vector<std::int8_t>& plane) {
    std::vector<Node> queue{w};
    plane[static_cast<std::size_t>(w)] = value;
    for (std::size_t k = 0; k < queue.size(); ++k) {
        for (Node y : crossings.neighbours(queue[k])) {
            std::int8_t& own = plane[static_cast<std::size_t>(y)];
            if (own != no_plane || crossings.is_dropped(y)) continue;
            own = static_cast<std::int8_t>(1 - plane[static_cast<std::size_t>(queue[k])]);
            queue.push_back(y);
        }
    }
}

void assign_two_planes(const GoldTree& gold, const Crossings& crossings, bool with_root,
                       std::vector<std::int8_t>& plane) {
    std::int8_t active = 0;
    std::vector<Node> pending;
    for (Node j = 1; j <= gold.words(); ++j) {
        // The arcs between j and what is to its left, the nearest first: the order in which they can be built.
        pending.clear();
        for (Node y : gold.children(j)) {
            if (y < j && !crossings.is_dropped(y)) pending.push_back(y);
        }
        const Node head = gold.head(j);
        if (head < j && (head > 0 || with_root) && !crossings.is_dropped(j)) pending.push_back(j);
        const auto other_end = [&](Node dependent) { return dependent == j ? head : dependent; };
        std::sort(pending.begin(), pending.end(), [&](Node a, Node b) { return other_end(a) > other_end(b); });
        bool switches = false;
        for (Node w : pending) {
            if (plane[static_cast<std::size_t>(w)] == no_plane) fix_plane(crossings, w, active, plane);
            if (plane[static_cast<std::size_t>(w)] != active) switches = true;
        }
        if (switches) active = static_cast<std::int8_t>(1 - active);
    }
}

}  // namespace

void assign_planes(const GoldTree& gold, int planes, RootArcs root_arcs, std::vector<std::int8_t>& plane) {
    const auto size = static_cast<std::size_t>(gold.words()) + 1;
    if (gold.is_projective()) {
        plane.assign(size, 0);
        plane[0] = no_plane;
        if (root_arcs == RootArcs::implied) {
            for (Node w : gold.children(0)) plane[static_cast<std::size_t>(w)] = no_plane;
        }
        return;
    }
    plane.assign(size, no_plane);
    Crossings crossings(gold, root_arcs);
    if (planes == 1) {
        keep_largest_planar_set(gold, crossings, plane);
    } else {
        drop_as_few_as_possible(crossings);
        assign_two_planes(gold, crossings, root_arcs != RootArcs::implied, plane);
    }
}

}  // namespace crossarc
