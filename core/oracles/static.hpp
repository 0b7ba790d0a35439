// Static oracles: the transition of the canonical derivation, and no word about the others.
#pragma once

#include <algorithm>

#include "core/oracles/oracle.hpp"
#include "core/oracles/policies.hpp"
#include "core/oracles/search.hpp"

namespace crossarc {

template <class System>
class StaticOracle final : public Oracle {
  public:
    explicit StaticOracle(const System& system, const OracleOptions& options = {}) : system_(system) {
        target_.options = options;
    }

    void prepare(std::span<const Node> heads) override {
        target_.gold.assign(heads);
        set_planes(system_, target_);
        if constexpr (may_search) search_.forget();
    }

    Transition choice(const Configuration& c) {
        if constexpr (may_search) {
            const bool crossing = system_.lnba || system_.rnba;
            if (crossing && !target_.gold.is_projective()) return search_.choice(system_, c, target_);
        }
        return static_choice(system_, c, target_);
    }

    // The words that have a wrong head already: a static oracle promises nothing about the others. In undirected systems
    // heads are known at the end only; before, links that are no gold arcs count.
    int loss(const Configuration& c) override {
        const bool finished = system_.finished(c);
        int wrong = 0;
        if constexpr (requires { system_.reconstruction; }) {
            if (finished) {
                DirectedTree tree;
                reconstruct(c, system_.reconstruction, tree);
                for (Node w = 1; w <= target_.gold.words(); ++w)
                    wrong += tree.heads[static_cast<std::size_t>(w)] != target_.head(w);
            } else {
                for (int k = 0; k < c.edges(); ++k) {
                    const auto edge = c.edge(k);
                    const bool leftward = edge.left > 0 && target_.head(edge.left) == edge.right;
                    wrong += !leftward && target_.head(edge.right) != edge.left;
                }
            }
        } else {
            for (Node w = 1; w <= target_.gold.words(); ++w) {
                if (c.has_head(w) || finished) wrong += std::max(c.head(w), 0) != target_.head(w);
            }
        }
        return wrong;
    }

    void costs(const Configuration& c, Costs& costs) override {
        costs.fill(illegal);
        if (system_.finished(c)) return;
        for (Transition t : system_.transitions()) {
            if (system_.why_not(c, t) == nullptr) costs[static_cast<std::size_t>(t)] = 1;
        }
        costs[static_cast<std::size_t>(choice(c))] = 0;
    }

    std::span<const std::int8_t> planes() const override { return target_.plane; }

  private:
    static constexpr bool may_search = policy_may_miss<System>;
    struct Nothing {};

    System system_;
    Target target_;
    std::conditional_t<may_search, PolicyOrSearch<System>, Nothing> search_;
};

}  // namespace crossarc
