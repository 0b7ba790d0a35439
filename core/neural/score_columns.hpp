// How a network's scores for a configuration are laid out in a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/node.hpp"
#include "core/transition.hpp"

namespace crossarc {

// How the label of an arc is chosen. Together with the transition: both score the sum of their columns (the two networks of
// Kiperwasser & Goldberg 2016, one for transitions and one for labelled transitions). After it: the best transition is
// chosen by its own column, then the best label.
enum class LabelChoice : std::uint8_t { together, after };

// One column for each transition of the system, then, for each transition that builds an arc, one for each label.
class ScoreColumns {
  public:
    // Where training has seen a label: a parser gives it nowhere else.
    static constexpr std::uint8_t under_root = 1, elsewhere = 2;

    ScoreColumns(const TransitionList& transitions, std::vector<std::uint8_t> label_uses, LabelChoice choice)
        : transitions_(transitions), label_uses_(std::move(label_uses)), choice_(choice) {
        if (label_uses_.empty()) throw std::invalid_argument("there are no labels");
        std::size_t next = transitions.size();
        for (Transition t : transitions) {
            first_label_.push_back(builds_arc(t) ? next : no_labels);
            if (builds_arc(t)) next += label_uses_.size();
        }
        count_ = next;
    }

    static constexpr bool builds_arc(Transition t) {
        return t != Transition::shift && t != Transition::reduce && t != Transition::no_arc &&
               t != Transition::switch_stacks && t != Transition::swap;
    }

    // What a transition scores with a label that scores this.
    float with_label(float transition, float label) const {
        return choice_ == LabelChoice::together ? transition + label : transition;
    }

    LabelChoice label_choice() const { return choice_; }

    const TransitionList& transitions() const { return transitions_; }
    std::size_t count() const { return count_; }
    std::size_t labels() const { return label_uses_.size(); }
    bool has_labels(std::size_t transition) const { return first_label_[transition] != no_labels; }
    std::size_t column(std::size_t transition, std::size_t label) const { return first_label_[transition] + label; }
    bool allows(std::size_t label, Node head) const {
        return (label_uses_[label] & (head == 0 ? under_root : elsewhere)) != 0;
    }

  private:
    static constexpr std::size_t no_labels = static_cast<std::size_t>(-1);

    TransitionList transitions_;
    std::vector<std::uint8_t> label_uses_;
    LabelChoice choice_;
    std::vector<std::size_t> first_label_;
    std::size_t count_ = 0;
};

}  // namespace crossarc
