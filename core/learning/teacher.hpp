// What greedy and beam training teach alike: labels, and the choice of the root.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/interruption.hpp"
#include "core/learning/gold_label.hpp"
#include "core/learning/training_scorer.hpp"
#include "core/linear/averaged_weights.hpp"
#include "core/parsing/labels.hpp"
#include "core/parsing/roots.hpp"

namespace crossarc {

// What one sentence offers to training.
struct Example {
    std::vector<std::uint32_t> rows;  // AttributeTable::sentence
    LabelledTree gold;
};

// The weights and the step of training that their changes are noted with.
class Teacher {
  public:
    Teacher(SharedSystem system, ModelShape shape, int least_updates, LabelUses uses)
        : weights(shape, least_updates), system_(std::move(system)), kinds_(system_->kinds()), uses_(std::move(uses)) {}

    const LabelUses& uses() const { return uses_; }

    // The label for the arc of a transition, if it builds one, as the model has it.
    Label label(TrainingScorer& scorer, const Configuration& c, Transition t) const {
        if (!system_->kinds()[t.kind].links) return 0;
        return uses_.best(scorer.label_scores(kinds_.of(t)), system_->arc(c, t).has_root());
    }

    // The same, but the right label if there is one, and the model learns it. The scorer has looked at the
    // configuration.
    Label teach_label(TrainingScorer& scorer, const Configuration& c, Transition t, const LabelledTree& gold) {
        const Kind& kind = system_->kinds()[t.kind];
        if (!kind.links) return 0;
        const Arc arc = system_->arc(c, t);
        const ArcLabel right = label_in(gold, arc, kind.is_directed);
        return teach_label(scorer, kinds_.of(t), arc.has_root(), right.is_gold ? right.label : no_label);
    }

    // After a derivation: of the words that ended up under 0, a right one is to have the highest score as root.
    void teach_root(TrainingScorer& scorer, Configuration& c, const Example& example) {
        system_->read_tree(c, tree_);
        empty_stacks(c);
        RootChoice<float> best_right, best_wrong;
        for (Node w = 1; w <= c.words(); ++w) {
            const auto index = static_cast<std::size_t>(w) - 1;
            if (tree_.heads[index] != 0) continue;
            poll(work_of_transition);
            const bool is_right = example.gold.heads[index] == 0;
            facing_root(c, w, [&] {
                scorer.look_at(c, example.rows);
                if (is_right && tree_.labels[index] == LabelledTree::unlabelled)
                    teach_label(scorer, kinds_.of_unattached(), true, example.gold.labels[index]);
                (is_right ? best_right : best_wrong).offer(w, scorer.label_scores(kinds_.of_root_choice())[0]);
            });
        }
        if (best_right.root() == no_node || best_wrong.root() == no_node) return;
        if (best_right.score() > best_wrong.score()) return;
        const auto update = [&](Node word, float amount) {
            facing_root(c, word, [&] {
                scorer.look_at(c, example.rows);
                scorer.update_label(kinds_.of_root_choice(), 0, amount, step);
            });
        };
        update(best_right.root(), 1.0f);
        update(best_wrong.root(), -1.0f);
    }

    AveragedWeights weights;
    std::int64_t step = 1;

  private:
    static constexpr Label no_label = -1;  // the arc is not in the gold tree

    Label teach_label(TrainingScorer& scorer, int kind, bool from_root, Label gold) {
        const Label predicted = uses_.best(scorer.label_scores(kind), from_root);
        if (gold == no_label || gold == predicted) return predicted;
        scorer.update_label(kind, gold, 1.0f, step);
        scorer.update_label(kind, predicted, -1.0f, step);
        return gold;
    }

    SharedSystem system_;
    LabelKinds kinds_;
    LabelUses uses_;
    LabelledTree tree_;
};

}  // namespace crossarc
