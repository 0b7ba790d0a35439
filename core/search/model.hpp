// A trained linear model: parsing, and the bytes it is stored as.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/features/templates.hpp"
#include "core/linear/frozen_weights.hpp"
#include "core/registry.hpp"
#include "core/search/beam.hpp"
#include "core/search/frozen_view.hpp"
#include "core/search/label_kinds.hpp"
#include "core/search/result.hpp"

namespace crossarc {

// How many transitions, kinds of labels and labels a parser with this system has.
ModelShape shape_of(const AnySystem& system, int labels, LabelChoice choice = LabelChoice::after);

class PerceptronModel {
  public:
    PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, LabelUses uses,
                    FrozenWeights weights);

    // Decides on labels together with transitions: the weights of a transition with a label are those of the label in
    // the transition's kind. `seen_classes` has a 1 for each transition with each label that training has seen.
    PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, LabelUses uses,
                    FrozenWeights weights, std::vector<std::uint8_t> seen_classes);

    // From what `write` has written; throws std::invalid_argument. The number of kinds tells how labels are chosen.
    PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                    std::string_view bytes);

    void write(std::string& bytes) const;

    const FeatureTemplates& templates() const { return *templates_; }
    std::size_t weight_count() const { return weights_.size(); }
    LabelChoice label_choice() const { return label_choice_; }

    struct Options {
        int beam = 1;  // how many derivations to keep; 1 is greedy, and all there is if labels are chosen together
        bool one_root = true;
        bool margins = false;  // wanted
    };

    // One thread's memory for parsing with a model, kept from sentence to sentence.
    class Parser {
      public:
        Parser(const PerceptronModel& model, const Options& options);

        // `rows` is from AttributeTable::sentence. All words have labels in the end. If there is to be one root and there
        // are several, the one that the model scores highest stays, and the others hang from it.
        const LabelledTree& parse(std::span<const std::uint32_t> rows, int words);
        const Margins& margins() const { return margins_; }  // of the last sentence

      private:
        template <class System>
        void derive(const System& system);
        template <class System>
        void derive_together(const System& system);
        template <class System>
        void search(const System& system);
        template <class System>
        void measure(const System& system, std::size_t transition, Node dependent);
        template <class System>
        void finish(const System& system);
        Label best_label(int kind, Node head, Node dependent);
        const std::int32_t* label_scores(int kind);

        const PerceptronModel* model_;
        Options options_;
        LabelKinds kinds_;
        FrozenView view_;
        std::optional<Beam<FrozenView>> beam_;
        Configuration configuration_;
        std::span<const std::uint32_t> rows_;
        std::vector<LabelledTransition> derivation_;
        LabelledTree tree_;
        Margins margins_;
        std::vector<std::int32_t> class_scores_;  // of one transition with each label
    };

  private:
    AnySystem system_;
    std::shared_ptr<const FeatureTemplates> templates_;
    LabelUses uses_;
    FrozenWeights weights_;
    LabelChoice label_choice_ = LabelChoice::after;
    std::vector<std::uint8_t> seen_classes_;  // [transition][label], if they are chosen together
};

}  // namespace crossarc
