// From an undirected graph to a dependency tree (2012 undirected §4).
#pragma once

#include <vector>

#include "core/configuration.hpp"

namespace crossarc {

enum class Reconstruction {
    naive,                 // §4.1: away from 0; all directions cost the same
    label_root_trusted,    // §4.2, first costs: links to 0 that the parser built are kept
    label_root_untrusted,  // §4.2, second costs: any link to 0 costs 2n, built or not
};

// Head and label of every word 1..n (index 0 is unused). The graph has no cycles, so that the minimum branching is a
// choice of one root for each component, found in linear time.
struct DirectedTree {
    std::vector<Node> heads;
    std::vector<Label> labels;
};
void reconstruct(const Configuration& c, Reconstruction how, DirectedTree& tree);

}  // namespace crossarc
