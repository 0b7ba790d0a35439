// What costs and scores of a configuration's transitions come to in greedy training.
#pragma once

#include <cstddef>
#include <span>

#include "core/oracles/oracle.hpp"

namespace crossarc {

struct Lesson {
    Transition predicted, right;
    bool is_mistake;
};

// Right are the transitions of least cost, and the one that scores highest is what the model is to do; a deterministic
// oracle has one right transition alone, by preference.
template <class Score>
Lesson lesson(std::span<const Kind> kinds, const Costs& costs, Score&& score, bool deterministic) {
    const auto is_righter = [&](const Priced& a, const Priced& b) {
        if (a.cost != b.cost) return a.cost < b.cost;
        if (!deterministic) return score(a.transition) > score(b.transition);
        return kinds[a.transition.kind].preference < kinds[b.transition.kind].preference;
    };
    const Priced *predicted = costs.begin(), *right = costs.begin();
    for (const Priced* entry = costs.begin() + 1; entry < costs.end(); ++entry) {
        if (score(entry->transition) > score(predicted->transition)) predicted = entry;
        if (is_righter(*entry, *right)) right = entry;
    }
    return {predicted->transition, right->transition,
            predicted->cost > right->cost || (deterministic && predicted != right)};
}

}  // namespace crossarc
