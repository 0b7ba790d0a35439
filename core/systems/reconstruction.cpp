#include "core/systems/reconstruction.hpp"

namespace crossarc {

namespace {

struct Graph {
    struct Link {
        Node to;
        bool outward_agrees;  // the label prefers an arc from this node to `to`
        Label label;
    };
    std::vector<std::vector<Link>> links;
};

Graph graph_of(const Configuration& c, bool with_root) {
    Graph graph;
    graph.links.resize(static_cast<std::size_t>(c.words()) + 1);
    for (int k = 0; k < c.edges(); ++k) {
        const auto [left, right, leftward, label] = c.edge(k);
        if (left == 0 && !with_root) continue;
        graph.links[static_cast<std::size_t>(left)].push_back({right, !leftward, label});
        graph.links[static_cast<std::size_t>(right)].push_back({left, leftward, label});
    }
    return graph;
}

}  // namespace

DirectedTree reconstruct(const Configuration& c, Reconstruction how) {
    const auto n = static_cast<std::size_t>(c.words());
    DirectedTree tree{std::vector<Node>(n + 1, 0), std::vector<Label>(n + 1, 0)};
    const Graph graph = graph_of(c, how != Reconstruction::label_root_untrusted);
    std::vector<char> linked_to_root(n + 1, 0);
    for (int k = 0; k < c.edges(); ++k) {
        const auto edge = c.edge(k);
        if (edge.left == 0) {
            linked_to_root[static_cast<std::size_t>(edge.right)] = 1;
            tree.labels[static_cast<std::size_t>(edge.right)] = edge.label;
        }
    }

    std::vector<char> seen(n + 1, 0);
    std::vector<Node> order;
    std::vector<int> disagreement(n + 1, 0);  // of the component's links if it hung from this word, up to a constant
    const auto walk_from = [&](Node root) {
        order.assign(1, root);
        seen[static_cast<std::size_t>(root)] = 1;
        disagreement[static_cast<std::size_t>(root)] = 0;
        for (std::size_t k = 0; k < order.size(); ++k) {
            const auto x = static_cast<std::size_t>(order[k]);
            for (const auto& [to, outward_agrees, label] : graph.links[x]) {
                const auto y = static_cast<std::size_t>(to);
                if (seen[y]) continue;
                seen[y] = 1;
                tree.heads[y] = order[k];
                tree.labels[y] = label;
                disagreement[y] = disagreement[x] + (outward_agrees ? 1 : -1);
                order.push_back(to);
            }
        }
    };

    if (how != Reconstruction::label_root_untrusted) walk_from(0);
    for (std::size_t w = 1; w <= n; ++w) {
        if (seen[w]) continue;
        const Label root_label = tree.labels[w];
        walk_from(static_cast<Node>(w));
        tree.heads[w] = 0;
        tree.labels[w] = root_label;
        if (how == Reconstruction::naive) continue;
        // Among the words that agree with most labels, one that the parser linked to 0, or else the first.
        const auto better = [&](Node x, Node y) {
            const auto a = static_cast<std::size_t>(x), b = static_cast<std::size_t>(y);
            if (disagreement[a] != disagreement[b]) return disagreement[a] < disagreement[b];
            if (linked_to_root[a] != linked_to_root[b]) return linked_to_root[a] > linked_to_root[b];
            return x < y;
        };
        Node best = order.front();
        for (Node x : order) {
            if (better(x, best)) best = x;
        }
        if (best == static_cast<Node>(w)) continue;
        for (Node x : order) seen[static_cast<std::size_t>(x)] = 0;
        walk_from(best);
        tree.heads[static_cast<std::size_t>(best)] = 0;
        tree.labels[static_cast<std::size_t>(best)] = 0;
    }
    for (int k = 0; k < c.edges(); ++k) {  // the label of a link to 0 that survived
        const auto edge = c.edge(k);
        if (edge.left == 0 && tree.heads[static_cast<std::size_t>(edge.right)] == 0) {
            tree.labels[static_cast<std::size_t>(edge.right)] = edge.label;
        }
    }
    return tree;
}

}  // namespace crossarc
