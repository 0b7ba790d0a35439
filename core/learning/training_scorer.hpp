// What a model in training says of one configuration, and what it is taught about it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/features/templates.hpp"
#include "core/linear/averaged_weights.hpp"
#include "core/systems/transition.hpp"

namespace crossarc {

class TrainingScorer {
  public:
    using Score = float;
    using Total = double;
    using Sentence = std::span<const std::uint32_t>;

    TrainingScorer(const FeatureTemplates& templates, AveragedWeights& weights)
        : templates_(&templates),
          weights_(&weights),
          keys_(templates.size()),
          found_(templates.size()),
          scores_(weights.width()),
          label_scores_(static_cast<std::size_t>(weights.shape().labels)) {}

    void forget() {}  // it looks anew each time
    void look_at(const Configuration& c, const Sentence& rows) {
        count_ = templates_->extract(c, rows, keys_.data());
        weights_->find(keys(), found_.data());
        weights_->score(found(), scores_.data());
    }
    Score score(Transition t) const { return scores_[t.kind]; }
    const Score* label_scores(int kind) {
        weights_->score_labels(found(), kind, label_scores_.data());
        return label_scores_.data();
    }

    void update(Transition t, float amount, std::int64_t step) {
        weights_->update(keys(), found(), static_cast<int>(t.kind), amount, step);
    }
    void update_label(int kind, Label label, float amount, std::int64_t step) {
        weights_->update_label(keys(), found(), kind, label, amount, step);
    }

  private:
    std::span<const FeatureKey> keys() const { return {keys_.data(), count_}; }
    std::span<std::uint32_t> found() { return {found_.data(), count_}; }

    const FeatureTemplates* templates_;
    AveragedWeights* weights_;
    std::size_t count_ = 0;
    std::vector<FeatureKey> keys_;
    std::vector<std::uint32_t> found_;  // the rows of the features
    std::vector<Score> scores_, label_scores_;
};

}  // namespace crossarc
