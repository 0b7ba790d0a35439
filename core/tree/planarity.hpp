#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/crossings.hpp"

namespace crossarc {

// The smallest number of planes that the arcs of a tree can be put on without crossings within a plane (2010, §2.4) lies
// between the two, which are the same unless the search was given up.
struct Planarity {
    int at_least = 1;
    int at_most = 1;
};

// Colours the crossings graph component by component. Components of treebanks are small; for two colours
// breadth-first search decides, for more a search that is exhaustive up to a limit on its work.
class PlanarityCheck {
  public:
    Planarity minimum_planes(CrossingsGraph& graph);

  private:
    Planarity colours_of(const CrossingsGraph& graph, std::span<const Node> component);
    bool is_bipartite(const CrossingsGraph& graph, std::span<const Node> component);
    int clique_size(const CrossingsGraph& graph, std::span<const Node> component);
    int greedy_colours(const CrossingsGraph& graph, std::span<const Node> component);
    bool colourable(const CrossingsGraph& graph, std::span<const Node> component, int colours, int used);

    Node most_constrained(const CrossingsGraph& graph, std::span<const Node> component) const;
    std::uint64_t colours_around(const CrossingsGraph& graph, Node arc) const;
    void clear_colours(std::span<const Node> component);

    std::vector<std::int32_t> colour_;  // by arc, -1: none yet
    std::vector<Node> candidates_;
    std::int64_t work_left_ = 0;
    std::int64_t step_work_ = 0;  // of one step of the search: all arcs and their neighbours are looked at
};

}  // namespace crossarc
