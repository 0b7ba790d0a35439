// What can be chosen about oracles: which of the derivations of a gold tree they teach. What a system can build stays the
// same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace crossarc {

// The gold arcs that the static oracle builds with LEFT- and RIGHT-BUFFER-ARC (2012 buffer §3.1): those of length one, the
// others being left to the base system, or any.
enum class BufferArcs : std::uint8_t { of_length_one, of_any_length };
inline constexpr std::array<std::string_view, 2> buffer_arcs_names = {"short", "any"};

// How gold arcs are shared out among two planes (2018 2-planar, note 5). Arcs that cross, directly or through others, form
// groups that can be shared out in two ways, one the mirror image of the other: planes.hpp says which way is taken.
enum class PlaneCriterion : std::uint8_t { active, first, shortest, projective };
inline constexpr std::array<std::string_view, 4> plane_criterion_names = {"active", "first", "shortest", "projective"};

struct OracleOptions {
    bool regularize = false;  // 2-planar, dynamic: avoid needless SWITCHes
    BufferArcs buffer_arcs = BufferArcs::of_length_one;
    PlaneCriterion planes = PlaneCriterion::active;
};

// The choice of that name; throws std::invalid_argument if there is none.
template <class Choice, std::size_t Count>
Choice choice_named(std::string_view name, const std::array<std::string_view, Count>& names, std::string_view option) {
    for (std::size_t k = 0; k < Count; ++k) {
        if (names[k] == name) return static_cast<Choice>(k);
    }
    std::string message = std::string(option) + ": '" + std::string(name) + "' is not one of";
    for (std::string_view known : names) message += " " + std::string(known);
    throw std::invalid_argument(message);
}

}  // namespace crossarc
