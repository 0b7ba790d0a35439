#include "core/svm/linear_model.hpp"

#include <stdexcept>

#include "core/search/model.hpp"

namespace crossarc {
namespace {

// Weights that were set at step 0 and have been what they are until step 1 are their own average.
FrozenWeights frozen(const WeightRows& rows) {
    const auto classes = static_cast<std::size_t>(rows.classes);
    if (rows.classes < 1 || rows.weights.size() != rows.keys.size() * classes)
        throw std::invalid_argument("there are not as many weights as features and classes");
    AveragedWeights weights(rows.classes);
    for (std::size_t row = 0; row < rows.keys.size(); ++row) {
        for (std::size_t k = 0; k < classes; ++k) {
            const float weight = rows.weights[row * classes + k];
            if (weight != 0.0f) weights.update(rows.keys.subspan(row, 1), static_cast<int>(k), weight, 0);
        }
    }
    return FrozenWeights(weights, 1, 0.0f);
}

}  // namespace

std::string linear_model_bytes(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                               std::vector<std::uint8_t> label_uses, const WeightRows& transitions,
                               const WeightRows& labels, const WeightRows& roots) {
    const PerceptronModel model(system, std::move(templates), LabelUses(std::move(label_uses)), frozen(transitions),
                                frozen(labels), frozen(roots));
    std::string bytes;
    model.write(bytes);
    return bytes;
}

}  // namespace crossarc
