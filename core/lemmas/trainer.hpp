// Learning to lemmatize.
#pragma once

#include <cstdint>
#include <vector>

#include "core/conllu/document.hpp"
#include "core/lemmas/model.hpp"
#include "core/linear/averaged_weights.hpp"

namespace crossarc::lemmas {

struct TrainingOptions {
    int least_updates = 2;
    float margin = 20.0f;
    std::uint64_t seed = 1;
};

// The averaged perceptron with a margin. It learns to choose a rule for each form and tag that the treebank has, once,
// however often they are there: they stand for those that it has not.
class Trainer {
  public:
    // Words with a lemma; with those of a lexicon, if there is one. Throws std::invalid_argument if there are none.
    Trainer(const Document& treebank, const Document* lexicon, const TrainingOptions& options);

    void learn();  // all once, in random order
    Model model() const;

  private:
    struct Example {
        std::string form;
        std::string lemma;
        TagHashes tag;
        Rule rule;
    };

    void learn_from(const Example& example);
    bool is_known(std::string_view lemma, const Example& example) const;

    TrainingOptions options_;
    std::vector<EditRule> rules_;
    std::size_t learnt_ = 0;
    Memory memory_;
    KnownLemmas known_;
    std::vector<Example> examples_;
    AveragedWeights weights_;
    std::int64_t step_ = 0;
    std::uint64_t epoch_ = 0;
    CasedForm cased_;
    std::vector<FeatureKey> keys_;
    std::vector<std::uint32_t> rows_;
    std::vector<float> scores_;
    std::string lemma_;
};

}  // namespace crossarc::lemmas
