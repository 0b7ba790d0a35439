// How a network's scores for a configuration are laid out in a row.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>

#include "core/parsing/labels.hpp"

namespace crossarc {

// One column for each transition of the system, then, for each transition that builds an arc, one for each label.
class ScoreColumns {
  public:
    ScoreColumns(std::span<const Kind> transitions, std::size_t labels)
        : kinds_(transitions), transitions_(transitions.size()), labels_(labels) {
        if (labels == 0) throw std::invalid_argument("there are no labels");
        for (const Kind& own : transitions)
            if (own.is_numbered)
                throw std::invalid_argument("a network has one column for each transition: there is no k");
    }

    const LabelKinds& kinds() const { return kinds_; }
    std::size_t transitions() const { return transitions_; }
    std::size_t labels() const { return labels_; }
    std::size_t count() const { return column(kinds_.of_unattached()); }
    bool has_labels(std::size_t transition) const { return kinds_.of(number(transition)) != LabelKinds::none; }
    std::size_t column(std::size_t transition, std::size_t label) const {
        return column(kinds_.of(number(transition))) + label;
    }
    std::size_t column(int kind) const { return transitions_ + static_cast<std::size_t>(kind) * labels_; }

  private:
    static Transition number(std::size_t transition) { return {0, static_cast<std::uint8_t>(transition)}; }

    LabelKinds kinds_;
    std::size_t transitions_, labels_;
};

// A row as a scorer: what it scores a transition with a label is the sum of their columns.
class RowScorer {
  public:
    using Score = float;

    RowScorer(const ScoreColumns& columns, const float* row) : columns_(columns), row_(row) {}

    Score score(Transition t) const { return row_[t.kind]; }
    const Score* label_scores(int kind) const { return row_ + columns_.column(kind); }
    Score alone(Transition t, int) const { return score(t); }
    Score joint(Transition t, Score label) const { return score(t) + label; }

  private:
    const ScoreColumns& columns_;
    const float* row_;
};

}  // namespace crossarc
