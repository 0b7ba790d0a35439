#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/node.hpp"

namespace crossarc {

struct WeightedArc {
    Node head, dependent;
    std::int64_t cost;
};

// Trees of least cost over the nodes 1..n under 0 with arcs from a given set (minimum branchings: Chu & Liu 1965, Edmonds
// 1967), in time O(m log n) for m arcs by heaps that can be merged (Tarjan 1977).
class MinimumBranching {
  public:
    // For each node the number of the arc that leads to it (index 0 is unused). Each must have an arc from 0.
    std::span<const int> find(int words, std::span<const WeightedArc> arcs);

  private:
    // Leftist heaps of arcs, where lowering all costs of a heap takes constant time.
    struct HeapNode {
        std::int64_t cost;
        std::int64_t lowered_below = 0;  // what is still to be subtracted from the costs in both subheaps
        int left = none, right = none;
        int rank = 1;
    };
    static constexpr int none = -1;

    bool comes_before(int a, int b) const;
    void hand_down(int arc);
    int merge(int a, int b);
    int take_cheapest(int& heap);

    // Nodes that a cycle has contracted, in a disjoint-set forest from which the last joins can be taken back.
    Node group(Node x) const;
    bool join(Node x, Node y);
    void take_back(std::size_t joins);

    struct Cycle {
        Node group;
        std::size_t joins;       // before the cycle was contracted
        std::vector<int> steps;  // its arcs
    };

    std::span<const WeightedArc> arcs_;
    std::vector<HeapNode> heap_nodes_;  // by arc
    std::vector<int> heaps_;            // of each group: the arcs that lead to it
    std::vector<Node> up_;              // the parent, or the negative size of a group
    std::vector<std::pair<Node, Node>> joins_;
    std::vector<int> chosen_;
};

}  // namespace crossarc
