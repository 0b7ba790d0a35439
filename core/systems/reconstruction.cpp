#include "core/systems/reconstruction.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/tree/branching.hpp"
#include "core/tree/labelled_tree.hpp"

namespace crossarc {

namespace {

// The links of each node as lists in arrays, and what a walk over them needs; memory is kept for the next sentence.
class Graph {
  public:
    void build(int words, std::span<const Configuration::Edge> links, bool with_root) {
        const auto size = static_cast<std::size_t>(words) + 1;
        first_.assign(size, -1);
        seen_.assign(size, 0);
        linked_to_root_.assign(size, 0);
        disagreement_.resize(size);
        links_.clear();
        for (const auto& [left, right, leftward, label] : links) {
            if (left == 0) linked_to_root_[index(right)] = 1;
            if (left == 0 && !with_root) continue;
            add(left, {right, -1, !leftward, label});
            add(right, {left, -1, leftward, label});
        }
    }

    bool seen(Node x) const { return seen_[index(x)] != 0; }

    // Directs the component of `root` away from it.
    void direct_from(Node root, DirectedTree& tree) {
        order_.assign(1, root);
        seen_[index(root)] = 1;
        disagreement_[index(root)] = 0;
        for (std::size_t k = 0; k < order_.size(); ++k) {
            const Node x = order_[k];
            for (int l = first_[index(x)]; l >= 0; l = links_[index(l)].next) {
                const Link& link = links_[index(l)];
                if (seen(link.to)) continue;
                seen_[index(link.to)] = 1;
                tree.heads[index(link.to)] = x;
                tree.labels[index(link.to)] = link.label;
                disagreement_[index(link.to)] = disagreement_[index(x)] + (link.outward_agrees ? 1 : -1);
                order_.push_back(link.to);
            }
        }
    }

    // Of the component last directed, the word from which directions agree with most labels; if there are several, one
    // that the parser linked to 0, or else the first.
    Node best_root() const {
        const auto better = [&](Node x, Node y) {
            const int a = disagreement_[index(x)], b = disagreement_[index(y)];
            if (a != b) return a < b;
            const char p = linked_to_root_[index(x)], q = linked_to_root_[index(y)];
            return p != q ? p > q : x < y;
        };
        Node best = order_.front();
        for (Node x : order_) {
            if (better(x, best)) best = x;
        }
        return best;
    }

  private:
    struct Link {
        Node to;
        int next;             // of the same node
        bool outward_agrees;  // the label prefers an arc towards `to`
        Label label;
    };
    static std::size_t index(Node x) { return static_cast<std::size_t>(x); }
    void add(Node from, Link link) {
        link.next = first_[index(from)];
        first_[index(from)] = static_cast<int>(links_.size());
        links_.push_back(link);
    }

    std::vector<int> first_;
    std::vector<Link> links_;
    std::vector<char> seen_, linked_to_root_;
    std::vector<int> disagreement_;  // of the component's links if it hung from this word, up to a constant
    std::vector<Node> order_;
};

// Hangs `root` from 0: the arcs on the way to it from the node that its component was directed from turn round.
void hang_from(Node root, Node origin, DirectedTree& tree) {
    Node head = 0;
    Label label = 0;
    for (Node x = root;;) {
        std::swap(head, tree.heads[static_cast<std::size_t>(x)]);
        std::swap(label, tree.labels[static_cast<std::size_t>(x)]);
        if (x == origin) return;
        std::swap(x, head);
    }
}

void reconstruct_acyclic(int words, std::span<const Configuration::Edge> links, Reconstruction how,
                         DirectedTree& tree) {
    const auto n = static_cast<std::size_t>(words);
    tree.heads.assign(n + 1, 0);
    tree.labels.assign(n + 1, 0);
    thread_local Graph graph;
    graph.build(words, links, how != Reconstruction::label_root_untrusted);
    if (how != Reconstruction::label_root_untrusted) graph.direct_from(0, tree);
    for (Node w = 1; w <= words; ++w) {
        if (graph.seen(w)) continue;
        graph.direct_from(w, tree);
        const Node root = how == Reconstruction::naive ? w : graph.best_root();
        hang_from(root, w, tree);
    }
    for (const auto& link : links) {  // the labels of links to 0 that survived
        const auto right = static_cast<std::size_t>(link.right);
        if (link.left == 0 && tree.heads[right] == 0) tree.labels[right] = link.label;
    }
}

// All arcs of D(U), with their costs as §4.1 and §4.2 have them. Of arcs to a word that cost the same, the first is
// taken: one that agrees with its label, or else one with a label.
void reconstruct_by_costs(int words, std::span<const Configuration::Edge> links, Reconstruction how,
                          DirectedTree& tree) {
    std::vector<WeightedArc> arcs;
    std::vector<Label> labels;
    const auto add = [&](Node head, Node dependent, std::int64_t cost, Label label) {
        arcs.push_back({head, dependent, cost});
        labels.push_back(label);
    };
    const bool naive = how == Reconstruction::naive;
    const std::int64_t from_root = naive ? 2 : 2 * std::int64_t{words};
    for (const bool agreeing : {true, false}) {
        for (const auto& [left, right, leftward, label] : links) {
            const bool trusted = left != 0 || how != Reconstruction::label_root_untrusted;
            const std::int64_t cost = !trusted ? from_root : naive || agreeing ? 1 : 2;
            if (leftward != agreeing) add(left, right, cost, label);
            if (leftward == agreeing && left != 0) add(right, left, cost, label);
        }
    }
    for (Node w = 1; w <= words; ++w) add(0, w, from_root, 0);
    MinimumBranching branching;
    const std::span<const int> chosen = branching.find(words, arcs);
    const auto n = static_cast<std::size_t>(words);
    tree.heads.assign(n + 1, 0);
    tree.labels.assign(n + 1, 0);
    for (std::size_t w = 1; w <= n; ++w) {
        const auto arc = static_cast<std::size_t>(chosen[w]);
        tree.heads[w] = arcs[arc].head;
        tree.labels[w] = labels[arc];
    }
}

}  // namespace

Reconstruction reconstruction_named(std::string_view how, std::string_view root_links) {
    if (!how.empty() && how != "naive" && how != "label") {
        throw std::invalid_argument("reconstruction is 'naive' or 'label', not '" + std::string(how) + "'");
    }
    if (!root_links.empty() && root_links != "trusted" && root_links != "untrusted") {
        throw std::invalid_argument("root_links is 'trusted' or 'untrusted', not '" + std::string(root_links) + "'");
    }
    if (how == "naive") {
        if (!root_links.empty()) throw std::invalid_argument("root_links belongs to label-based reconstruction");
        return Reconstruction::naive;
    }
    return root_links == "trusted" ? Reconstruction::label_root_trusted : Reconstruction::label_root_untrusted;
}

void reconstruct(const Configuration& c, Reconstruction how, DirectedTree& tree) {
    thread_local std::vector<Configuration::Edge> links;
    links.clear();
    for (int k = 0; k < c.edges(); ++k) links.push_back(c.edge(k));
    reconstruct_acyclic(c.words(), links, how, tree);
}

void read_links(const Configuration& c, Reconstruction how, Node* heads, Label* labels) {
    thread_local DirectedTree tree;
    reconstruct(c, how, tree);
    std::copy(tree.heads.begin() + 1, tree.heads.end(), heads);
    if (labels == nullptr) return;
    std::copy(tree.labels.begin() + 1, tree.labels.end(), labels);
    for (Node w = 1; w <= c.words(); ++w)
        if (heads[w - 1] == 0 && c.link_between(0, w) == Configuration::no_link)
            labels[w - 1] = LabelledTree::unlabelled;
}

void reconstruct(int words, std::span<const Configuration::Edge> links, Reconstruction how, DirectedTree& tree) {
    Configuration c;
    c.reset(words, Root::absent);
    bool acyclic = true;
    for (const auto& link : links) {
        acyclic = acyclic && !c.connected(link.left, link.right);
        c.join(link.left, link.right);
    }
    (acyclic ? reconstruct_acyclic : reconstruct_by_costs)(words, links, how, tree);
}

}  // namespace crossarc
