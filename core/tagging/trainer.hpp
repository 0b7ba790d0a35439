// Learning to tag.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/conllu/document.hpp"
#include "core/linear/averaged_weights.hpp"
#include "core/random.hpp"
#include "core/tagging/model.hpp"

namespace crossarc::tagging {

struct TrainingOptions {
    float margin = 200.0f;  // by which the right tag is to be better than all others
    float hidden = 1.0f;    // words of n occurrences are learnt from as unknown ones with chance hidden / (hidden + n)
    float least_weight = 1.0f;  // smaller ones are left out of the model
    int least_updates = 2;      // features that are updated less often are left out of the model
    std::uint64_t seed = 1;
};

// The averaged perceptron (Collins 2002) with a margin (Krauth & Mézard 1987), a word at a time: the tags before are
// those that it has just chosen itself.
class Trainer {
  public:
    // The tags of the words of a treebank; those of a lexicon, if there is one, are further entries of the dictionary.
    // Throws std::invalid_argument if there are none.
    Trainer(Document& treebank, const Document* lexicon, const TrainingOptions& options);

    void learn();  // all sentences once, in random order
    Model model() const;

  private:
    // A form with the tag that it has, or without one.
    struct Word {
        struct View {
            FormSight sight;
            std::uint32_t first_key, key_count, first_candidate, candidate_count;
        };
        View known, hidden;
        Tag gold;
        bool is_tagged;
        std::uint32_t count;
    };

    void collect(Document& treebank);
    Word::View view_of(const Analysis& analysis);
    void learn_sentence(std::span<const std::uint32_t> words);
    Tag learn_word(const Word& word, const Word::View& view, std::span<const FeatureKey> context);

    TrainingOptions options_;
    std::shared_ptr<const Analyzer> analyzer_;
    AveragedWeights weights_;
    std::vector<Word> words_;
    std::vector<FeatureKey> form_keys_;  // of the words
    std::vector<Candidate> candidates_;  // of the words
    std::vector<std::uint32_t> tokens_;  // words of the treebank, one after the other
    std::vector<std::int64_t> first_tokens_;
    std::vector<std::uint32_t> order_;
    std::int64_t step_ = 0;
    std::uint64_t epoch_ = 0;
    RandomStream random_{0, 0};

    std::vector<FeatureKey> keys_;
    std::vector<std::uint32_t> rows_;
    std::vector<float> scores_;
    std::vector<const FormSight*> sights_;
    std::vector<AveragedWeights::LabelChange> changes_;
};

}  // namespace crossarc::tagging
