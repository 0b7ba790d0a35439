#include "core/parsing/lock_step.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/interruption.hpp"
#include "core/learning/gold_label.hpp"
#include "core/parsing/roots.hpp"

namespace crossarc {

LockStep::LockStep(SharedSystem system, LabelUses uses, LabelChoice choice, std::vector<Address> slots,
                   std::span<const std::int32_t> lengths, const WordTable& table)
    : system_(std::move(system)),
      uses_(std::move(uses)),
      columns_(system_->kinds(), uses_.size()),
      chooser_(*system_, uses_, columns_.kinds(), choice),
      slots_(std::move(slots)),
      configurations_(lengths.size()),
      offsets_(1, 0),
      first_rows_(table.first_rows.begin(), table.first_rows.end()),
      missing_row_(table.missing_row) {
    if (first_rows_.size() != lengths.size()) throw std::invalid_argument("each sentence needs its first row");
    for (std::int32_t length : lengths) {
        if (length < 0) throw std::invalid_argument("a sentence cannot have fewer than 0 words");
        offsets_.push_back(offsets_.back() + length);
    }
    for (std::size_t s = 0; s < lengths.size(); ++s) {
        system_->start(configurations_[s], lengths[s]);
        open_.push_back(s);
    }
    close_ended();
}

void LockStep::set_gold(const Forest& trees, std::span<const Label> labels, std::string_view oracle,
                        const OracleOptions& options) {
    if (!std::equal(offsets_.begin(), offsets_.end(), trees.offsets.begin(), trees.offsets.end()) ||
        labels.size() != words()) {
        throw std::invalid_argument("the gold trees are not as long as the sentences");
    }
    const auto is_label = [&](Label label) {
        return label >= 0 && static_cast<std::size_t>(label) < columns_.labels();
    };
    if (!std::all_of(labels.begin(), labels.end(), is_label)) throw std::invalid_argument("there is no such label");
    auto own = make_oracle(system_, oracle, options);
    std::vector<Target> targets(sentences());  // all or, if it is interrupted, none
    for (std::size_t s = 0; s < sentences(); ++s) {
        own->aim(trees.sentence(s), targets[s]);
        poll(work_of_transition);
    }
    gold_labels_.assign(labels.begin(), labels.end());
    targets_ = std::move(targets);
    scratches_ = std::vector<Scratch>(sentences());
    oracle_ = std::move(own);
}

void LockStep::write_entries(std::size_t sentence, std::int64_t* result) const {
    const Configuration& c = configurations_[sentence];
    const auto width = static_cast<std::int64_t>(slots_.size());
    std::int64_t slot = 0;
    for (const Address& address : slots_) {
        const Node x = address.node(c);
        const std::int64_t row = x == no_node ? missing_row_ : first_rows_[sentence] + (x == 0 ? c.words() : x - 1);
        *result++ = row * width + slot++;
    }
}

void LockStep::entries(std::int64_t* result) const {
    for (std::size_t s : open_) {
        write_entries(s, result);
        result += slots_.size();
    }
}

void LockStep::close_ended() {
    std::erase_if(open_, [&](std::size_t s) { return system_->finished(configurations_[s]); });
}

void LockStep::look_ahead(const float* scores, std::int32_t* chosen, float* values) const {
    Moves moves;
    for (std::size_t s : open_) {
        const Configuration& c = configurations_[s];
        RowScorer scorer(columns_, scores);
        system_->legal(c, moves);
        const Step best = chooser_.choose(c, moves, scorer);
        *chosen++ = static_cast<std::int32_t>(best.transition.kind);
        *chosen++ = best.label;
        std::fill_n(values, columns_.transitions(), std::numeric_limits<float>::quiet_NaN());
        for (const Transition t : moves) values[t.kind] = chooser_.score(c, t, scorer);
        values += columns_.transitions();
        scores += columns_.count();
    }
}

void LockStep::advance(const float* scores, float* transition_margins, float* label_margins) {
    for (std::size_t s : open_) {
        Configuration& c = configurations_[s];
        RowScorer scorer(columns_, scores);
        system_->legal(c, moves_);
        const Step best = chooser_.choose(c, moves_, scorer);
        const Node dependent = transition_margins == nullptr ? no_node : system_->arc(c, best.transition).dependent;
        if (dependent > 0) {
            const auto word = offsets_[s] + dependent - 1;
            const auto [transition, label] = chooser_.lead(c, moves_, best, scorer);
            transition_margins[word] = static_cast<float>(transition);
            label_margins[word] = static_cast<float>(label);
        }
        system_->apply(c, best.transition, best.label);
        scores += columns_.count();
    }
    close_ended();
}

// The right label of an arc is that of its dependent in the gold tree, even if it has another head there (as
// Kiperwasser & Goldberg 2016 have it in their code): a parser that has still to learn builds few gold arcs to learn
// labels from. Where the arc cannot have that label, any is as right as another.
void LockStep::judge(std::size_t sentence, Verdict* verdicts) {
    const Configuration& c = configurations_[sentence];
    const Target& target = targets_[sentence];
    const auto gold_head = [&](Node w) { return target.head(w); };
    const auto label_of = [&](Node w) { return gold_labels_[static_cast<std::size_t>(offsets_[sentence] + w - 1)]; };
    std::fill_n(verdicts, columns_.count(), Verdict::not_legal);
    oracle_->costs(target, c, scratches_[sentence], costs_);
    const int least = costs_.empty() ? 0 : costs_.least();
    for (const auto& [t, cost] : costs_) {
        verdicts[t.kind] = cost == least ? Verdict::right : Verdict::wrong;
        if (!columns_.has_labels(t.kind)) continue;
        const Arc arc = system_->arc(c, t);
        const bool is_directed = system_->kinds()[t.kind].is_directed;
        const Label gold = gold_label(arc, is_directed, gold_head, label_of).label;
        const bool can_have_it = uses_.allows(static_cast<std::size_t>(gold), arc.has_root());
        for (std::size_t l = 0; l < columns_.labels(); ++l) {
            if (!uses_.allows(l, arc.has_root())) continue;
            const bool is_right = !can_have_it || static_cast<Label>(l) == gold;
            verdicts[columns_.column(t.kind, l)] = is_right ? verdicts[t.kind] : Verdict::wrong;
        }
    }
}

// With labels chosen after, right transitions have right labels and wrong ones any.
std::pair<LockStep::Best, LockStep::Best> LockStep::best_of_each(const float* scores, const Verdict* verdicts) const {
    Best right, wrong;
    for (std::size_t t = 0; t < columns_.transitions(); ++t) {
        if (verdicts[t] == Verdict::not_legal) continue;
        if (!columns_.has_labels(t)) {
            (verdicts[t] == Verdict::right ? right : wrong).offer(t, 0, scores[t]);
            continue;
        }
        Best right_label, wrong_label;
        for (std::size_t l = 0; l < columns_.labels(); ++l) {
            const std::size_t column = columns_.column(t, l);
            if (verdicts[column] == Verdict::not_legal) continue;
            (verdicts[column] == Verdict::right ? right_label : wrong_label)
                .offer(t, static_cast<Label>(l), scores[column]);
        }
        if (right_label.exists) right.offer(t, right_label.step.label, with_label(scores[t], right_label.score));
        const bool is_mistake = verdicts[t] == Verdict::wrong || chooser_.label_choice() == LabelChoice::together;
        if (wrong_label.exists && is_mistake)
            wrong.offer(t, wrong_label.step.label, with_label(scores[t], wrong_label.score));
    }
    return {right, wrong};
}

void LockStep::explore(const float* scores, const float* draws, const Exploration& exploration, Verdict* verdicts,
                       std::int64_t* errors) {
    if (!has_gold()) throw std::invalid_argument("exploring needs gold trees");
    for (std::size_t s : open_) {
        judge(s, verdicts);
        const auto [right, wrong] = best_of_each(scores, verdicts);
        const float draw = *draws++;
        const float ahead = right.score - wrong.score;
        const float rate = wrong.score > right.score     ? exploration.mistakes
                           : ahead < Exploration::margin ? exploration.near_mistakes
                                                         : 0.0f;
        const bool strays = wrong.exists && draw < rate;
        // Scores that are not numbers count: the steps that learn from errors are what finds them.
        if (wrong.exists && !(ahead >= Exploration::margin)) ++errors[s];
        const Step& chosen = strays || !right.exists ? wrong.step : right.step;
        system_->apply(configurations_[s], chosen.transition, chosen.label);
        poll(work_of_transition);
        scores += columns_.count();
        verdicts += columns_.count();
    }
    close_ended();
}

void LockStep::trees(std::int32_t* heads, Label* labels) const {
    for (std::size_t s = 0; s < sentences(); ++s)
        system_->read_tree(configurations_[s], heads + offsets_[s], labels + offsets_[s]);
}

void LockStep::entries_facing(std::span<const std::int32_t> sentences, std::span<const Node> heads,
                              std::span<const Node> dependents, std::int64_t* result, std::int32_t* transitions) {
    if (heads.size() != sentences.size() || dependents.size() != sentences.size())
        throw std::invalid_argument("each pair needs a sentence, a head and a dependent");
    for (std::size_t k = 0; k < sentences.size(); ++k) {
        const auto s = static_cast<std::size_t>(sentences[k]);
        if (sentences[k] < 0 || s >= configurations_.size() || !system_->finished(configurations_[s]))
            throw std::invalid_argument("there is no such sentence that has ended");
        Configuration& c = configurations_[s];
        const auto is_word = [&](Node x) { return x > 0 && x <= c.words(); };
        if (!is_word(heads[k]) || !is_word(dependents[k]) || heads[k] == dependents[k])
            throw std::invalid_argument("there are no such two words");
        empty_stacks(c);
        facing_each_other(*system_, c, heads[k], dependents[k], [&](Transition t) {
            write_entries(s, result);
            *transitions = static_cast<int>(t.kind);
        });
        result += slots_.size();
        ++transitions;
    }
}

}  // namespace crossarc
