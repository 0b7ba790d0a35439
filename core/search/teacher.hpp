// What greedy and beam training teach alike: labels, and the choice of the root.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/interruption.hpp"
#include "core/linear/averaged_weights.hpp"
#include "core/search/arc_of.hpp"
#include "core/search/facing.hpp"
#include "core/search/label_kinds.hpp"
#include "core/search/result.hpp"
#include "core/search/training_view.hpp"

namespace crossarc {

// What one sentence offers to training.
struct Example {
    std::vector<std::uint32_t> rows;  // AttributeTable::sentence
    LabelledTree gold;
};

// The weights and the step of training that their changes are noted with.
class Teacher {
  public:
    Teacher(const TransitionList& transitions, ModelShape shape, int least_updates, LabelUses uses)
        : weights(shape, least_updates), kinds_(transitions), uses_(std::move(uses)) {}

    const LabelUses& uses() const { return uses_; }

    // The label for the arc of a transition, if it builds one, as the model has it.
    template <class System>
    Label label(const System& system, TrainingView& view, const Configuration& c, Transition t) const {
        const Arc arc = arc_of(system, c, t);
        if (arc.dependent == no_node) return 0;
        return uses_.best(view.label_scores(kinds_.of(t)), std::min(arc.head, arc.dependent));
    }

    // The same, but the right label if there is one, and the model learns it. The view is of the configuration.
    template <class System>
    Label teach_label(const System& system, TrainingView& view, const Configuration& c, Transition t,
                      const LabelledTree& gold) {
        const Arc arc = arc_of(system, c, t);
        if (arc.dependent == no_node) return 0;
        return teach_label(view, kinds_.of(t), std::min(arc.head, arc.dependent),
                           gold_label(gold, arc, t == Transition::arc));
    }

    // After a derivation: of the words that ended up under 0, a right one is to have the highest score as root.
    template <class System>
    void teach_root(const System& system, TrainingView& view, Configuration& c, const Example& example) {
        read_tree(system, c, tree_);
        empty_stacks(c);
        struct Candidate {
            Node word = no_node;
            float score = 0.0f;
        } best_right, best_wrong;
        for (Node w = 1; w <= c.words(); ++w) {
            const auto index = static_cast<std::size_t>(w) - 1;
            if (tree_.heads[index] != 0) continue;
            poll(work_of_transition);
            const bool is_right = example.gold.heads[index] == 0;
            facing_root(c, w, [&] {
                view.look_at(c, example.rows);
                if (is_right && tree_.labels[index] == LabelledTree::unlabelled)
                    teach_label(view, kinds_.of_unattached(), 0, example.gold.labels[index]);
                const float score = view.label_scores(kinds_.of_root_choice())[0];
                Candidate& best = is_right ? best_right : best_wrong;
                if (best.word == no_node || score > best.score) best = {w, score};
            });
        }
        if (best_right.word == no_node || best_wrong.word == no_node || best_right.score > best_wrong.score) return;
        const auto update = [&](Node word, float amount) {
            facing_root(c, word, [&] {
                view.look_at(c, example.rows);
                view.update_label(kinds_.of_root_choice(), 0, amount, step);
            });
        };
        update(best_right.word, 1.0f);
        update(best_wrong.word, -1.0f);
    }

    AveragedWeights weights;
    std::int64_t step = 1;

  private:
    static constexpr Label no_label = -1;  // the arc is not in the gold tree

    // ARC has no direction: it is right both ways.
    static Label gold_label(const LabelledTree& gold, const Arc& arc, bool any_direction) {
        const auto is_gold = [&](Node head, Node dependent) {
            return dependent > 0 && gold.heads[static_cast<std::size_t>(dependent) - 1] == head;
        };
        if (is_gold(arc.head, arc.dependent)) return gold.labels[static_cast<std::size_t>(arc.dependent) - 1];
        if (any_direction && is_gold(arc.dependent, arc.head)) return gold.labels[static_cast<std::size_t>(arc.head) - 1];
        return no_label;
    }

    Label teach_label(TrainingView& view, int kind, Node head, Label gold) {
        const Label predicted = uses_.best(view.label_scores(kind), head);
        if (gold == no_label || gold == predicted) return predicted;
        view.update_label(kind, gold, 1.0f, step);
        view.update_label(kind, predicted, -1.0f, step);
        return gold;
    }

    LabelKinds kinds_;
    LabelUses uses_;
    LabelledTree tree_;
};

}  // namespace crossarc
