#pragma once

#include <vector>

#include "core/oracles/gold.hpp"

namespace crossarc {

// Ranks of the nodes in the order that makes the tree projective: each head between its left and its right children. 0 comes
// last, as in the buffer.
void projective_order(const GoldTree& gold, std::vector<int>& order);

}  // namespace crossarc
