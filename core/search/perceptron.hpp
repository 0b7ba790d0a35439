// The perceptron parser: which transition, and which label its arc gets, by two linear models over the same features.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/features/templates.hpp"
#include "core/linear/weights.hpp"
#include "core/registry.hpp"

namespace crossarc {

// What one sentence offers to training: attributes, gold heads and labels.
struct Example {
    std::vector<std::uint32_t> rows;    // AttributeTable::sentence
    std::vector<Node> heads;            // heads[w - 1]
    std::vector<std::int32_t> labels;   // of the arcs, labels[w - 1]
};

struct TrainingOptions {
    std::string oracle = "dynamic";
    bool regularize = false;
    double exploration = 0.9;     // how often a wrong prediction is followed, once exploration has begun
    int first_exploration = 2;    // the epoch, from 1, in which it begins
    int beam = 1;
};

// Heads and labels of a sentence as predicted.
struct Prediction {
    std::vector<Node> heads;
    std::vector<std::int32_t> labels;
};

// Keys of the label model: the same features, apart for each kind of arc.
inline FeatureKey labelled_key(FeatureKey key, Transition t) {
    if (key == no_feature) return no_feature;
    return ((key ^ (static_cast<std::uint64_t>(t) + 1) * 0xD6E8FEB86659FD93u) * 0x9E3779B97F4A7C15u) | 1;
}

class PerceptronModel;

class PerceptronTrainer {
  public:
    PerceptronTrainer(const AnySystem& system, const FeatureTemplates& templates, int labels, TrainingOptions options);
    ~PerceptronTrainer();

    // Goes once through all examples, in an order that the seed and the epoch give. Returns the number of wrong
    // transitions.
    std::int64_t epoch(std::span<const Example> examples, std::uint64_t seed);

    PerceptronModel model(float least) const;
    std::size_t rows() const { return transitions_.rows() + labels_.rows(); }

  private:
    template <class System>
    std::int64_t train_greedily(const System& system, const Example& example);

    AnySystem system_;
    const FeatureTemplates& templates_;
    TrainingOptions options_;
    std::unique_ptr<Oracle> oracle_;
    AveragedWeights transitions_, labels_;
    std::int64_t step_ = 1;
    int epoch_ = 0;
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

class PerceptronModel {
  public:
    PerceptronModel(const AnySystem& system, const FeatureTemplates& templates, FrozenWeights transitions,
                    FrozenWeights labels)
        : system_(system), templates_(&templates), transitions_(std::move(transitions)), labels_(std::move(labels)) {}

    void parse(std::span<const std::uint32_t> rows, int words, int beam, Prediction& prediction) const;
    std::size_t rows() const { return transitions_.rows() + labels_.rows(); }

  private:
    AnySystem system_;
    const FeatureTemplates* templates_;
    FrozenWeights transitions_, labels_;
};

}  // namespace crossarc
