#include "core/oracles/static.hpp"

#include <algorithm>

#include "core/oracles/search.hpp"

namespace crossarc {

Transition StaticOracle::choice(const Target& target, const Configuration& c, Scratch& scratch) const {
    if (system().may_miss(target)) return planned_choice(system(), c, target, scratch.plan);
    return system().policy(c, target);
}

int StaticOracle::loss(const Target& target, const Configuration& c, Scratch& scratch) const {
    int wrong = 0;
    if (system().finished(c)) {
        scratch.nodes.resize(static_cast<std::size_t>(c.words()));
        system().read_tree(c, scratch.nodes.data(), nullptr);
        for (Node w = 1; w <= c.words(); ++w) wrong += scratch.nodes[static_cast<std::size_t>(w) - 1] != target.head(w);
    } else if (c.has_links()) {
        for (int k = 0; k < c.edges(); ++k) {
            const auto edge = c.edge(k);
            const bool leftward = edge.left > 0 && target.head(edge.left) == edge.right;
            wrong += !leftward && target.head(edge.right) != edge.left;
        }
    } else {
        for (Node w = 1; w <= c.words(); ++w) wrong += c.has_head(w) && c.head(w) != target.head(w);
    }
    return wrong;
}

void StaticOracle::costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const {
    costs.clear();
    system().legal(c, scratch.moves);
    if (scratch.moves.empty()) return;
    const Transition chosen = choice(target, c, scratch);
    for (const Transition t : scratch.moves) costs.add({t, t == chosen ? 0 : 1});
}

}  // namespace crossarc
