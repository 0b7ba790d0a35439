// What a trained linear model says of one configuration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/features/templates.hpp"
#include "core/linear/frozen_weights.hpp"
#include "core/parsing/labels.hpp"

namespace crossarc {

class FrozenScorer {
  public:
    using Score = std::int32_t;
    using Total = std::int64_t;
    using Sentence = std::span<const std::uint32_t>;  // AttributeTable::sentence

    // `seen_classes` has a 1 for each transition with each label that training has seen, if they are chosen together.
    FrozenScorer(const FeatureTemplates& templates, const FrozenWeights& weights,
                 std::span<const std::uint8_t> seen_classes = {})
        : templates_(&templates),
          weights_(&weights),
          seen_classes_(seen_classes),
          keys_(templates.size()),
          lists_(templates.size()),
          label_scores_(static_cast<std::size_t>(weights.shape().labels)) {}

    // The next configuration is another sentence's.
    void forget() { glance_.is_of_this_sentence = false; }
    void look_at(const Configuration& c, const Sentence& rows) {
        FeatureKey* const keys = keys_.data();
        std::size_t first = 0;
        if (templates_->look(c, rows, glance_)) {
            first = templates_->keys_of_buffer(glance_, keys);
            of_buffer_ = {};
        }
        of_buffer_.lists = lists_.data();  // views are copied and moved
        const std::size_t end = first + templates_->other_keys(glance_, keys + first);
        if (first > 0) weights_->look_up({keys, end}, 0, first, of_buffer_);
        sight_ = of_buffer_;
        weights_->look_up({keys, end}, first, end, sight_);
    }
    Score score(Transition t) const { return sight_.transitions()[t.kind]; }
    const Score* label_scores(int kind) {
        weights_->score_labels(sight_, kind, label_scores_.data());
        const std::size_t labels = label_scores_.size(), first = static_cast<std::size_t>(kind) * labels;
        if (first < seen_classes_.size())
            for (std::size_t label = 0; label < labels; ++label)
                if (seen_classes_[first + label] == 0) label_scores_[label] = never_seen<Score>;
        return label_scores_.data();
    }
    // A transition with a label is a class, whose score is that of the label.
    Score alone(Transition, int kind) { return label_scores(kind)[0]; }
    Score joint(Transition, Score label) const { return label; }
    Score root_score(int kind) { return label_scores(kind)[0]; }
    float transition_scale() const { return seen_classes_.empty() ? weights_->transition_scale() : label_scale(); }
    float label_scale() const { return weights_->label_scale(); }

  private:
    const FeatureTemplates* templates_;
    const FrozenWeights* weights_;
    std::span<const std::uint8_t> seen_classes_;
    std::vector<FeatureKey> keys_;
    std::vector<std::uint32_t> lists_;
    std::vector<Score> label_scores_;
    FeatureTemplates::Glance glance_{};
    FrozenWeights::Sight of_buffer_, sight_;
};

}  // namespace crossarc
