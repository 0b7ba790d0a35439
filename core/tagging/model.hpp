// A trained tagger.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/linear/frozen_weights.hpp"
#include "core/tagging/analyzer.hpp"

namespace crossarc::tagging {

class Model {
  public:
    Model(std::shared_ptr<const Analyzer> analyzer, FrozenWeights weights);
    explicit Model(std::string_view bytes);  // throws std::invalid_argument

    void write(std::string& bytes) const;

    const Analyzer& analyzer() const { return *analyzer_; }
    const TagSet& tags() const { return analyzer_->tags(); }
    const FrozenWeights& weights() const { return weights_; }

    // The parts' scores by some features; `lists` has room for as many, `scores` for all parts.
    void score(std::span<const FeatureKey> keys, std::uint32_t* lists, std::int32_t* scores) const;

  private:
    std::shared_ptr<const Analyzer> analyzer_;
    FrozenWeights weights_;
};

// A tag may have any number of parts.
inline std::int64_t sum_of(std::span<const Part> parts, const std::int32_t* scores) {
    std::int64_t sum = 0;
    for (const Part part : parts) sum += scores[part];
    return sum;
}

}  // namespace crossarc::tagging
