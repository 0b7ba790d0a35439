// Where scores become a decision: which transition, with which label, and by how much it won.
//
// What decides is a scorer, which has looked at the configuration:
//     Score                       a number; never_seen<Score> where it knows nothing
//     score(t)                    of a transition by itself
//     label_scores(kind)          of all labels, for one of LabelKinds; they need not last until it is asked again
//     alone(t, kind), joint(t, s) if labels are chosen together with transitions: of one without an arc, and of one
//     with a
//                                 label that scores s
#pragma once

#include <cstddef>

#include "core/parsing/labels.hpp"
#include "core/systems/system.hpp"

namespace crossarc {

class Chooser {
  public:
    Chooser(const System& system, const LabelUses& uses, LabelKinds kinds, LabelChoice how)
        : system_(&system), uses_(&uses), kinds_(std::move(kinds)), how_(how) {}

    const LabelKinds& kinds() const { return kinds_; }
    const LabelUses& uses() const { return *uses_; }
    LabelChoice label_choice() const { return how_; }

    // The best of the legal transitions, the first of equals, with the best label. There is at least one.
    template <class Scorer>
    Step choose(const Configuration& c, const Moves& moves, Scorer& scorer) const {
        if (how_ == LabelChoice::after) {
            const Transition best = highest(moves, [&](Transition t) { return scorer.score(t); });
            return {best, label(c, best, scorer)};
        }
        const Transition best = highest(moves, [&](Transition t) { return together(c, t, scorer); });
        return {best, label(c, best, scorer)};
    }

    // What decides between transitions: what one scores, with its best label if they are chosen together.
    template <class Scorer>
    typename Scorer::Score score(const Configuration& c, Transition t, Scorer& scorer) const {
        return how_ == LabelChoice::after ? scorer.score(t) : together(c, t, scorer);
    }

    // The best label for the arc of a transition; 0 if it builds none.
    template <class Scorer>
    Label label(const Configuration& c, Transition t, Scorer& scorer) const {
        if (!system_->kinds()[t.kind].links) return 0;
        return uses_->best(scorer.label_scores(kinds_.of(t)), system_->arc(c, t).has_root());
    }

    // How far a choice is ahead of the next best transition, and of the next best label with the same.
    struct Lead {
        double transition = 0.0, label = 0.0;
    };
    template <class Scorer>
    Lead lead(const Configuration& c, const Moves& moves, const Step& chosen, Scorer& scorer) const {
        using Score = typename Scorer::Score;
        Lead lead;
        Score second = never_seen<Score>;
        bool has_second = false;
        for (const Transition t : moves) {
            if (t == chosen.transition) continue;
            const Score own = score(c, t, scorer);
            if (!has_second || own > second) second = own;
            has_second = true;
        }
        const Score best = score(c, chosen.transition, scorer);
        if (has_second && second != never_seen<Score> && best != never_seen<Score>)
            lead.transition = static_cast<double>(best) - static_cast<double>(second);
        if (system_->kinds()[chosen.transition.kind].links)
            lead.label = uses_->margin(scorer.label_scores(kinds_.of(chosen.transition)),
                                       system_->arc(c, chosen.transition).has_root(), chosen.label);
        return lead;
    }

  private:
    template <class Value>
    static Transition highest(const Moves& moves, const Value& value) {
        Transition best = moves[0];
        auto highest = value(best);
        for (std::size_t k = 1; k < moves.size(); ++k) {
            const auto score = value(moves[k]);
            if (!(score > highest)) continue;
            best = moves[k];
            highest = score;
        }
        return best;
    }

    template <class Scorer>
    typename Scorer::Score together(const Configuration& c, Transition t, Scorer& scorer) const {
        if (!system_->kinds()[t.kind].links) return scorer.alone(t, kinds_.of(t));
        const auto* const scores = scorer.label_scores(kinds_.of(t));
        return scorer.joint(t, scores[uses_->best(scores, system_->arc(c, t).has_root())]);
    }

    const System* system_;
    const LabelUses* uses_;
    LabelKinds kinds_;
    LabelChoice how_;
};

}  // namespace crossarc
