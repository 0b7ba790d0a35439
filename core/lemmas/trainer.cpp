#include "core/lemmas/trainer.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/interruption.hpp"
#include "core/random.hpp"

namespace crossarc::lemmas {
namespace {

struct Seen {
    std::uint32_t count = 0;
    std::uint32_t first = 0;  // which of the words it was
};
using Key = std::tuple<std::string_view, std::string_view, std::string_view>;  // form, UPOS, FEATS

constexpr std::size_t most_learnt = 20000;

}  // namespace

Trainer::Trainer(const Document& treebank, const Document* lexicon, const TrainingOptions& options)
    : options_(options), weights_({1, 1, 1}, options.least_updates) {
    std::map<Key, std::map<std::string_view, Seen>> words;
    std::uint32_t number = 0;
    for (const Document* const document : {&treebank, lexicon}) {
        if (document == nullptr) continue;
        for (std::size_t word = 0; word < document->word_count(); ++word) {
            poll(1000);
            const std::string_view form = document->word_field(word, Column::form),
                                   lemma = document->word_field(word, Column::lemma);
            if (form.empty() || lemma.empty() || lemma == "_") continue;
            Seen& seen = words[{form, document->word_field(word, Column::upos),
                                document->word_field(word, Column::feats)}][lemma];
            if (seen.count++ == 0) seen.first = number++;
        }
    }
    if (words.empty()) throw std::invalid_argument("there are no lemmas to learn");

    // The rule of each form and tag, and how many have it.
    struct Found {
        Key key;
        std::string_view lemma;
        EditRule rule;
        Seen seen;
    };
    std::vector<Found> found;
    std::map<EditRule, std::uint32_t> uses;
    for (const auto& [key, lemmas] : words) {
        poll(5000);
        const auto best = std::max_element(lemmas.begin(), lemmas.end(), [](const auto& a, const auto& b) {
            return a.second.count != b.second.count ? a.second.count < b.second.count : a.second.first > b.second.first;
        });
        found.push_back({key, best->first, EditRule::between(std::get<0>(key), best->first), best->second});
        ++uses[found.back().rule];
    }
    std::vector<std::pair<EditRule, std::uint32_t>> sorted(uses.begin(), uses.end());
    const auto is_learnt = [](const auto& entry) { return !entry.first.is_whole && entry.second >= 2; };
    std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
        return is_learnt(a) != is_learnt(b) ? is_learnt(a) : a.second > b.second;
    });
    std::map<EditRule, Rule> numbers;
    for (const auto& entry : sorted) {
        numbers.emplace(entry.first, static_cast<Rule>(rules_.size()));
        rules_.push_back(entry.first);
        learnt_ += is_learnt(entry) && rules_.size() <= most_learnt;
    }
    learnt_ = std::max<std::size_t>(learnt_, 1);

    // Frequent ones first: a form with an UPOS that it had, and other FEATS, has the lemma that it had most often.
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.seen.count > b.seen.count; });
    for (const auto& [key, lemma, rule, seen] : found) {
        const auto& [form, upos, feats] = key;
        const Example example{std::string(form), std::string(lemma), TagHashes::of(upos, feats), numbers.at(rule)};
        known_.add(KnownLemmas::key(lemma, example.tag));
        memory_.add(tagging::hash_of(form), example.tag, example.rule);
        if (example.rule < learnt_) examples_.push_back(example);
    }
    weights_ = AveragedWeights({1, 1, static_cast<int>(learnt_ + 1)}, options_.least_updates);
    scores_.resize(learnt_ + 1);
}

void Trainer::learn() {
    RandomStream random(options_.seed, epoch_++);
    for (std::size_t left = examples_.size(); left > 1; --left)
        std::swap(examples_[left - 1], examples_[random.below(static_cast<std::uint32_t>(left))]);
    for (const Example& example : examples_) learn_from(example);
}

void Trainer::learn_from(const Example& example) {
    poll(5000);
    ++step_;
    cased_.set(example.form);
    const std::string& lower = cased_.in(Casing::lower);
    keys_.clear();
    add_features(lower, lower != example.form, example.tag, keys_);
    rows_.resize(keys_.size());
    weights_.find(keys_, rows_.data());
    weights_.score_labels(rows_, 0, scores_.data());
    // As the model will choose, but for rules that make the right lemma, too.
    const float for_known = scores_[learnt_];
    const bool right_is_known = is_known(example.lemma, example);
    const float least = scores_[example.rule] + (right_is_known ? for_known : 0.0f) - options_.margin;
    std::size_t rival = learnt_;
    float rival_score = least;
    bool rival_is_known = false;
    for (std::size_t k = 0; k < learnt_; ++k) {
        if (scores_[k] + std::max(for_known, 0.0f) < rival_score || k == example.rule || !cased_.allows(rules_[k]))
            continue;
        cased_.apply(rules_[k], lemma_);
        if (lemma_ == example.lemma) continue;
        const bool known = is_known(lemma_, example);
        const float score = scores_[k] + (known ? for_known : 0.0f);
        if (score < rival_score || (rival != learnt_ && score == rival_score)) continue;
        rival = k;
        rival_score = score;
        rival_is_known = known;
    }
    if (rival == learnt_) return;
    std::array<AveragedWeights::LabelChange, 3> changes{
        {{static_cast<int>(example.rule), 1.0f}, {static_cast<int>(rival), -1.0f}, {static_cast<int>(learnt_), 0.0f}}};
    changes[2].amount = static_cast<float>(right_is_known) - static_cast<float>(rival_is_known);
    weights_.update_labels(keys_, rows_, 0, std::span(changes).first(changes[2].amount != 0.0f ? 3 : 2), step_);
}

// Whether others than the example have the lemma.
bool Trainer::is_known(std::string_view lemma, const Example& example) const {
    return known_.count(KnownLemmas::key(lemma, example.tag)) > (lemma == example.lemma ? 1u : 0u);
}

Model Trainer::model() const {
    return Model(rules_, memory_, known_, FrozenWeights(weights_.averages(step_ + 1, 0.0f)));
}

}  // namespace crossarc::lemmas
