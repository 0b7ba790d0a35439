// The trained perceptron: greedy parsing, and the bytes it is stored as.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/features/templates.hpp"
#include "core/linear/frozen_weights.hpp"
#include "core/registry.hpp"
#include "core/search/result.hpp"
#include "core/search/scorer.hpp"

namespace crossarc {

// Which transition, which label its arc gets, and which of the words under 0 is the root: three linear models over the
// same features.
class PerceptronModel {
  public:
    PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, LabelUses uses,
                    FrozenWeights transitions, FrozenWeights labels, FrozenWeights roots);

    // From what `write` has written; `bytes` must be aligned to 8 and outlive the model. Throws std::invalid_argument.
    PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                    std::string_view bytes);

    void write(std::string& bytes) const;

    const FeatureTemplates& templates() const { return *templates_; }
    std::size_t weight_count() const { return transitions_.size() + labels_.size() + roots_.size(); }

    // One thread's memory for parsing with a model, kept from sentence to sentence.
    class Parser {
      public:
        explicit Parser(const PerceptronModel& model);

        // `rows` is from AttributeTable::sentence. All words have labels in the end. If there is to be one root and there
        // are several, the one that the model scores highest stays, and the others hang from it.
        const LabelledTree& parse(std::span<const std::uint32_t> rows, int words, bool one_root);

      private:
        template <class System>
        void derive(const System& system, int words);
        template <class System>
        void finish(const System& system, bool one_root);
        Label best_label(Question question, Node head);

        const PerceptronModel* model_;
        Scorer scorer_;
        Configuration configuration_;
        std::span<const std::uint32_t> rows_;
        std::vector<std::int32_t> scores_;
        LabelledTree tree_;
    };

  private:
    AnySystem system_;
    std::shared_ptr<const FeatureTemplates> templates_;
    LabelUses uses_;
    FrozenWeights transitions_, labels_, roots_;
};

}  // namespace crossarc
