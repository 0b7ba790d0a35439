// The weights of linear classifiers in the form in which the perceptron's are stored and used.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/features/templates.hpp"
#include "core/parsing/labels.hpp"
#include "core/systems/system.hpp"

namespace crossarc {

// What one classifier has learnt: for each feature a weight for each of its classes.
struct WeightRows {
    std::span<const FeatureKey> keys;
    std::span<const std::int32_t> classes;
    std::span<const float> weights;  // [keys][classes]
};

// A classifier for one of LabelKinds. That of the choice of the root has one class, 0.
struct LabelRows {
    int kind = 0;
    WeightRows rows;
};

// What PerceptronModel::write would write if it had learnt these weights. The classes of `transitions` are those of
// DerivationExamples. Throws std::invalid_argument.
std::string linear_model_bytes(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates,
                               LabelChoice choice, std::vector<std::uint8_t> label_uses, const WeightRows& transitions,
                               std::span<const LabelRows> labels);

}  // namespace crossarc
