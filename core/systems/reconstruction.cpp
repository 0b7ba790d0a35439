#include "core/systems/reconstruction.hpp"

namespace crossarc {

namespace {

// The links of each node as lists in arrays, and what a walk over them needs; memory is kept for the next sentence.
class Graph {
  public:
    void build(const Configuration& c, bool with_root) {
        const auto size = static_cast<std::size_t>(c.words()) + 1;
        first_.assign(size, -1);
        seen_.assign(size, 0);
        linked_to_root_.assign(size, 0);
        disagreement_.resize(size);
        links_.clear();
        for (int k = 0; k < c.edges(); ++k) {
            const auto [left, right, leftward, label] = c.edge(k);
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
    void forget_component() {
        for (Node x : order_) seen_[index(x)] = 0;
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

}  // namespace

void reconstruct(const Configuration& c, Reconstruction how, DirectedTree& tree) {
    const auto n = static_cast<std::size_t>(c.words());
    tree.heads.assign(n + 1, 0);
    tree.labels.assign(n + 1, 0);
    thread_local Graph graph;
    graph.build(c, how != Reconstruction::label_root_untrusted);
    if (how != Reconstruction::label_root_untrusted) graph.direct_from(0, tree);
    for (Node w = 1; w <= c.words(); ++w) {
        if (graph.seen(w)) continue;
        graph.direct_from(w, tree);
        const Node root = how == Reconstruction::naive ? w : graph.best_root();
        if (root != w) {
            graph.forget_component();
            graph.direct_from(root, tree);
        }
        tree.heads[static_cast<std::size_t>(root)] = 0;
        tree.labels[static_cast<std::size_t>(root)] = 0;
    }
    for (int k = 0; k < c.edges(); ++k) {  // the labels of links to 0 that survived
        const auto edge = c.edge(k);
        const auto right = static_cast<std::size_t>(edge.right);
        if (edge.left == 0 && tree.heads[right] == 0) tree.labels[right] = edge.label;
    }
}

}  // namespace crossarc
