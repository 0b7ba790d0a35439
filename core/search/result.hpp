// The tree that a derivation ended with.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/oracles/target.hpp"
#include "core/transition.hpp"

namespace crossarc {

// Heads and labels of the words of a sentence, heads[w - 1].
struct LabelledTree {
    static constexpr Label unlabelled = -1;  // of a word under 0 that no transition attached

    // The arc that a transition built to a word. A parser that wants one root may hang the word elsewhere afterwards.
    struct Built {
        Node head = no_node;  // none if no transition attached the word, or links have no direction
        Transition by = Transition::shift;
    };

    std::vector<Node> heads;
    std::vector<Label> labels;
    std::vector<Built> built;
    std::vector<Configuration::Edge> links;  // of undirected systems, before reconstruction
};

// By how much the scores preferred what was done to what came second, by word: the transition that gave a word its head
// (0 if none did, or there was no other), and its label.
struct Margins {
    static constexpr float moved = std::numeric_limits<float>::quiet_NaN();  // under the one root, from a place under 0

    std::vector<float> transitions;
    std::vector<float> labels;

    void reset(int words) {
        transitions.assign(static_cast<std::size_t>(words), 0.0f);
        labels.assign(static_cast<std::size_t>(words), 0.0f);
    }
};

// Which transition has built the arc to a word. 0 stands before or behind all words.
inline Transition builder_of(const Configuration& c, Node word) {
    const Node head = c.head(word);
    const bool left = head > word || (head == 0 && c.root() == Root::last);
    switch (c.buffer_arc(word)) {
        case Configuration::BufferArc::projective:
            return left ? Transition::left_buffer_arc : Transition::right_buffer_arc;
        case Configuration::BufferArc::nonprojective:
            return left ? Transition::left_nonproj_buffer_arc : Transition::right_nonproj_buffer_arc;
        default:
            return left ? Transition::left_arc : Transition::right_arc;
    }
}

template <class System>
void read_tree(const System&, const Configuration& c, LabelledTree& tree) {
    tree.heads.clear();
    tree.labels.clear();
    tree.built.clear();
    tree.links.clear();
    for (Node w = 1; w <= c.words(); ++w) {
        tree.heads.push_back(std::max(c.head(w), 0));
        tree.labels.push_back(c.has_head(w) ? c.label(w) : LabelledTree::unlabelled);
        tree.built.push_back(c.has_head(w) ? LabelledTree::Built{c.head(w), builder_of(c, w)} : LabelledTree::Built{});
    }
}

template <class Base>
void read_tree(const Undirected<Base>& system, const Configuration& c, LabelledTree& tree) {
    DirectedTree directed;
    reconstruct(c, system.reconstruction, directed);
    tree.heads.assign(directed.heads.begin() + 1, directed.heads.end());
    tree.labels.assign(directed.labels.begin() + 1, directed.labels.end());
    tree.built.assign(tree.heads.size(), {});
    for (std::size_t w = 0; w < tree.heads.size(); ++w)
        if (tree.heads[w] == 0) tree.labels[w] = LabelledTree::unlabelled;
    tree.links.clear();
    for (int k = 0; k < c.edges(); ++k) {
        const Configuration::Edge edge = c.edge(k);
        tree.links.push_back(edge);
        const auto w = static_cast<std::size_t>(edge.right) - 1;
        if (edge.left == 0 && tree.heads[w] == 0) tree.labels[w] = edge.label;
    }
}

}  // namespace crossarc
