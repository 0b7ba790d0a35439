// Sentences that a network parses together, a transition of each at a time: what it looks at, and what its scores do.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/address.hpp"
#include "core/parsing/choice.hpp"
#include "core/parsing/score_columns.hpp"
#include "core/systems/list.hpp"
#include "core/tree/forest.hpp"

namespace crossarc {

// What an oracle thinks of a column of scores.
enum class Verdict : std::uint8_t { not_legal, wrong, right };

// How training leaves the oracle's path (Kiperwasser & Goldberg 2016, §4.3): a wrong transition that scores highest is
// followed with a probability, and so is one that scores less than the margin below the best right one.
struct Exploration {
    float mistakes = 0.0f;
    float near_mistakes = 0.0f;
    static constexpr float margin = 1.0f;
};

// Vectors of all words lie in a table, one row a word: those of sentence s begin at first_rows[s], and the root's
// follows that of its last word. A slot that no node fills has the row `missing_row`. For each row the table has one
// entry a slot, so that what the network's first layer makes of a word in a slot is computed once, however often it is
// looked at.
struct WordTable {
    std::span<const std::int64_t> first_rows;
    std::int64_t missing_row = 0;
};

// Arrays have one row for each sentence that has not ended ("open"), in the order of the sentences.
class LockStep {
  public:
    LockStep(SharedSystem system, LabelUses uses, LabelChoice choice, std::vector<Address> slots,
             std::span<const std::int32_t> lengths, const WordTable& table);
    LockStep(LockStep&&) = delete;  // what chooses knows where the uses of labels are
    LockStep(const LockStep&) = delete;

    // What `explore` needs; labels[w] is the gold label of the w-th word of all.
    void set_gold(const Forest& trees, std::span<const Label> labels, std::string_view oracle,
                  const OracleOptions& options);

    const ScoreColumns& columns() const { return columns_; }
    std::size_t slots() const { return slots_.size(); }
    std::size_t open() const { return open_.size(); }
    const std::vector<std::size_t>& open_sentences() const { return open_; }
    std::size_t words() const { return static_cast<std::size_t>(offsets_.back()); }
    std::size_t sentences() const { return configurations_.size(); }
    bool has_gold() const { return oracle_ != nullptr; }

    // The table's entries at the slots: [open][slots].
    void entries(std::int64_t* result) const;
    // What `advance` is going to do: the numbers of transitions and labels [open][2], and what each transition scores,
    // NaN if it is not legal [open][transitions].
    void look_ahead(const float* scores, std::int32_t* chosen, float* values) const;
    // Applies the legal transition with the highest score, and its label, to each open sentence. [open][columns]
    // If they are wanted, writes by how much the transitions and the labels of arcs won, by dependent, as in `Margins`.
    // [words]
    void advance(const float* scores, float* transition_margins = nullptr, float* label_margins = nullptr);
    // The same in training: verdicts [open][columns] about all columns, a labelled one being right if its transition
    // and its label are; then a step that the scores, the verdicts and random numbers between 0 and 1 [open] lead to.
    // `errors` [sentences] counts, for each sentence, the configurations whose best right transition does not score the
    // margin more than the best wrong one: those that Kiperwasser & Goldberg's loss is above 0 for.
    void explore(const float* scores, const float* draws, const Exploration& exploration, Verdict* verdicts,
                 std::int64_t* errors);

    // Heads and labels of all words, as LabelledTree has them.
    void trees(std::int32_t* heads, Label* labels) const;

    // The entries at the slots [pairs][slots] of sentences that have ended, as if a head and a dependent were about to
    // be linked, and the number of the transition that would do so [pairs].
    void entries_facing(std::span<const std::int32_t> sentences, std::span<const Node> heads,
                        std::span<const Node> dependents, std::int64_t* result, std::int32_t* transitions);

  private:
    // The best of a kind of choices.
    struct Best {
        Step step;
        float score = 0.0f;
        bool exists = false;
        void offer(std::size_t transition, Label label, float own) {
            if (!exists || own > score) *this = {{{0, static_cast<std::uint8_t>(transition)}, label}, own, true};
        }
    };

    float with_label(float transition, float label) const {
        return chooser_.label_choice() == LabelChoice::together ? transition + label : transition;
    }
    std::pair<Best, Best> best_of_each(const float* scores, const Verdict* verdicts) const;  // right, wrong
    void judge(std::size_t sentence, Verdict* verdicts);
    void write_entries(std::size_t sentence, std::int64_t* result) const;
    void close_ended();

    SharedSystem system_;
    LabelUses uses_;
    ScoreColumns columns_;
    Chooser chooser_;
    std::vector<Address> slots_;
    std::vector<Configuration> configurations_;
    std::vector<std::int64_t> offsets_, first_rows_;
    std::int64_t missing_row_;
    std::vector<std::size_t> open_;
    Moves moves_;
    Costs costs_;
    std::unique_ptr<Oracle> oracle_;
    std::vector<Target> targets_;     // one a sentence
    std::vector<Scratch> scratches_;  // so are these: plans last as long as a sentence
    std::vector<Label> gold_labels_;
};

}  // namespace crossarc
