// Training with a beam and a dynamic oracle (Aufrant et al. 2017, the global dynamic oracle of the 2018 projective paper).
//
// A derivation is right if none of its transitions costs more than another would have. Search goes on until no right
// derivation is in the beam: a violation. The weights of the best right derivation are raised and those of the best wrong
// one lowered, and training goes on from the wrong one (or the right one, when not exploring) to the end of the sentence.
// A static oracle knows nothing of what comes after a wrong transition: with it, training goes on from the right one.
#include <algorithm>

#include "core/interruption.hpp"

#include "core/search/trainer.hpp"

namespace crossarc {

void PerceptronTrainer::learn_with_beam(const Example& example) {
    std::visit(
        [&](const auto& system) {
            system.start(configuration_, static_cast<int>(example.gold.heads.size()));
            while (!system.finished(configuration_)) {
                ++teacher_.step;
                if (!find_violation(system, example)) {
                    go(system, example, wrong_steps_);
                    continue;
                }
                const auto first = static_cast<std::size_t>(
                    std::mismatch(right_steps_.begin(), right_steps_.end(), wrong_steps_.begin(), wrong_steps_.end())
                        .first - right_steps_.begin());
                update(system, example, right_steps_, first, 1.0f);
                update(system, example, wrong_steps_, first, -1.0f);
                go(system, example, explores() ? wrong_steps_ : right_steps_);
            }
            teacher_.teach_root(system, view_, configuration_, example);
        },
        system_);
}

// Searches from configuration_ for a right and a wrong derivation whose scores are in the wrong order: right_steps_ and
// wrong_steps_. If the best derivation is right, it is in wrong_steps_, and the answer is no.
template <class System>
bool PerceptronTrainer::find_violation(const System& system, const Example& example) {
    using Candidate = Beam<TrainingView>::Candidate;
    const auto choose_label = [&](TrainingView& view, const Configuration& c, Transition t) {
        return teacher_.label(system, view, c, t);
    };
    const TransitionList list = system.transitions();
    Costs costs;
    const Beam<TrainingView>::Item* priced = nullptr;
    const auto is_right = [&](const Beam<TrainingView>::Item& item, Transition t) {
        if (!item.is_correct) return false;
        if (priced != &item) price(list, item.configuration, costs);
        priced = &item;
        return costs[static_cast<std::size_t>(t)] == 0;
    };
    bool is_lost = false;  // no right derivation is in the beam
    double furthest = 0.0;
    std::size_t right_length = 0;
    std::int32_t wrong = History::start;
    beam_->start(system, configuration_);
    while (!beam_->is_finished() || (is_lost && !right_->is_finished)) {
        priced = nullptr;
        const auto candidates = beam_->candidates(system, example.rows, is_right);
        const auto kept = candidates.first(std::min(candidates.size(), static_cast<std::size_t>(options_.beam)));
        if (is_lost) {
            follow_right(system, example);
        } else if (std::none_of(kept.begin(), kept.end(), [](const Candidate& own) { return own.is_correct; })) {
            is_lost = true;
            const Candidate* best = nullptr;
            for (const Candidate& own : candidates)
                if (own.is_correct && (best == nullptr || Beam<TrainingView>::is_better(own, *best))) best = &own;
            *right_ = beam_->items()[best->item];
            beam_->history().read(right_->last, right_steps_);
            if (best->transition != Candidate::stay) take_right(system, best->transition);  // it may have ended
        }
        beam_->advance(system, choose_label);
        const auto& best = beam_->items()[0];
        const bool is_level = !waits_for_words<System> ||
                              best.configuration.buffer_size() == right_->configuration.buffer_size();
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
        const auto best_right = std::find_if(items.begin(), items.end(), [](const auto& item) { return item.is_correct; });
        beam_->history().read(best_right->last, right_steps_);
        right_length = right_steps_.size();
    }
    right_steps_.resize(right_length);
    beam_->history().read(wrong, wrong_steps_);
    return is_lost || !items[0].is_correct;
}

// The costs of transitions beyond that of the cheapest.
void PerceptronTrainer::price(const TransitionList& list, const Configuration& c, Costs& costs) {
    oracle_->costs(c, costs);
    int least = illegal;
    const auto cost = [&](Transition t) -> int& { return costs[static_cast<std::size_t>(t)]; };
    for (const Transition t : list)
        if (cost(t) != illegal && (least == illegal || cost(t) < least)) least = cost(t);
    for (const Transition t : list)
        if (cost(t) != illegal) cost(t) -= least;
}

// One step further with the right derivation that the beam has lost: the best of the right ones.
template <class System>
void PerceptronTrainer::follow_right(const System& system, const Example& example) {
    if (right_->is_finished) return;
    if (waits_for_words<System> && right_->configuration.buffer_size() < beam_->words_left()) return;
    const TransitionList list = system.transitions();
    Costs costs;
    price(list, right_->configuration, costs);
    right_->view.look_at(right_->configuration, example.rows);
    std::size_t best = list.size();
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (costs[static_cast<std::size_t>(list[k])] != 0) continue;
        if (best == list.size() || right_->view.score(k) > right_->view.score(best)) best = k;
    }
    take_right(system, best);
}

template <class System>
void PerceptronTrainer::take_right(const System& system, std::size_t transition) {
    const Transition t = system.transitions()[transition];
    const Label label = teacher_.label(system, right_->view, right_->configuration, t);
    right_->score += static_cast<double>(right_->view.score(transition));
    right_steps_.push_back({static_cast<std::uint8_t>(transition), label});
    system.apply(right_->configuration, t, label);
    right_->is_finished = system.finished(right_->configuration);
}

// Changes the weights of the transitions of a derivation, from one on.
template <class System>
void PerceptronTrainer::update(const System& system, const Example& example,
                               std::span<const LabelledTransition> derivation, std::size_t first, float amount) {
    const TransitionList list = system.transitions();
    Configuration& c = right_->configuration;  // is of no more use
    c = configuration_;
    for (std::size_t k = 0; k < derivation.size(); ++k) {
        const auto [transition, label] = derivation[k];
        if (k >= first) {
            view_.look_at(c, example.rows);
            view_.update(transition, amount, teacher_.step);
        }
        system.apply(c, list[transition], label);
        poll(work_of_transition);
    }
}

// Moves on along a derivation, and teaches the labels of its right arcs.
template <class System>
void PerceptronTrainer::go(const System& system, const Example& example, std::span<const LabelledTransition> derivation) {
    const TransitionList list = system.transitions();
    for (const auto& [transition, label] : derivation) {
        if (arc_of(system, configuration_, list[transition]).dependent != no_node) {
            view_.look_at(configuration_, example.rows);
            teacher_.teach_label(system, view_, configuration_, list[transition], example.gold);
        }
        system.apply(configuration_, list[transition], label);
        poll(work_of_transition);
    }
}

}  // namespace crossarc
