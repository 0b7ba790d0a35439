// The kinds of labels that a parser asks for, and which labels an arc may have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/systems/transition.hpp"

namespace crossarc {

// A parser decides on the label of an arc after it has decided on the transition, or on both together: with one class
// for each transition with each label, as MaltParser does, or by the sum of what the two score, as Kiperwasser &
// Goldberg (2016) do.
enum class LabelChoice : std::uint8_t { after, together };

// The score of a class that training has not seen: it is chosen only if there is no other way on.
template <class Score>
constexpr Score never_seen = std::numeric_limits<Score>::has_infinity ? -std::numeric_limits<Score>::infinity()
                                                                      : std::numeric_limits<Score>::lowest();

// Labels have weights of their own for each transition that builds an arc; if they are chosen together with
// transitions, the others are kinds too, with the label 0 alone, and a transition's kind is its position in the list.
// The label of a word under 0 that no transition attached is a kind too, and so is the choice of the root among such
// words, which has one "label": how good a root.
class LabelKinds {
  public:
    explicit LabelKinds(std::span<const Kind> transitions, LabelChoice choice = LabelChoice::after) {
        for (const Kind& own : transitions)
            of_.push_back(choice == LabelChoice::together || own.links ? count_++ : none);
    }

    static constexpr int none = -1;
    int of(Transition t) const { return of_[t.kind]; }
    int of_unattached() const { return count_; }
    int of_root_choice() const { return count_ + 1; }
    int count() const { return count_ + 2; }

  private:
    std::vector<int> of_;
    int count_ = 0;
};

// Which labels training has seen on arcs from 0, and on the others: a parser gives no others there.
class LabelUses {
  public:
    static constexpr std::uint8_t under_root = 1, elsewhere = 2;

    LabelUses() = default;
    explicit LabelUses(std::vector<std::uint8_t> uses) : uses_(std::move(uses)) {
        for (std::size_t label = 0; label < uses_.size(); ++label) {
            if (uses_[label] & under_root) under_root_.push_back(static_cast<Label>(label));
            if (uses_[label] & elsewhere) elsewhere_.push_back(static_cast<Label>(label));
        }
    }

    std::span<const std::uint8_t> uses() const { return uses_; }
    std::size_t size() const { return uses_.size(); }
    bool allows(std::size_t label, bool from_root) const {
        return (uses_[label] & (from_root ? under_root : elsewhere)) != 0;
    }

    template <class Score>
    Label best(const Score* scores, bool from_root) const {
        const std::vector<Label>& labels = from_root ? under_root_ : elsewhere_;
        Label best = labels.empty() ? 0 : labels[0];
        for (const Label label : labels)
            if (scores[label] > scores[best]) best = label;
        return best;
    }
    // By how much the best label is better than the second best; 0 if there is none.
    template <class Score>
    double margin(const Score* scores, bool from_root, Label best) const {
        bool has_second = false;
        Score second{};
        for (const Label label : from_root ? under_root_ : elsewhere_) {
            if (label == best || scores[label] == never_seen<Score>) continue;
            second = has_second ? std::max(second, scores[label]) : scores[label];
            has_second = true;
        }
        return has_second ? static_cast<double>(scores[best]) - static_cast<double>(second) : 0.0;
    }

  private:
    std::vector<std::uint8_t> uses_;
    std::vector<Label> under_root_, elsewhere_;
};

}  // namespace crossarc
