// A trained tagger.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/linear/frozen_weights.hpp"
#include "core/tagging/analyzer.hpp"
#include "core/tagging/form_memory.hpp"

namespace crossarc::tagging {

class Model {
  public:
    Model(std::shared_ptr<const Analyzer> analyzer, FrozenWeights weights);
    explicit Model(std::string_view bytes);  // throws std::invalid_argument

    void write(std::string& bytes) const;

    const Analyzer& analyzer() const { return *analyzer_; }
    const TagSet& tags() const { return analyzer_->tags(); }
    const FrozenWeights& weights() const { return weights_; }
    FormMemory& memory() const { return *memory_; }  // of forms that it was asked for; says nothing else than it does

    // The parts' scores by some features; `lists` has room for as many, `scores` for all parts.
    void score(std::span<const FeatureKey> keys, std::uint32_t* lists, std::int32_t* scores) const;
    // The same for some parts alone, each once.
    void score(std::span<const FeatureKey> keys, std::span<const Part> parts, std::uint32_t* lists,
               std::int32_t* scores) const;

  private:
    std::shared_ptr<const Analyzer> analyzer_;
    FrozenWeights weights_;
    std::unique_ptr<FormMemory> memory_ = std::make_unique<FormMemory>();
};

// A tag may have any number of parts.
inline std::int64_t sum_of(std::span<const Part> parts, const std::int32_t* scores) {
    std::int64_t sum = 0;
    for (const Part part : parts) sum += scores[part];
    return sum;
}

}  // namespace crossarc::tagging
