// What a linear learner hands over when it is done.
#pragma once

#include <cstdint>
#include <vector>

#include "core/features/templates.hpp"

namespace crossarc {

// A parser asks a linear model which transition to take, and then, if need be, for one of the labels. There are several
// kinds of questions for labels (one for each transition that builds an arc, …), with weights of their own.
struct ModelShape {
    int transitions = 0;
    int kinds = 0;
    int labels = 0;

    bool operator==(const ModelShape&) const = default;
};

// The weights of features, row by row.
struct WeightTable {
    struct LabelWeight {
        std::uint32_t row;
        std::uint16_t kind;
        std::uint16_t label;
        float weight;
    };

    ModelShape shape;
    std::vector<FeatureKey> keys;             // each once
    std::vector<float> transition_weights;    // [row][transition]
    std::vector<LabelWeight> label_weights;   // by row, kind and label
};

}  // namespace crossarc
