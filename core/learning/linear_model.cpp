#include "core/learning/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "core/interruption.hpp"
#include "core/scorers/perceptron_model.hpp"

namespace crossarc {
namespace {

// All classifiers' weights by feature, as a parser looks them up.
class TableWriter {
  public:
    explicit TableWriter(const ModelShape& shape) { table_.shape = shape; }

    void add_transitions(const WeightRows& rows) {
        const auto width = static_cast<std::size_t>(table_.shape.transitions);
        each(rows, table_.shape.transitions, [&](std::uint32_t row, std::int32_t transition, float weight) {
            table_.transition_weights.resize(
                std::max(table_.transition_weights.size(), (row + std::size_t{1}) * width));
            table_.transition_weights[row * width + static_cast<std::size_t>(transition)] = weight;
        });
    }

    // Transitions with labels.
    void add_classes(const WeightRows& rows) {
        const int labels = table_.shape.labels;
        each(rows, table_.shape.transitions * labels, [&](std::uint32_t row, std::int32_t of_class, float weight) {
            table_.label_weights.push_back({row, static_cast<std::uint16_t>(of_class / labels),
                                            static_cast<std::uint16_t>(of_class % labels), weight});
        });
    }

    void add_labels(const LabelRows& labels) {
        if (labels.kind < 0 || labels.kind >= table_.shape.kinds) throw std::invalid_argument("there is no such kind");
        each(labels.rows, table_.shape.labels, [&](std::uint32_t row, std::int32_t label, float weight) {
            table_.label_weights.push_back(
                {row, static_cast<std::uint16_t>(labels.kind), static_cast<std::uint16_t>(label), weight});
        });
    }

    WeightTable finished() {
        table_.transition_weights.resize(table_.keys.size() * static_cast<std::size_t>(table_.shape.transitions));
        std::sort(table_.label_weights.begin(), table_.label_weights.end(), [](const auto& a, const auto& b) {
            return std::tie(a.row, a.kind, a.label) < std::tie(b.row, b.kind, b.label);
        });
        return std::move(table_);
    }

  private:
    // Calls use(row, class, weight) for the weights that are more than nothing in 16 bits.
    template <typename Use>
    void each(const WeightRows& rows, int class_count, const Use& use) {
        const std::size_t classes = rows.classes.size();
        if (rows.weights.size() != rows.keys.size() * classes)
            throw std::invalid_argument("there are not as many weights as features and classes");
        for (const std::int32_t of_class : rows.classes)
            if (of_class < 0 || of_class >= class_count) throw std::invalid_argument("there is no such class");
        float largest = 0.0f;
        for (const float weight : rows.weights) {
            if (!std::isfinite(weight)) throw std::invalid_argument("a weight is no number");
            largest = std::max(largest, std::abs(weight));
        }
        for (std::size_t k = 0; k < rows.keys.size(); ++k) {
            poll(static_cast<std::int64_t>(100 * classes));
            for (std::size_t j = 0; j < classes; ++j) {
                const float weight = rows.weights[k * classes + j];
                if (std::abs(weight) > largest / 65536.0f) use(row_of(rows.keys[k]), rows.classes[j], weight);
            }
        }
    }

    std::uint32_t row_of(FeatureKey key) {
        const auto [found, is_new] = rows_.try_emplace(key, static_cast<std::uint32_t>(table_.keys.size()));
        if (is_new) table_.keys.push_back(key);
        return found->second;
    }

    WeightTable table_;
    std::unordered_map<FeatureKey, std::uint32_t> rows_;
};

}  // namespace

std::string linear_model_bytes(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates,
                               LabelChoice choice, std::vector<std::uint8_t> label_uses, const WeightRows& transitions,
                               std::span<const LabelRows> labels) {
    const ModelShape shape = shape_of(*system, static_cast<int>(label_uses.size()), choice);
    TableWriter writer(shape);
    if (choice == LabelChoice::together) {
        writer.add_classes(transitions);
    } else {
        writer.add_transitions(transitions);
    }
    for (const LabelRows& own : labels) writer.add_labels(own);
    std::string bytes;
    FrozenWeights weights(writer.finished());
    LabelUses uses(std::move(label_uses));
    if (choice == LabelChoice::after) {
        PerceptronModel(system, std::move(templates), std::move(uses), std::move(weights)).write(bytes);
        return bytes;
    }
    std::vector<std::uint8_t> seen(static_cast<std::size_t>(shape.transitions * shape.labels));
    for (const std::int32_t of_class : transitions.classes) seen[static_cast<std::size_t>(of_class)] = 1;
    PerceptronModel(system, std::move(templates), std::move(uses), std::move(weights), std::move(seen)).write(bytes);
    return bytes;
}

}  // namespace crossarc
