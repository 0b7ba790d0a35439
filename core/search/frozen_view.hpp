// What a trained model says of one configuration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/features/templates.hpp"
#include "core/linear/frozen_weights.hpp"

namespace crossarc {

class FrozenView {
  public:
    using Score = std::int32_t;
    using Total = std::int64_t;  // of the scores of a derivation

    FrozenView(const FeatureTemplates& templates, const FrozenWeights& weights)
        : templates_(&templates),
          weights_(&weights),
          keys_(templates.size()),
          lists_(templates.size()),
          label_scores_(static_cast<std::size_t>(weights.shape().labels)) {}

    // The next configuration is another sentence's.
    void forget() { glance_.is_of_this_sentence = false; }
    void look_at(const Configuration& c, std::span<const std::uint32_t> rows) {
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
    Score score(std::size_t transition) const { return sight_.transitions()[transition]; }
    const Score* label_scores(int kind) {
        weights_->score_labels(sight_, kind, label_scores_.data());
        return label_scores_.data();
    }

  private:
    const FeatureTemplates* templates_;
    const FrozenWeights* weights_;
    std::vector<FeatureKey> keys_;
    std::vector<std::uint32_t> lists_;
    std::vector<Score> label_scores_;
    FeatureTemplates::Glance glance_{};
    FrozenWeights::Sight of_buffer_, sight_;
};

}  // namespace crossarc
