// Sentences that a network parses together, a transition of each at a time: what it looks at, and what its scores do.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/address.hpp"
#include "core/neural/score_columns.hpp"
#include "core/registry.hpp"
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

// Vectors of all words lie in a table, one row a word: those of sentence s begin at first_rows[s], and the root's follows
// that of its last word. A slot that no node fills has the row `missing_row`. For each row the table has one entry a slot,
// so that what the network's first layer makes of a word in a slot is computed once, however often it is looked at.
struct WordTable {
    std::span<const std::int64_t> first_rows;
    std::int64_t missing_row = 0;
};

// Arrays have one row for each sentence that has not ended ("open"), in the order of the sentences.
class LockStep {
  public:
    static constexpr Label no_label = -1;

    LockStep(const AnySystem& system, ScoreColumns columns, std::vector<Address> slots,
             std::span<const std::int32_t> lengths, const WordTable& table);
    LockStep(LockStep&&) = default;
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
    bool has_gold() const { return !oracles_.empty(); }

    // The table's entries at the slots: [open][slots].
    void entries(std::int64_t* result) const;
    // Applies the legal transition with the highest score, and its label, to each open sentence. [open][columns]
    // If they are wanted, writes by how much the transitions and the labels of arcs won, by dependent, as in `Margins`.
    // [words]
    void advance(const float* scores, float* transition_margins = nullptr, float* label_margins = nullptr);
    // The same in training: verdicts [open][columns] about all columns, a labelled one being right if its transition and
    // its label are; then a step that the scores, the verdicts and random numbers between 0 and 1 [open] lead to.
    // `errors` [sentences] counts, for each sentence, the configurations whose best right transition does not score the
    // margin more than the best wrong one: those that Kiperwasser & Goldberg's loss is above 0 for.
    void explore(const float* scores, const float* draws, const Exploration& exploration, Verdict* verdicts,
                 std::int64_t* errors);

    // Heads and labels of all words; no_label for words that no transition attached, which hang from 0.
    void trees(std::int32_t* heads, Label* labels) const;

    // The entries at the slots [pairs][slots] of sentences that have ended, as if a head and a dependent were about to be
    // linked, and the number of the transition that would do so [pairs].
    void entries_facing(std::span<const std::int32_t> sentences, std::span<const Node> heads,
                        std::span<const Node> dependents, std::int64_t* result, std::int32_t* transitions);

  private:
    static constexpr std::size_t no_transition = static_cast<std::size_t>(-1);

    struct Choice {
        std::size_t transition = 0;
        Label label = 0;
        float score = 0.0f;
        bool exists = false;
        void offer(std::size_t t, Label l, float s) {
            if (!exists || s > score) *this = {t, l, s, true};
        }
    };

    struct Lead {
        float transition, label;
    };

    // The best transition, or the best but one.
    template <class System>
    Choice best_legal(const System& system, const Configuration& c, const float* scores,
                      std::size_t but = no_transition) const;
    template <class System>
    Choice best_label(const System& system, const Configuration& c, const float* scores, std::size_t transition,
                      Label but = no_label) const;
    // How far the choice is ahead of the next best.
    template <class System>
    Lead lead(const System& system, const Configuration& c, const float* scores, const Choice& choice) const;
    std::pair<Choice, Choice> best_of_each(const float* scores, const Verdict* verdicts) const;  // right, wrong
    template <class System>
    void judge(const System& system, std::size_t sentence, Verdict* verdicts);
    void write_entries(std::size_t sentence, std::int64_t* result) const;
    template <class System>
    void close_ended(const System& system);

    AnySystem system_;
    ScoreColumns columns_;
    std::vector<Address> slots_;
    std::vector<Configuration> configurations_;
    std::vector<std::int64_t> offsets_, first_rows_;
    std::int64_t missing_row_;
    std::vector<std::size_t> open_;
    std::vector<std::unique_ptr<Oracle>> oracles_;  // one a sentence
    std::vector<Label> gold_labels_;
};

}  // namespace crossarc
