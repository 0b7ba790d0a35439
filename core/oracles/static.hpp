// Static oracles: the transition of the canonical derivation, and no word about the others.
#pragma once

#include "core/oracles/oracle.hpp"
#include "core/oracles/policies.hpp"
#include "core/oracles/search.hpp"

namespace crossarc {

template <class System>
class StaticOracle final : public Oracle {
  public:
    explicit StaticOracle(const System& system) : system_(system) {}

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

    // The words that have a wrong head already: a static oracle promises nothing about the others.
    int loss(const Configuration& c) override {
        int wrong = 0;
        for (Node w = 1; w <= target_.gold.words(); ++w) wrong += c.has_head(w) && c.head(w) != target_.head(w);
        return wrong;
    }

    void costs(const Configuration& c, Costs& costs) override {
        costs.fill(illegal);
        for (Transition t : system_.transitions()) {
            if (system_.why_not(c, t) == nullptr) costs[static_cast<std::size_t>(t)] = 1;
        }
        if (!system_.finished(c)) costs[static_cast<std::size_t>(choice(c))] = 0;
    }

    std::span<const std::int8_t> planes() const override { return target_.plane; }

  private:
    static constexpr bool may_search = requires(System system) { system.lnba; };
    struct Nothing {};

    System system_;
    Target target_;
    std::conditional_t<may_search, PolicyOrSearch<System>, Nothing> search_;
};

}  // namespace crossarc
