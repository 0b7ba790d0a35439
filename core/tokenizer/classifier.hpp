// Yes or no, by the sum of the weights of features.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stored_bytes.hpp"
#include "core/tokenizer/features.hpp"

namespace crossarc::tokenizer {

// Weights of features in open addressing: four bytes each, so that those of a language fit into the processor's cache.
// A score is the logarithm of the odds.
class Classifier {
  public:
    Classifier() : slots_(1) {}  // says "even odds" to everything

    // The weights that are not 0, scaled to 16 bits.
    Classifier(std::span<const Feature> features, std::span<const float> weights);

    explicit Classifier(BytesReader& reader);  // throws std::invalid_argument
    void write(BytesWriter& writer) const;

    float score(std::span<const Feature> features) const {
        std::int32_t sum = 0;
        for (const Feature feature : features) sum += weight(feature);
        return static_cast<float>(sum) * scale_;
    }
    float weight_of(Feature feature) const { return static_cast<float>(weight(feature)) * scale_; }
    bool decides(const FeatureList& features) const { return score(features.all()) > 0.0f; }
    std::size_t size() const { return used_; }

  private:
    struct Slot {
        std::uint16_t tag = 0;
        std::int16_t weight = 0;  // 0: free
    };

    std::int32_t weight(Feature feature) const {
        const std::uint16_t tag = static_cast<std::uint16_t>(feature);
        for (std::size_t at = place(feature);; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at].weight == 0) return 0;
            if (slots_[at].tag == tag) return slots_[at].weight;
        }
    }
    std::size_t place(Feature feature) const { return static_cast<std::size_t>(feature >> 32) & (slots_.size() - 1); }

    std::vector<Slot> slots_;  // a power of two of them, at least one of them free
    std::size_t used_ = 0;
    float scale_ = 0.0f;
};

// Decisions to learn from. Their features are numbered in the order in which they come.
class Lessons {
  public:
    void add(const FeatureList& features, bool answer, std::uint32_t group = 0);
    std::size_t size() const { return answers_.size(); }
    bool answer(std::size_t lesson) const { return answers_[lesson] != 0; }
    std::uint32_t group(std::size_t lesson) const { return groups_[lesson]; }
    std::span<const std::uint32_t> numbers(std::size_t lesson) const {
        return std::span(numbers_).subspan(firsts_[lesson], firsts_[lesson + 1] - firsts_[lesson]);
    }
    const std::vector<Feature>& features() const { return features_; }

  private:
    static constexpr std::uint32_t free_slot = UINT32_MAX;

    std::uint32_t number_of(Feature feature);
    std::size_t slot_of(Feature feature) const;

    std::vector<Feature> features_;
    std::vector<std::uint32_t> slots_;  // their numbers by key, in open addressing
    std::vector<std::uint32_t> numbers_;
    std::vector<std::size_t> firsts_{0};
    std::vector<std::uint8_t> answers_;
    std::vector<std::uint32_t> groups_;
};

struct LearningOptions {
    int epochs = 10;
    float rate = 0.1f;
    float tolerance = 0.05f;  // errors of chances that nothing is learnt from: what is sure enough need not get surer
    std::uint64_t seed = 1;
};

// Logistic regression by stochastic gradients with a rate for each feature (Duchi et al. 2011) and averaged weights.
// Lessons of the group `left_out` are not learnt.
inline constexpr std::uint32_t no_group = UINT32_MAX;
Classifier learn(const Lessons& lessons, const LearningOptions& options, std::uint32_t left_out = no_group);

}  // namespace crossarc::tokenizer
