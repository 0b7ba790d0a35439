// The weights of a linear classifier in the form in which the perceptron's are stored and used.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/features/templates.hpp"
#include "core/registry.hpp"

namespace crossarc {

// A row of weights, one for each class, for each feature.
struct WeightRows {
    std::span<const FeatureKey> keys;
    std::span<const float> weights;  // [keys][classes]
    int classes = 0;
};

// What PerceptronModel::write would write if it had learnt these weights. Throws std::invalid_argument.
std::string linear_model_bytes(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                               std::vector<std::uint8_t> label_uses, const WeightRows& transitions,
                               const WeightRows& labels, const WeightRows& roots);

}  // namespace crossarc
