// The best transition with its label, where a parser decides on both together.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/search/arc_of.hpp"
#include "core/search/label_kinds.hpp"

namespace crossarc {

template <class Score>
struct BestStep {
    std::size_t transition;  // its position in the system's list
    Label label = 0;
    Score score = never_seen<Score>;
    Score second = never_seen<Score>;  // the best score with another transition
    double label_margin = 0.0;         // by how much the label is better than the second best with this transition
    Node dependent = no_node;          // of the arc that it builds

    double transition_margin() const {
        const bool had_choice = score != never_seen<Score> && second != never_seen<Score>;
        return had_choice ? static_cast<double>(score) - static_cast<double>(second) : 0.0;
    }
};

// Of all classes whose transition is legal and whose label training has seen there (LabelUses). `scores_of(k)` gives
// the scores of the k-th transition with each of the labels, which need not last until it is asked again.
template <class Score, class System, class ScoresOf>
BestStep<Score> best_step(const System& system, const Configuration& c, const LabelUses& uses,
                          const ScoresOf& scores_of) {
    const TransitionList list = system.transitions();
    BestStep<Score> best{list.size()};
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (system.why_not(c, list[k]) != nullptr) continue;
        const Score* const scores = scores_of(k);
        const Arc arc = arc_of(system, c, list[k]);
        const bool is_arc = arc.dependent != no_node;
        const Node head = std::min(arc.head, arc.dependent);  // ARC has its ends in no particular order
        const Label label = is_arc ? uses.best(scores, head) : Label{0};
        if (best.transition == list.size() || scores[label] > best.score) {
            const double margin = is_arc ? uses.margin(scores, head, label) : 0.0;
            best = {k, label, scores[label], best.score, margin, arc.dependent};
        } else {
            best.second = std::max(best.second, scores[label]);
        }
    }
    return best;
}

}  // namespace crossarc
