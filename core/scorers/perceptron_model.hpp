// A trained linear model: parsing, and the bytes it is stored as.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/features/templates.hpp"
#include "core/linear/frozen_weights.hpp"
#include "core/parsing/decoder.hpp"
#include "core/scorers/frozen_scorer.hpp"

namespace crossarc {

// How many transitions, kinds of labels and labels a parser with this system has.
ModelShape shape_of(const System& system, int labels, LabelChoice choice = LabelChoice::after);

extern template class Decoder<FrozenScorer>;  // compiled once, and as the core is

class PerceptronModel {
  public:
    PerceptronModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, LabelUses uses,
                    FrozenWeights weights);

    // Decides on labels together with transitions: the weights of a transition with a label are those of the label in
    // the transition's kind. `seen_classes` has a 1 for each transition with each label that training has seen.
    PerceptronModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, LabelUses uses,
                    FrozenWeights weights, std::vector<std::uint8_t> seen_classes);

    // From what `write` has written; throws std::invalid_argument. The number of kinds tells how labels are chosen.
    PerceptronModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                    std::string_view bytes);

    void write(std::string& bytes) const;

    const FeatureTemplates& templates() const { return *templates_; }
    std::size_t weight_count() const { return weights_.size(); }
    LabelChoice label_choice() const { return label_choice_; }

    // One thread's parser. Throws std::invalid_argument if there can be no such one.
    using Parser = Decoder<FrozenScorer>;
    Parser parser(const DecoderOptions& options) const;

  private:
    SharedSystem system_;
    std::shared_ptr<const FeatureTemplates> templates_;
    LabelUses uses_;
    FrozenWeights weights_;
    LabelChoice label_choice_ = LabelChoice::after;
    std::vector<std::uint8_t> seen_classes_;  // [transition][label], if they are chosen together
};

}  // namespace crossarc
