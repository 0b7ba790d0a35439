// What costs and scores of a configuration's transitions come to in greedy training.
#pragma once

#include <cstddef>

#include "core/oracles/oracle.hpp"
#include "core/transition.hpp"

namespace crossarc {

struct Lesson {
    std::size_t predicted;  // numbers in the system's list
    std::size_t right;
    bool is_mistake;
};

// Right are the transitions of least cost, and the one that scores highest is what the model is to do; a deterministic
// oracle has one right transition alone, by `preference`.
template <class Score>
Lesson lesson(const TransitionList& list, const Costs& costs, Score&& score, bool deterministic) {
    const auto cost = [&](std::size_t k) { return costs[static_cast<std::size_t>(list[k])]; };
    const auto is_righter = [&](std::size_t a, std::size_t b) {
        if (cost(a) != cost(b)) return cost(a) < cost(b);
        return deterministic ? preference(list[a]) < preference(list[b]) : score(a) > score(b);
    };
    const std::size_t none = list.size();
    std::size_t predicted = none, right = none;
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (cost(k) == illegal) continue;
        if (predicted == none || score(k) > score(predicted)) predicted = k;
        if (right == none || is_righter(k, right)) right = k;
    }
    return {predicted, right, cost(predicted) > cost(right) || (deterministic && predicted != right)};
}

}  // namespace crossarc
