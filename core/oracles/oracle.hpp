// What every oracle answers about a configuration, given a gold tree.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/configuration.hpp"
#include "core/transition.hpp"

namespace crossarc {

using Costs = std::array<int, transition_count>;
inline constexpr int illegal = -1;  // in Costs: the transition is not legal in this configuration

class Oracle {
  public:
    virtual ~Oracle() = default;
    virtual void prepare(std::span<const Node> heads) = 0;  // heads[w - 1] is the gold head of word w
    virtual int loss(const Configuration& c) = 0;
    virtual void costs(const Configuration& c, Costs& costs) = 0;
    // The plane of each word's gold arc (index 0 is unused); empty for systems without planes.
    virtual std::span<const std::int8_t> planes() const { return {}; }
};

}  // namespace crossarc
