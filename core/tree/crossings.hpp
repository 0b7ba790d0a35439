#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/tree/tree.hpp"

namespace crossarc {

// The crossings graph of a tree (2010, §3): a node for each arc, named by its dependent, and an edge between two
// arcs that cross. Arcs from the artificial root are left out.
class CrossingsGraph {
  public:
    // False if there are so many crossings that the graph would fill the memory, which no language's trees have.
    bool assign(const Tree& tree);

    std::size_t arc_count() const { return arcs_.size(); }
    std::size_t edge_count() const { return edges_.size(); }

    // The arcs that cross the arc into a word.
    std::span<const Node> neighbours(Node word) const {
        const auto at = static_cast<std::size_t>(word);
        return std::span(neighbours_).subspan(first_[at], first_[at + 1] - first_[at]);
    }

    // Calls visit(arcs) for each component with more than one arc; the arcs are in breadth-first order.
    template <typename Visit>
    void for_each_component(const Visit& visit);

  private:
    struct Arc {
        Node left, right, dependent;
    };

    static constexpr std::size_t most_edges = 8'000'000;

    bool close_arc_at(Node position);

    std::vector<Arc> arcs_, open_;
    std::vector<int> ends_;  // how many arcs end at each word
    std::vector<std::pair<Node, Node>> edges_;
    std::vector<std::size_t> first_, filled_;
    std::vector<Node> neighbours_;
    std::vector<Node> component_;
    std::vector<char> visited_;
};

template <typename Visit>
void CrossingsGraph::for_each_component(const Visit& visit) {
    visited_.assign(first_.size(), 0);
    for (Node start = 1; start + 1 < static_cast<Node>(first_.size()); ++start) {
        if (visited_[static_cast<std::size_t>(start)] || neighbours(start).empty()) continue;
        component_.assign(1, start);
        visited_[static_cast<std::size_t>(start)] = 1;
        for (std::size_t at = 0; at < component_.size(); ++at)
            for (const Node other : neighbours(component_[at]))
                if (!visited_[static_cast<std::size_t>(other)]) {
                    visited_[static_cast<std::size_t>(other)] = 1;
                    component_.push_back(other);
                }
        visit(std::span<const Node>(component_));
    }
}

}  // namespace crossarc
