// The parser: a system, and a scorer that decides (choice.hpp). Greedy, or with a beam.
//
// Besides what choice.hpp asks of it, a scorer has
//     Sentence                       what it sees of a sentence
//     look_at(c, sentence)           what follows is about this configuration
//     forget()                       the next configuration is another sentence's
//     root_score()                   of the word that faces the root
//     transition_scale, label_scale  what margins are divided by
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/interruption.hpp"
#include "core/parsing/beam.hpp"
#include "core/parsing/choice.hpp"
#include "core/parsing/roots.hpp"

namespace crossarc {

struct DecoderOptions {
    int beam = 1;  // how many derivations to keep; 1 is greedy, and all there is if labels are chosen with transitions
    bool one_root = true;
    bool margins = false;     // wanted
    bool derivation = false;  // wanted
};

// By how much the scores preferred what was done to what came second, by word: the transition that gave a word its head
// (0 if none did, or there was no other), and its label.
struct Margins {
    static constexpr float moved = std::numeric_limits<float>::quiet_NaN();  // under the one root, from a place under 0

    std::vector<float> transitions;
    std::vector<float> labels;

    void reset(int words) {
        transitions.assign(static_cast<std::size_t>(words), 0.0f);
        labels.assign(static_cast<std::size_t>(words), 0.0f);
    }
};

// One thread's memory for parsing, kept from sentence to sentence.
template <class Scorer>
class Decoder {
  public:
    using Sentence = typename Scorer::Sentence;

    Decoder(SharedSystem system, Chooser chooser, Scorer scorer, const DecoderOptions& options)
        : system_(std::move(system)), chooser_(std::move(chooser)), scorer_(std::move(scorer)), options_(options) {
        if (options.beam > 1) beam_.emplace(scorer_, options.beam);
    }

    // All words have labels in the end. If there is to be one root and there are several, the one that scores highest
    // stays, and the others hang from it.
    const LabelledTree& parse(const Sentence& sentence, int words);

    // Of the last sentence.
    const Margins& margins() const { return margins_; }
    std::span<const Step> derivation() const { return derivation_; }
    const Configuration& configuration() const { return configuration_; }
    const System& system() const { return *system_; }

    // A greedy derivation that begins with these transitions, for `look_back`; an exception if one of them is not legal.
    void follow(const Sentence& sentence, int words, std::span<const Transition> first) {
        sentence_ = sentence;
        scorer_.forget();
        derivation_.clear();
        system_->start(configuration_, words);
        for (const Transition t : first) {
            if (const Reason reason = system_->why_not(configuration_, t); reason != nullptr)
                throw std::invalid_argument(system_->name_of(t) + " is not legal: " + reason);
            scorer_.look_at(configuration_, sentence_);
            derivation_.push_back({t, chooser_.label(configuration_, t, scorer_)});
            system_->apply(configuration_, t, derivation_.back().label);
            poll(work_of_transition);
        }
        derive();
    }

    // Goes through the derivation of the last sentence, if it was wanted, again: `visit(step, moves, score)` gets each
    // step, the transitions that there were to choose from, and a function that tells what each of them scored.
    template <class Visit>
    void look_back(const Visit& visit) {
        Configuration c;
        system_->start(c, configuration_.words());
        scorer_.forget();
        for (const Step& step : derivation_) {
            system_->legal(c, moves_);
            scorer_.look_at(c, sentence_);
            visit(step, std::as_const(moves_), [&](Transition t) {
                const auto score = chooser_.score(c, t, scorer_);
                return score == never_seen<typename Scorer::Score>
                           ? -std::numeric_limits<double>::infinity()
                           : static_cast<double>(score) / static_cast<double>(scorer_.transition_scale());
            });
            system_->apply(c, step.transition, step.label);
            poll(work_of_transition);
        }
    }

  private:
    void derive() {
        Configuration& c = configuration_;
        for (system_->legal(c, moves_); !moves_.empty(); system_->legal(c, moves_)) {
            scorer_.look_at(c, sentence_);
            const Step step = chooser_.choose(c, moves_, scorer_);
            if (options_.margins) measure(step);
            if (options_.derivation) derivation_.push_back(step);
            system_->apply(c, step.transition, step.label);
            poll(work_of_transition);
        }
    }

    // The best derivation of a beam. What its single steps are sure of is measured afterwards.
    void search() {
        beam_->start(*system_, configuration_);
        while (!beam_->is_finished()) {
            beam_->candidates(*system_, sentence_, [](const auto&, Transition) { return true; });
            beam_->advance(*system_, [&](Scorer& scorer, const Configuration& c, Transition t) {
                return chooser_.label(c, t, scorer);
            });
        }
        if (options_.margins || options_.derivation) beam_->history().read(beam_->items()[0].last, derivation_);
        if (options_.margins) {
            for (const Step& step : derivation_) {
                if (system_->kinds()[step.transition.kind].links) {
                    scorer_.look_at(configuration_, sentence_);
                    system_->legal(configuration_, moves_);
                    measure(step);
                }
                system_->apply(configuration_, step.transition, step.label);
                poll(work_of_transition);
            }
        }
        configuration_ = beam_->items()[0].configuration;
    }

    void measure(const Step& step) {
        const Node dependent = system_->arc(configuration_, step.transition).dependent;
        if (dependent <= 0) return;
        const auto [transition, label] = chooser_.lead(configuration_, moves_, step, scorer_);
        const auto index = static_cast<std::size_t>(dependent) - 1;
        margins_.transitions[index] = static_cast<float>(transition) / scorer_.transition_scale();
        margins_.labels[index] = static_cast<float>(label) / scorer_.label_scale();
    }

    Label best_label(int kind, bool from_root, Node dependent) {
        const auto* const scores = scorer_.label_scores(kind);
        const LabelUses& uses = chooser_.uses();
        const Label label = uses.best(scores, from_root);
        if (options_.margins)
            margins_.labels[static_cast<std::size_t>(dependent) - 1] =
                static_cast<float>(uses.margin(scores, from_root, label)) / scorer_.label_scale();
        return label;
    }

    void finish() {
        Configuration& c = configuration_;
        system_->read_tree(c, tree_);
        empty_stacks(c);
        const bool choose = options_.one_root && std::count(tree_.heads.begin(), tree_.heads.end(), 0) > 1;
        RootChoice<typename Scorer::Score> choice;
        for (Node w = 1; w <= c.words(); ++w) {
            Label& label = tree_.labels[static_cast<std::size_t>(w) - 1];
            const bool is_open = choose || label == LabelledTree::unlabelled;
            if (tree_.heads[static_cast<std::size_t>(w) - 1] != 0 || !is_open) continue;
            poll(work_of_transition);
            facing_root(c, w, [&] {
                scorer_.look_at(c, sentence_);
                if (label == LabelledTree::unlabelled) label = best_label(chooser_.kinds().of_unattached(), true, w);
                if (choose) choice.offer(w, scorer_.root_score(chooser_.kinds().of_root_choice()));
            });
        }
        if (choose) hang_from(choice.root());
    }

    // All other words that are under 0.
    void hang_from(Node root) {
        for (Node w = 1; w <= configuration_.words(); ++w) {
            const auto index = static_cast<std::size_t>(w) - 1;
            if (tree_.heads[index] != 0 || w == root) continue;
            poll(work_of_transition);
            tree_.heads[index] = root;
            if (options_.margins) margins_.transitions[index] = Margins::moved;
            facing_each_other(*system_, configuration_, root, w, [&](Transition t) {
                scorer_.look_at(configuration_, sentence_);
                tree_.labels[index] = best_label(chooser_.kinds().of(t), false, w);
            });
        }
    }

    SharedSystem system_;
    Chooser chooser_;
    Scorer scorer_;
    DecoderOptions options_;
    std::optional<Beam<Scorer>> beam_;
    Configuration configuration_;
    Sentence sentence_{};
    Moves moves_;
    std::vector<Step> derivation_;
    LabelledTree tree_;
    Margins margins_;
};

// Not in the class: what is inline is compiled wherever it is called.
template <class Scorer>
const LabelledTree& Decoder<Scorer>::parse(const Sentence& sentence, int words) {
    sentence_ = sentence;
    scorer_.forget();
    if (options_.margins) margins_.reset(words);
    derivation_.clear();
    system_->start(configuration_, words);
    beam_ ? search() : derive();
    finish();
    return tree_;
}

}  // namespace crossarc
