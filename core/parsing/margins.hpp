#pragma once

#include <limits>
#include <vector>

namespace crossarc {

// By how much the scores preferred what was done to what came second, by word: the transition that gave a word its head
// (0 if none did, or there was no other), and its label.
struct Margins {
    static constexpr float moved = std::numeric_limits<float>::quiet_NaN();  // under the one root, from a place under 0

    std::vector<float> transitions;
    std::vector<float> labels;

    void reset(int words) {
        transitions.assign(static_cast<std::size_t>(words), 0.0f);
        labels.assign(static_cast<std::size_t>(words), 0.0f);
    }
};

}  // namespace crossarc
