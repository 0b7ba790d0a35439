// Search for a derivation of the gold tree, where no policy is complete.
#pragma once

#include "core/oracles/scratch.hpp"
#include "core/oracles/target.hpp"
#include "core/systems/system.hpp"

namespace crossarc {

// The transitions from c to the gold tree: the policy's where they lead to it, and what a search finds where they do
// not. Empty if there is no way, or none is found with the patience, of which each configuration that is looked at
// takes one.
std::vector<Transition> derivation_to(const Target& target, const System& system, const Configuration& c,
                                      int& patience);

// The next transition of such a derivation, which is remembered as long as it is followed; the policy's where there is
// none.
Transition planned_choice(const System& system, const Configuration& c, const Target& target, Plan& plan);

}  // namespace crossarc
