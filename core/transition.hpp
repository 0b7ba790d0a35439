// The transitions of all systems, by the names the papers and the user give them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace crossarc {

enum class Transition : std::uint8_t {
    shift,
    reduce,
    left_arc,
    right_arc,
    no_arc,
    switch_stacks,
    swap,
    arc,
    left_buffer_arc,
    right_buffer_arc,
    left_nonproj_buffer_arc,
    right_nonproj_buffer_arc,
};

inline constexpr int transition_count = 12;

inline constexpr std::array<std::string_view, transition_count> transition_names = {
    "SHIFT",
    "REDUCE",
    "LEFT-ARC",
    "RIGHT-ARC",
    "NO-ARC",
    "SWITCH",
    "SWAP",
    "ARC",
    "LEFT-BUFFER-ARC",
    "RIGHT-BUFFER-ARC",
    "LEFT-NONPROJ-BUFFER-ARC",
    "RIGHT-NONPROJ-BUFFER-ARC",
};

constexpr int index_of(Transition t) { return static_cast<int>(t); }
constexpr std::string_view name_of(Transition t) { return transition_names[static_cast<std::size_t>(t)]; }

// The order in which a deterministic oracle prefers transitions that are right: arcs as soon as they can be built, then
// what other arcs may be behind, and SHIFT, after which no arc to the left can be built, last of all.
constexpr int preference(Transition t) {
    switch (t) {
        case Transition::shift:
            return 3;
        case Transition::switch_stacks:
        case Transition::swap:
            return 2;
        case Transition::reduce:
        case Transition::no_arc:
            return 1;
        default:
            return 0;
    }
}

inline std::optional<Transition> transition_named(std::string_view name) {
    for (int k = 0; k < transition_count; ++k) {
        if (transition_names[static_cast<std::size_t>(k)] == name) return static_cast<Transition>(k);
    }
    return std::nullopt;
}

// The transitions of one system, in a fixed order: a learner's classes are positions in this list.
class TransitionList {
  public:
    constexpr TransitionList() = default;
    template <std::size_t N>
    constexpr TransitionList(const std::array<Transition, N>& transitions) {
        for (Transition t : transitions) add(t);
    }
    constexpr void add(Transition t) { items_[size_++] = t; }
    constexpr std::size_t size() const { return size_; }
    constexpr Transition operator[](std::size_t k) const { return items_[k]; }
    constexpr const Transition* begin() const { return items_.data(); }
    constexpr const Transition* end() const { return items_.data() + size_; }
    constexpr bool contains(Transition t) const {
        for (Transition own : *this) {
            if (own == t) return true;
        }
        return false;
    }

  private:
    std::array<Transition, transition_count> items_{};
    std::size_t size_ = 0;
};

}  // namespace crossarc
