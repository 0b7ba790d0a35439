// Weights in training, and their averages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/huge_pages.hpp"
#include "core/linear/feature_index.hpp"
#include "core/linear/weight_table.hpp"

namespace crossarc {

// Averaging (Collins 2002) keeps, beside each weight, the sum of its changes times the step at which they were made
// (Daumé 2006): the average is the weight less that sum over the number of steps. Features that were seldom updated do
// not count yet, and not at all if that stays so (Goldberg & Elhadad 2011): most features are of that kind, and a model
// without them is as good.
class AveragedWeights {
  public:
    AveragedWeights(ModelShape shape, int least_updates);

    const ModelShape& shape() const { return shape_; }
    std::size_t width() const { return width_; }  // of the scores of transitions, padded

    // The rows of features; FeatureIndex::none for those that do not count yet.
    void find(std::span<const FeatureKey> keys, std::uint32_t* rows) const;

    // Adds up the weights of the rows. `scores` has `width` places for transitions, and one for each label for labels.
    void score(std::span<const std::uint32_t> rows, float* scores) const;
    void score_labels(std::span<const std::uint32_t> rows, int kind, float* scores) const;

    // Adds to the weights of features, at a step of training. All of them have rows afterwards.
    void update(std::span<const FeatureKey> keys, std::span<std::uint32_t> rows, int transition, float amount,
                std::int64_t step);
    struct LabelChange {
        int label;
        float amount;
    };
    void update_labels(std::span<const FeatureKey> keys, std::span<std::uint32_t> rows, int kind,
                       std::span<const LabelChange> changes, std::int64_t step);
    void update_label(std::span<const FeatureKey> keys, std::span<std::uint32_t> rows, int kind, int label, float amount,
                      std::int64_t step);

    // The averages after so many steps, but for those of transitions that are less than `least`, and those of labels that
    // are less than twice that: there are many of them, and one hardly matters.
    WeightTable averages(std::int64_t steps, float least) const;

  private:
    struct LabelWeight {
        double changes;  // each times its step
        float weight;
        std::uint32_t label;
    };
    // A feature's weights for a kind of labels: few of many, in any order, with room for more.
    struct LabelList {
        std::uint32_t first = 0;
        std::uint16_t size = 0, room = 0;
    };

    void add_rows(std::span<const FeatureKey> keys, std::span<std::uint32_t> rows);
    LabelWeight& label_weight(LabelList& list, int label);
    LabelList& list_of(std::uint32_t row, int kind) {
        return lists_[row * static_cast<std::size_t>(shape_.kinds) + static_cast<std::size_t>(kind)];
    }

    ModelShape shape_;
    std::size_t width_;
    FeatureIndex index_;
    HugeVector<float> weights_;    // [row][transition]
    HugeVector<double> changes_;   // [row][transition]
    HugeVector<LabelList> lists_;  // [row][kind]
    HugeVector<LabelWeight> label_weights_;
};

}  // namespace crossarc
