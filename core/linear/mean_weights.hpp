// The mean of what several learners have learnt.
#pragma once

#include <span>

#include "core/linear/weight_table.hpp"

namespace crossarc {

// Of tables of the same shape, feature by feature; what a table does not have counts as 0. Means of transitions' weights
// that are less than `least` are left out, and those of labels' that are less than twice that.
WeightTable mean_weights(std::span<const WeightTable> tables, float least);

}  // namespace crossarc
