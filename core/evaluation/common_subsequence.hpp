#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace crossarc {

// The longest common subsequence of two lists, which may have many thousands of items: the positions of equal items. Of
// several longest ones it is that of the CoNLL 2018 scorer, which goes through both lists, pairs what is equal as soon
// as it is met, and else moves on to the left if nothing is lost by that, to the right otherwise.
std::vector<std::pair<std::size_t, std::size_t>> longest_common_subsequence(std::span<const std::int32_t> left,
                                                                            std::span<const std::int32_t> right);

}  // namespace crossarc
