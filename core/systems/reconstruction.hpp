// From an undirected graph to a dependency tree (2012 undirected §4).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/configuration.hpp"

namespace crossarc {

enum class Reconstruction {
    naive,                 // §4.1: away from 0; all directions cost the same
    label_root_trusted,    // §4.2, first costs: links to 0 that the parser built are kept
    label_root_untrusted,  // §4.2, second costs: any link to 0 costs 2n, built or not
};

// By the names that users give: "label" or "naive", and with "label" links that are "untrusted" or "trusted"; empty
// ones are the first of these. Throws std::invalid_argument.
Reconstruction reconstruction_named(std::string_view how, std::string_view root_links);

// Head and label of every word 1..n (index 0 is unused).
struct DirectedTree {
    std::vector<Node> heads;
    std::vector<Label> labels;
};

// The graph that a parser has built has no cycles, so that the minimum branching is a choice of one root for each
// component, found in linear time.
void reconstruct(const Configuration& c, Reconstruction how, DirectedTree& tree);

// The same as a parser reads it out: words that end up under 0 without a link to it are unlabelled. `labels` may be
// null.
void read_links(const Configuration& c, Reconstruction how, Node* heads, Label* labels);

// The same for any links among 0 and the words, in the direction that they prefer: those of other parsers, which may
// close cycles. Words that are left without a link hang from 0, with the label 0.
void reconstruct(int words, std::span<const Configuration::Edge> links, Reconstruction how, DirectedTree& tree);

}  // namespace crossarc
