// Training with a beam and a dynamic oracle (Aufrant et al. 2017, the global dynamic oracle of the 2018 projective
// paper).
//
// A derivation is right if none of its transitions costs more than another would have. Search goes on until no right
// derivation is in the beam: a violation. The weights of the best right derivation are raised and those of the best
// wrong one lowered, and training goes on from the wrong one (or the right one, when not exploring) to the end of the
// sentence. A static oracle knows nothing of what comes after a wrong transition: with it, training goes on from the
// right one.
#include <algorithm>

#include "core/interruption.hpp"
#include "core/learning/trainer.hpp"

namespace crossarc {

void PerceptronTrainer::learn_with_beam(const Example& example) {
    system_->start(configuration_, static_cast<int>(example.gold.heads.size()));
    while (!system_->finished(configuration_)) {
        ++teacher_.step;
        if (!find_violation(example)) {
            go(example, wrong_steps_);
            continue;
        }
        const auto first = static_cast<std::size_t>(
            std::mismatch(right_steps_.begin(), right_steps_.end(), wrong_steps_.begin(), wrong_steps_.end()).first -
            right_steps_.begin());
        update(example, right_steps_, first, 1.0f);
        update(example, wrong_steps_, first, -1.0f);
        go(example, explores() ? wrong_steps_ : right_steps_);
    }
    teacher_.teach_root(scorer_, configuration_, example);
}

// Searches from configuration_ for a right and a wrong derivation whose scores are in the wrong order: right_steps_ and
// wrong_steps_. If the best derivation is right, it is in wrong_steps_, and the answer is no.
bool PerceptronTrainer::find_violation(const Example& example) {
    using Candidate = Beam<TrainingScorer>::Candidate;
    const auto choose_label = [&](TrainingScorer& scorer, const Configuration& c, Transition t) {
        return teacher_.label(scorer, c, t);
    };
    const Beam<TrainingScorer>::Item* priced = nullptr;
    const auto is_right = [&](const Beam<TrainingScorer>::Item& item, Transition t) {
        if (!item.is_correct) return false;
        if (priced != &item) price(item.configuration);
        priced = &item;
        return std::any_of(costs_.begin(), costs_.end(),
                           [&](const Priced& own) { return own.transition == t && own.cost == 0; });
    };
    const bool waits = waits_for_words(*system_);
    bool is_lost = false;  // no right derivation is in the beam
    double furthest = 0.0;
    std::size_t right_length = 0;
    std::int32_t wrong = History::start;
    beam_->start(*system_, configuration_);
    while (!beam_->is_finished() || (is_lost && !right_->is_finished)) {
        priced = nullptr;
        const auto candidates = beam_->candidates(*system_, example.rows, is_right);
        const auto kept = candidates.first(std::min(candidates.size(), static_cast<std::size_t>(options_.beam)));
        if (is_lost) {
            follow_right(example);
        } else if (std::none_of(kept.begin(), kept.end(), [](const Candidate& own) { return own.is_correct; })) {
            is_lost = true;
            const Candidate* best = nullptr;
            for (const Candidate& own : candidates)
                if (own.is_correct && (best == nullptr || Beam<TrainingScorer>::is_better(own, *best))) best = &own;
            *right_ = beam_->items()[best->item];
            beam_->history().read(right_->last, right_steps_);
            if (best->transition != Candidate::stay) take_right(best->transition);  // it may have ended
        }
        beam_->advance(*system_, choose_label);
        const auto& best = beam_->items()[0];
        const bool is_level = !waits || best.configuration.buffer_size() == right_->configuration.buffer_size();
        if (const double ahead = best.score - right_->score;
            is_lost && (right_length == 0 || (is_level && ahead > furthest))) {
            furthest = ahead;
            right_length = right_steps_.size();
            wrong = best.last;
            if (!options_.max_violation) break;
        }
    }
    const auto items = beam_->items();
    if (!is_lost) {
        wrong = items[0].last;
        const auto best_right =
            std::find_if(items.begin(), items.end(), [](const auto& item) { return item.is_correct; });
        beam_->history().read(best_right->last, right_steps_);
        right_length = right_steps_.size();
    }
    right_steps_.resize(right_length);
    beam_->history().read(wrong, wrong_steps_);
    return is_lost || !items[0].is_correct;
}

// The costs of transitions beyond that of the cheapest.
void PerceptronTrainer::price(const Configuration& c) {
    oracle_->costs(target_, c, scratch_, costs_);
    costs_.subtract_least();
}

// One step further with the right derivation that the beam has lost: the best of the right ones.
void PerceptronTrainer::follow_right(const Example& example) {
    if (right_->is_finished) return;
    if (waits_for_words(*system_) && right_->configuration.buffer_size() < beam_->words_left()) return;
    price(right_->configuration);
    right_->scorer.look_at(right_->configuration, example.rows);
    const Priced* best = nullptr;
    for (const Priced& own : costs_) {
        if (own.cost != 0) continue;
        if (best == nullptr || right_->scorer.score(own.transition) > right_->scorer.score(best->transition))
            best = &own;
    }
    take_right(best->transition);
}

void PerceptronTrainer::take_right(Transition t) {
    const Label label = teacher_.label(right_->scorer, right_->configuration, t);
    right_->score += static_cast<double>(right_->scorer.score(t));
    right_steps_.push_back({t, label});
    system_->apply(right_->configuration, t, label);
    right_->is_finished = system_->finished(right_->configuration);
}

// Changes the weights of the transitions of a derivation, from one on.
void PerceptronTrainer::update(const Example& example, std::span<const Step> derivation, std::size_t first,
                               float amount) {
    Configuration& c = right_->configuration;  // is of no more use
    c = configuration_;
    for (std::size_t k = 0; k < derivation.size(); ++k) {
        const auto [transition, label] = derivation[k];
        if (k >= first) {
            scorer_.look_at(c, example.rows);
            scorer_.update(transition, amount, teacher_.step);
        }
        system_->apply(c, transition, label);
        poll(work_of_transition);
    }
}

// Moves on along a derivation, and teaches the labels of its right arcs.
void PerceptronTrainer::go(const Example& example, std::span<const Step> derivation) {
    for (const auto& [transition, label] : derivation) {
        if (system_->kinds()[transition.kind].links) {
            scorer_.look_at(configuration_, example.rows);
            teacher_.teach_label(scorer_, configuration_, transition, example.gold);
        }
        system_->apply(configuration_, transition, label);
        poll(work_of_transition);
    }
}

}  // namespace crossarc
