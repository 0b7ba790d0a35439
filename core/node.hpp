#pragma once

#include <cstdint>

namespace crossarc {

using Node = std::int32_t;  // 0 is the artificial root, 1..n are the words

inline constexpr Node no_node = -1;

using Label = std::int32_t;  // meaning is the caller's; unlabelled parsing leaves it 0

}  // namespace crossarc
