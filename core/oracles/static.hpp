// Static oracles: the transition of the canonical derivation, and no word about the others.
#pragma once

#include "core/oracles/oracle.hpp"

namespace crossarc {

class StaticOracle final : public Oracle {
  public:
    using Oracle::Oracle;

    Transition choice(const Target& target, const Configuration& c, Scratch& scratch) const;

    // The words that have a wrong head already: a static oracle promises nothing about the others. In undirected
    // systems heads are known at the end only; before, links that are no gold arcs count.
    int loss(const Target& target, const Configuration& c, Scratch& scratch) const override;
    void costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const override;
};

}  // namespace crossarc
