#include "core/neural/lock_step.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/interruption.hpp"
#include "core/search/arc_of.hpp"
#include "core/search/facing.hpp"

namespace crossarc {

LockStep::LockStep(const AnySystem& system, ScoreColumns columns, std::vector<Address> slots,
                   std::span<const std::int32_t> lengths, const WordTable& table)
    : system_(system),
      columns_(std::move(columns)),
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
    std::visit(
        [&](const auto& own) {
            for (std::size_t s = 0; s < lengths.size(); ++s) {
                own.start(configurations_[s], lengths[s]);
                open_.push_back(s);
            }
            close_ended(own);
        },
        system_);
}

void LockStep::set_gold(const Forest& trees, std::span<const Label> labels, std::string_view oracle,
                        const OracleOptions& options) {
    if (!std::equal(offsets_.begin(), offsets_.end(), trees.offsets.begin(), trees.offsets.end()) ||
        labels.size() != words()) {
        throw std::invalid_argument("the gold trees are not as long as the sentences");
    }
    const auto is_label = [&](Label label) { return label >= 0 && static_cast<std::size_t>(label) < columns_.labels(); };
    if (!std::all_of(labels.begin(), labels.end(), is_label)) throw std::invalid_argument("there is no such label");
    gold_labels_.assign(labels.begin(), labels.end());
    std::vector<std::unique_ptr<Oracle>> prepared;  // all or, if it is interrupted, none
    for (std::size_t s = 0; s < sentences(); ++s) {
        prepared.push_back(make_oracle(system_, oracle, options));
        prepared.back()->prepare(trees.sentence(s));
        poll(work_of_transition);
    }
    oracles_ = std::move(prepared);
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

template <class System>
void LockStep::close_ended(const System& system) {
    std::erase_if(open_, [&](std::size_t s) { return system.finished(configurations_[s]); });
}

template <class System>
LockStep::Choice LockStep::best_label(const System& system, const Configuration& c, const float* scores,
                                      std::size_t transition, Label but) const {
    const Node head = arc_of(system, c, columns_.transitions()[transition]).head;
    Choice best;
    for (std::size_t l = 0; l < columns_.labels(); ++l)
        if (columns_.allows(l, head) && static_cast<Label>(l) != but)
            best.offer(transition, static_cast<Label>(l), scores[columns_.column(transition, l)]);
    return best;
}

template <class System>
LockStep::Choice LockStep::best_legal(const System& system, const Configuration& c, const float* scores,
                                      std::size_t but) const {
    Choice best;
    for (std::size_t t = 0; t < columns_.transitions().size(); ++t) {
        if (t == but || system.why_not(c, columns_.transitions()[t]) != nullptr) continue;
        if (!columns_.has_labels(t)) {
            best.offer(t, 0, scores[t]);
            continue;
        }
        const Choice label = best_label(system, c, scores, t);
        best.offer(t, label.label, columns_.with_label(scores[t], label.score));
    }
    return best;
}

template <class System>
LockStep::Lead LockStep::lead(const System& system, const Configuration& c, const float* scores,
                              const Choice& choice) const {
    const Choice other = best_legal(system, c, scores, choice.transition);
    const Choice label = best_label(system, c, scores, choice.transition, choice.label);
    const float own = scores[columns_.column(choice.transition, static_cast<std::size_t>(choice.label))];
    return {other.exists ? choice.score - other.score : 0.0f, label.exists ? own - label.score : 0.0f};
}

void LockStep::advance(const float* scores, float* transition_margins, float* label_margins) {
    std::visit(
        [&](const auto& own) {
            for (std::size_t s : open_) {
                Configuration& c = configurations_[s];
                const Choice best = best_legal(own, c, scores);
                const Transition transition = columns_.transitions()[best.transition];
                if (transition_margins != nullptr && columns_.has_labels(best.transition)) {
                    const auto word = offsets_[s] + arc_of(own, c, transition).dependent - 1;
                    const Lead ahead = lead(own, c, scores, best);
                    transition_margins[word] = ahead.transition;
                    label_margins[word] = ahead.label;
                }
                own.apply(c, transition, best.label);
                scores += columns_.count();
            }
            close_ended(own);
        },
        system_);
}

// The right label of an arc is that of its dependent in the gold tree, even if it has another head there (as Kiperwasser &
// Goldberg 2016 have it in their code): a parser that has still to learn builds few gold arcs to learn labels from. Where
// the arc cannot have that label, any is as right as another.
template <class System>
void LockStep::judge(const System& system, std::size_t sentence, Verdict* verdicts) {
    const Configuration& c = configurations_[sentence];
    const TransitionList& list = columns_.transitions();
    Costs costs;
    costs.fill(illegal);
    oracles_[sentence]->costs(c, costs);
    const auto cost = [&](std::size_t t) { return costs[static_cast<std::size_t>(list[t])]; };
    int least = -1;
    for (std::size_t t = 0; t < list.size(); ++t)
        if (cost(t) != illegal && (least < 0 || cost(t) < least)) least = cost(t);
    for (std::size_t t = 0; t < list.size(); ++t) {
        verdicts[t] = cost(t) == illegal ? Verdict::not_legal : cost(t) == least ? Verdict::right : Verdict::wrong;
        if (!columns_.has_labels(t)) continue;
        if (cost(t) == illegal) {
            std::fill_n(verdicts + columns_.column(t, 0), columns_.labels(), Verdict::not_legal);
            continue;
        }
        const Arc arc = arc_of(system, c, list[t]);
        const Label gold = gold_labels_[static_cast<std::size_t>(offsets_[sentence] + arc.dependent - 1)];
        const bool can_have_it = columns_.allows(static_cast<std::size_t>(gold), arc.head);
        for (std::size_t l = 0; l < columns_.labels(); ++l) {
            const bool is_right = !can_have_it || static_cast<Label>(l) == gold;
            Verdict& verdict = verdicts[columns_.column(t, l)];
            verdict = is_right ? verdicts[t] : Verdict::wrong;
            if (!columns_.allows(l, arc.head)) verdict = Verdict::not_legal;
        }
    }
}

// With labels chosen after, right transitions have right labels and wrong ones any.
std::pair<LockStep::Choice, LockStep::Choice> LockStep::best_of_each(const float* scores,
                                                                     const Verdict* verdicts) const {
    Choice right, wrong;
    for (std::size_t t = 0; t < columns_.transitions().size(); ++t) {
        if (verdicts[t] == Verdict::not_legal) continue;
        if (!columns_.has_labels(t)) {
            (verdicts[t] == Verdict::right ? right : wrong).offer(t, 0, scores[t]);
            continue;
        }
        Choice right_label, wrong_label;
        for (std::size_t l = 0; l < columns_.labels(); ++l) {
            const std::size_t column = columns_.column(t, l);
            if (verdicts[column] == Verdict::not_legal) continue;
            (verdicts[column] == Verdict::right ? right_label : wrong_label)
                .offer(t, static_cast<Label>(l), scores[column]);
        }
        if (right_label.exists) right.offer(t, right_label.label, columns_.with_label(scores[t], right_label.score));
        const bool is_mistake = verdicts[t] == Verdict::wrong || columns_.label_choice() == LabelChoice::together;
        if (wrong_label.exists && is_mistake)
            wrong.offer(t, wrong_label.label, columns_.with_label(scores[t], wrong_label.score));
    }
    return {right, wrong};
}

void LockStep::explore(const float* scores, const float* draws, const Exploration& exploration, Verdict* verdicts,
                       std::int64_t* errors) {
    if (!has_gold()) throw std::invalid_argument("exploring needs gold trees");
    std::visit(
        [&](const auto& own) {
            for (std::size_t s : open_) {
                judge(own, s, verdicts);
                const auto [right, wrong] = best_of_each(scores, verdicts);
                const float draw = *draws++;
                const float ahead = right.score - wrong.score;
                const float rate = wrong.score > right.score     ? exploration.mistakes
                                   : ahead < Exploration::margin ? exploration.near_mistakes
                                                                 : 0.0f;
                const bool strays = wrong.exists && draw < rate;
                // Scores that are not numbers count: the steps that learn from errors are what finds them.
                if (wrong.exists && !(ahead >= Exploration::margin)) ++errors[s];
                const Choice& chosen = strays || !right.exists ? wrong : right;
                own.apply(configurations_[s], columns_.transitions()[chosen.transition], chosen.label);
                poll(work_of_transition);
                scores += columns_.count();
                verdicts += columns_.count();
            }
            close_ended(own);
        },
        system_);
}

void LockStep::trees(std::int32_t* heads, Label* labels) const {
    for (const Configuration& c : configurations_) {
        for (Node w = 1; w <= c.words(); ++w) {
            *heads++ = std::max(c.head(w), 0);
            *labels++ = c.has_head(w) ? c.label(w) : no_label;
        }
    }
}

void LockStep::entries_facing(std::span<const std::int32_t> sentences, std::span<const Node> heads,
                              std::span<const Node> dependents, std::int64_t* result, std::int32_t* transitions) {
    if (heads.size() != sentences.size() || dependents.size() != sentences.size())
        throw std::invalid_argument("each pair needs a sentence, a head and a dependent");
    std::visit(
        [&](const auto& own) {
            const TransitionList& list = columns_.transitions();
            for (std::size_t k = 0; k < sentences.size(); ++k) {
                const auto s = static_cast<std::size_t>(sentences[k]);
                if (sentences[k] < 0 || s >= configurations_.size() || !own.finished(configurations_[s]))
                    throw std::invalid_argument("there is no such sentence that has ended");
                Configuration& c = configurations_[s];
                const auto is_word = [&](Node x) { return x > 0 && x <= c.words(); };
                if (!is_word(heads[k]) || !is_word(dependents[k]) || heads[k] == dependents[k])
                    throw std::invalid_argument("there are no such two words");
                empty_stacks(c);
                facing_each_other(own, c, heads[k], dependents[k], [&](Transition t) {
                    write_entries(s, result);
                    *transitions = static_cast<std::int32_t>(std::find(list.begin(), list.end(), t) - list.begin());
                });
                result += slots_.size();
                ++transitions;
            }
        },
        system_);
}

}  // namespace crossarc
