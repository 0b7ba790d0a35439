// The kinds of labels that a parser asks for, and which labels there are for an arc.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/configuration.hpp"
#include "core/linear/weight_table.hpp"
#include "core/transition.hpp"

namespace crossarc {

// Labels have weights of their own for each transition that builds an arc. The label of a word under 0 that no transition
// attached is a kind too, and so is the choice of the root among such words, which has one "label": how good a root.
class LabelKinds {
  public:
    explicit LabelKinds(const TransitionList& transitions) {
        for (const Transition t : transitions)
            if (builds_arc(t)) of_[static_cast<std::size_t>(t)] = arcs_++;
    }

    int of(Transition t) const { return of_[static_cast<std::size_t>(t)]; }
    int of_unattached() const { return arcs_; }
    int of_root_choice() const { return arcs_ + 1; }
    int count() const { return arcs_ + 2; }

  private:
    static bool builds_arc(Transition t) {
        switch (t) {
            case Transition::shift:
            case Transition::reduce:
            case Transition::no_arc:
            case Transition::switch_stacks:
            case Transition::swap:
                return false;
            default:
                return true;
        }
    }

    std::array<int, transition_count> of_{};
    int arcs_ = 0;
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

    template <class Score>
    struct Best {
        Label label = 0;
        Score margin = 0;  // to the second best; 0 if there is none
    };
    template <class Score>
    Best<Score> best(const Score* scores, Node head) const {
        const std::vector<Label>& labels = head == 0 ? under_root_ : elsewhere_;
        if (labels.empty()) return {};
        Label best = labels[0];
        Score second{};
        bool has_second = false;
        for (std::size_t k = 1; k < labels.size(); ++k) {
            const bool better = scores[labels[k]] > scores[best];
            const Score lower = scores[better ? best : labels[k]];
            if (!has_second || lower > second) second = lower;
            has_second = true;
            if (better) best = labels[k];
        }
        return {best, has_second ? scores[best] - second : Score{}};
    }

  private:
    std::vector<std::uint8_t> uses_;
    std::vector<Label> under_root_, elsewhere_;
};

}  // namespace crossarc
