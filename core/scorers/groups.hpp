// Classifiers that are told apart by a feature: the groups of their examples.
#pragma once

#include <cstdint>

#include "core/features/templates.hpp"

namespace crossarc {

// The groups of labels are those of transitions within each of LabelKinds; in their place comes the kind.
constexpr std::uint64_t label_group(int kind, FeatureKey split) {
    const std::uint64_t mixed = (split ^ (static_cast<std::uint64_t>(kind + 1) << 32)) * 0x9E3779B97F4A7C15u;
    return mixed | (std::uint64_t{1} << 63);
}
inline constexpr std::uint64_t no_group = 0;  // the substitute of all others

}  // namespace crossarc
