#include "core/tree/branching.hpp"

#include "core/interruption.hpp"

namespace crossarc {

bool MinimumBranching::comes_before(int a, int b) const {
    const auto cost = [&](int arc) { return heap_nodes_[static_cast<std::size_t>(arc)].cost; };
    return cost(a) != cost(b) ? cost(a) < cost(b) : a < b;
}

void MinimumBranching::hand_down(int arc) {
    HeapNode& own = heap_nodes_[static_cast<std::size_t>(arc)];
    for (int below : {own.left, own.right}) {
        if (below == none) continue;
        heap_nodes_[static_cast<std::size_t>(below)].cost -= own.lowered_below;
        heap_nodes_[static_cast<std::size_t>(below)].lowered_below += own.lowered_below;
    }
    own.lowered_below = 0;
}

int MinimumBranching::merge(int a, int b) {
    if (a == none || b == none) return a == none ? b : a;
    if (comes_before(b, a)) std::swap(a, b);
    hand_down(a);
    HeapNode& own = heap_nodes_[static_cast<std::size_t>(a)];
    own.right = merge(own.right, b);
    const auto rank = [&](int arc) { return arc == none ? 0 : heap_nodes_[static_cast<std::size_t>(arc)].rank; };
    if (rank(own.left) < rank(own.right)) std::swap(own.left, own.right);
    own.rank = rank(own.right) + 1;
    return a;
}

// What is left costs that much less from now on: a later choice in its place pays the difference alone.
int MinimumBranching::take_cheapest(int& heap) {
    const int arc = heap;
    HeapNode& own = heap_nodes_[static_cast<std::size_t>(arc)];
    own.lowered_below += own.cost;
    hand_down(arc);
    heap = merge(own.left, own.right);
    return arc;
}

Node MinimumBranching::group(Node x) const {
    while (up_[static_cast<std::size_t>(x)] >= 0) x = up_[static_cast<std::size_t>(x)];
    return x;
}

bool MinimumBranching::join(Node x, Node y) {
    x = group(x);
    y = group(y);
    if (x == y) return false;
    if (up_[static_cast<std::size_t>(x)] > up_[static_cast<std::size_t>(y)]) std::swap(x, y);
    joins_.emplace_back(y, up_[static_cast<std::size_t>(y)]);
    up_[static_cast<std::size_t>(x)] += up_[static_cast<std::size_t>(y)];
    up_[static_cast<std::size_t>(y)] = x;
    return true;
}

void MinimumBranching::take_back(std::size_t joins) {
    for (; joins_.size() > joins; joins_.pop_back()) {
        const auto [y, size] = joins_.back();
        up_[static_cast<std::size_t>(up_[static_cast<std::size_t>(y)])] -= size;
        up_[static_cast<std::size_t>(y)] = size;
    }
}

// From each node backwards along the cheapest arcs to what is reached already. A way that returns to itself has found a
// cycle, which becomes one group. In the end groups are taken apart again, the last first: the arc that leads to a group
// takes the place of one arc of its cycle.
std::span<const int> MinimumBranching::find(int words, std::span<const WeightedArc> arcs) {
    const auto size = static_cast<std::size_t>(words) + 1;
    arcs_ = arcs;
    heaps_.assign(size, none);
    up_.assign(size, -1);
    joins_.clear();
    chosen_.assign(size, none);
    heap_nodes_.clear();
    for (const WeightedArc& arc : arcs) {
        int& heap = heaps_[static_cast<std::size_t>(arc.dependent)];
        heap_nodes_.push_back({arc.cost});
        heap = merge(heap, static_cast<int>(heap_nodes_.size()) - 1);
    }
    const auto dependent = [&](int arc) { return arcs_[static_cast<std::size_t>(arc)].dependent; };

    std::vector<Node> seen_from(size, no_node);
    std::vector<Cycle> cycles;
    seen_from[0] = 0;
    std::vector<int> steps;
    std::vector<Node> path;
    for (Node start = 1; start <= words; ++start) {
        steps.clear();
        path.clear();
        for (Node x = group(start); seen_from[static_cast<std::size_t>(x)] == no_node;) {
            poll(work_of_transition);
            const int arc = take_cheapest(heaps_[static_cast<std::size_t>(x)]);
            steps.push_back(arc);
            path.push_back(x);
            seen_from[static_cast<std::size_t>(x)] = start;
            x = group(arcs_[static_cast<std::size_t>(arc)].head);
            if (seen_from[static_cast<std::size_t>(x)] != start) continue;
            Cycle cycle{x, joins_.size(), {}};
            int merged = none;
            Node last = no_node;
            do {
                last = path.back();
                cycle.steps.push_back(steps.back());
                merged = merge(merged, heaps_[static_cast<std::size_t>(last)]);
                path.pop_back();
                steps.pop_back();
            } while (join(x, last));
            x = cycle.group = group(x);
            heaps_[static_cast<std::size_t>(x)] = merged;
            seen_from[static_cast<std::size_t>(x)] = no_node;
            cycles.push_back(std::move(cycle));
        }
        for (int arc : steps) chosen_[static_cast<std::size_t>(group(dependent(arc)))] = arc;
    }
    for (auto cycle = cycles.rbegin(); cycle != cycles.rend(); ++cycle) {
        take_back(cycle->joins);
        const int entering = chosen_[static_cast<std::size_t>(cycle->group)];
        for (int arc : cycle->steps) chosen_[static_cast<std::size_t>(group(dependent(arc)))] = arc;
        chosen_[static_cast<std::size_t>(group(dependent(entering)))] = entering;
    }
    return chosen_;
}

}  // namespace crossarc
