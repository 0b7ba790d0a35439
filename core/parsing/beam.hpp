// Beam search: the derivations with the highest scores, side by side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/interruption.hpp"
#include "core/systems/system.hpp"

namespace crossarc {

// Derivations that begin in one configuration, as a tree: each step knows the one before.
class History {
  public:
    static constexpr std::int32_t start = -1;

    void clear() { steps_.clear(); }
    std::int32_t add(std::int32_t before, Step step) {
        steps_.push_back({before, step});
        return static_cast<std::int32_t>(steps_.size()) - 1;
    }
    void read(std::int32_t last, std::vector<Step>& derivation) const {
        derivation.clear();
        for (; last != start; last = steps_[static_cast<std::size_t>(last)].before)
            derivation.push_back(steps_[static_cast<std::size_t>(last)].step);
        std::reverse(derivation.begin(), derivation.end());
    }

  private:
    struct Link {
        std::int32_t before;
        Step step;
    };
    std::vector<Link> steps_;
};

// Derivations of some systems differ in length, so that after as many steps they are at different words and their
// scores tell little about which is better. There a derivation that has shifted a word waits for those that have not.
inline bool waits_for_words(const System& system) { return !system.traits().has_root; }

// Each derivation has a scorer of its own. Memory is kept from sentence to sentence.
template <class Scorer>
class Beam {
  public:
    using Total = typename Scorer::Total;  // of the scores of a derivation
    using Sentence = typename Scorer::Sentence;

    struct Item {
        explicit Item(const Scorer& own) : scorer(own) {}

        Scorer scorer;
        Configuration configuration;
        Total score = 0;
        std::int32_t last = History::start;  // step
        bool is_finished = false;
        bool is_correct = true;  // in training: no transition on the way cost more than another would have
    };
    struct Candidate {
        static constexpr Transition stay{0, UINT8_MAX};  // the derivation has ended, or waits

        Total score;
        Transition transition;
        std::uint16_t item;
        bool is_correct;
    };
    static bool is_better(const Candidate& a, const Candidate& b) {
        if (a.score != b.score) return a.score > b.score;
        return std::tuple(a.item, a.transition.kind, a.transition.k) <
               std::tuple(b.item, b.transition.kind, b.transition.k);
    }

    Beam(const Scorer& scorer, int width) : labels_(static_cast<std::size_t>(width)) {
        for (int k = 0; k < width; ++k) {
            items_.emplace_back(scorer);
            next_.emplace_back(scorer);
        }
    }

    // A long sentence's configuration is made to keep a journal.
    void start(const System& system, Configuration& c) {
        if (c.words() > longest_to_copy) c.keep_journal();
        history_.clear();
        for (Item& item : items_) item.scorer.forget();
        for (Item& item : next_) item.scorer.forget();
        size_ = 1;
        Item& item = items_[0];
        item.configuration = c;
        item.score = 0;
        item.last = History::start;
        item.is_finished = system.finished(c);
        item.is_correct = true;
    }

    std::span<Item> items() { return {items_.data(), size_}; }
    const History& history() const { return history_; }
    int words_left() const { return words_left_; }  // in the buffer, for the derivation that is furthest behind
    bool is_finished() const {
        return std::all_of(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(size_),
                           [](const Item& item) { return item.is_finished; });
    }

    // All ways to go on; as many as the beam is wide, with the highest scores, come first and in order.
    // `correct(item, transition)` is asked about each.
    template <class Correct>
    std::span<const Candidate> candidates(const System& system, const Sentence& sentence, const Correct& correct) {
        const bool waits = waits_for_words(system);
        candidates_.clear();
        words_left_ = 0;
        for (const Item& item : items()) words_left_ = std::max(words_left_, item.configuration.buffer_size());
        for (std::size_t k = 0; k < size_; ++k) {
            Item& item = items_[k];
            const auto number = static_cast<std::uint16_t>(k);
            if (item.is_finished || (waits && item.configuration.buffer_size() < words_left_)) {
                candidates_.push_back({item.score, Candidate::stay, number, item.is_correct});
                continue;
            }
            poll(work_of_transition);
            item.scorer.look_at(item.configuration, sentence);
            system.legal(item.configuration, moves_);
            for (const Transition t : moves_)
                candidates_.push_back(
                    {item.score + static_cast<Total>(item.scorer.score(t)), t, number, correct(item, t)});
        }
        const auto best = static_cast<std::ptrdiff_t>(std::min(candidates_.size(), items_.size()));
        std::partial_sort(candidates_.begin(), candidates_.begin() + best, candidates_.end(), is_better);
        return candidates_;
    }

    // Goes on with the best candidates: here the beam is pruned. `label(scorer, configuration, transition)` gives
    // labels.
    template <class ChooseLabel>
    void advance(const System& system, const ChooseLabel& label) {
        const std::size_t kept = std::min(candidates_.size(), items_.size());
        for (std::size_t k = 0; k < kept; ++k) {
            const Candidate& chosen = candidates_[k];
            Item& from = items_[chosen.item];
            Step step{chosen.transition, 0};
            if (chosen.transition != Candidate::stay)
                step.label = label(from.scorer, from.configuration, chosen.transition);
            next_[k].score = chosen.score;
            next_[k].is_correct = chosen.is_correct;
            next_[k].last = chosen.transition == Candidate::stay ? from.last : history_.add(from.last, step);
            labels_[k] = step.label;
        }
        hand_on_configurations(kept);
        for (std::size_t k = 0; k < kept; ++k) {
            if (candidates_[k].transition != Candidate::stay)
                system.apply(next_[k].configuration, candidates_[k].transition, labels_[k]);
            next_[k].is_finished = system.finished(next_[k].configuration);
        }
        std::swap(items_, next_);
        size_ = kept;
    }

  private:
    // A configuration is copied for all of its successors but the last, which takes it over.
    void hand_on_configurations(std::size_t kept) {
        for (std::size_t k = kept; k-- > 0;) {
            const Candidate& chosen = candidates_[k];
            Configuration& from = items_[chosen.item].configuration;
            const bool is_needed =
                std::any_of(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(k),
                            [&](const Candidate& other) { return other.item == chosen.item; });
            if (!is_needed) {
                std::swap(next_[k].configuration, from);
                continue;
            }
            if (from.keeps_journal()) bring_best(k, kept, from);
            next_[k].configuration = from;
        }
    }

    // Of the configurations that are of no more use, the one that best becomes a copy of another takes this place.
    void bring_best(std::size_t k, std::size_t kept, const Configuration& other) {
        Configuration* best = &next_[k].configuration;
        auto least = best->rank_as_copy_of(other);
        const auto consider = [&](Configuration& spare) {
            const auto rank = spare.rank_as_copy_of(other);
            if (rank >= least) return;
            best = &spare;
            least = rank;
        };
        for (std::size_t spare = 0; spare < k; ++spare) consider(next_[spare].configuration);
        const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(kept);
        for (std::size_t spare = 0; spare < items_.size(); ++spare)
            if (std::none_of(candidates_.begin(), end, [&](const Candidate& own) { return own.item == spare; }))
                consider(items_[spare].configuration);
        if (best != &next_[k].configuration) std::swap(next_[k].configuration, *best);
    }

    static constexpr int longest_to_copy =
        256;  // words of a sentence whose configurations are better copied as a whole

    std::vector<Item> items_, next_;  // as many as the beam is wide
    std::size_t size_ = 0;
    int words_left_ = 0;
    std::vector<Candidate> candidates_;
    Moves moves_;
    std::vector<Label> labels_;  // of the arcs that are being built
    History history_;
};

}  // namespace crossarc
