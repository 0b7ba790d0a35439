#include "core/lemmas/model.hpp"

#include <algorithm>
#include <utility>

#include "core/text/letter_case.hpp"

namespace crossarc::lemmas {

void Memory::write(BytesWriter& writer) const {
    std::vector<std::pair<Hash, Rule>> sorted(rules_.begin(), rules_.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<Hash> keys;
    std::vector<Rule> values;
    for (const auto& [key, rule] : sorted) {
        keys.push_back(key);
        values.push_back(rule);
    }
    writer.values(keys);
    writer.values(values);
}

Memory Memory::read(BytesReader& reader, std::size_t rules) {
    const auto keys = reader.values<Hash>();
    const auto values = reader.values<Rule>();
    if (keys.size() != values.size()) throw std::invalid_argument("the forms are cut off");
    Memory memory;
    memory.rules_.reserve(keys.size());
    for (std::size_t k = 0; k < keys.size(); ++k) {
        if (values[k] >= rules) throw std::invalid_argument("a form has a rule that there is not");
        memory.rules_.emplace(keys[k], values[k]);
    }
    return memory;
}

void KnownLemmas::write(BytesWriter& writer) const {
    std::vector<Hash> keys;
    for (const auto& entry : counts_) keys.push_back(entry.first);
    std::sort(keys.begin(), keys.end());
    writer.values(keys);
}

KnownLemmas KnownLemmas::read(BytesReader& reader) {
    KnownLemmas known;
    for (const Hash key : reader.values<Hash>()) known.add(key);
    return known;
}

Model::Model(std::vector<EditRule> rules, Memory memory, KnownLemmas known, FrozenWeights weights)
    : rules_(std::move(rules)),
      memory_(std::move(memory)),
      known_(std::move(known)),
      weights_(std::move(weights)),
      learnt_(static_cast<std::size_t>(weights_.shape().labels) - 1) {
    if (weights_.shape().transitions != 1 || weights_.shape().kinds != 1 || learnt_ == 0 || learnt_ > rules_.size())
        throw std::invalid_argument("the weights are those of another lemmatizer");
}

namespace {

Model read_model(std::string_view& bytes) {
    constexpr std::size_t least_size_of_rule = 18;
    FrozenWeights weights(bytes);
    BytesReader reader(bytes);
    std::vector<EditRule> rules(reader.count(least_size_of_rule));
    for (EditRule& rule : rules) rule = EditRule::read(reader);
    Memory memory = Memory::read(reader, rules.size());
    Model model(std::move(rules), std::move(memory), KnownLemmas::read(reader), std::move(weights));
    if (!bytes.empty()) throw std::invalid_argument("there is more than the model");
    return model;
}

}  // namespace

Model::Model(std::string_view bytes) : Model(read_model(bytes)) {}

void Model::write(std::string& bytes) const {
    weights_.write(bytes);  // first: they are padded so that the whole ends with a word of memory
    BytesWriter writer(bytes);
    writer.value(static_cast<std::uint64_t>(rules_.size()));
    for (const EditRule& rule : rules_) rule.write(writer);
    memory_.write(writer);
    known_.write(writer);
}

const std::string& Model::Lemmatizer::lemma(std::string_view form, const TagHashes& tag) {
    const EditRule* const rule = best_rule(form, tag);
    if (rule == nullptr) {
        lemma_ = form;
    } else {
        cased_.apply(*rule, lemma_);
    }
    return lemma_;
}

const EditRule* Model::Lemmatizer::remembered(std::string_view known, const TagHashes& tag) const {
    const std::int64_t found = model_.memory_.find(tagging::hash_of(known), tag);
    if (found == Memory::nothing) return nullptr;
    const EditRule& rule = model_.rules_[static_cast<std::size_t>(found)];
    return cased_.allows(rule) ? &rule : nullptr;
}

// The dictionary's, or the best of those that can be applied; none if there is none.
const EditRule* Model::Lemmatizer::best_rule(std::string_view form, const TagHashes& tag) {
    cased_.set(form);
    if (const EditRule* const rule = remembered(form, tag)) return rule;
    const std::string& lower = cased_.in(Casing::lower);
    if (const EditRule* const rule = lower == form ? nullptr : remembered(lower, tag)) return rule;
    keys_.clear();
    add_features(lower, lower != form, tag, keys_);
    lists_.resize(keys_.size());
    FrozenWeights::Sight sight;
    sight.lists = lists_.data();
    model_.weights_.look_up(keys_, 0, keys_.size(), sight);
    model_.weights_.score_labels(sight, 0, scores_.data());
    const std::int32_t for_known = scores_[model_.learnt_];
    const EditRule* best = nullptr;
    std::int32_t best_score = INT32_MIN;
    for (std::size_t k = 0; k < model_.learnt_; ++k) {
        if (scores_[k] + std::max(for_known, 0) <= best_score || !cased_.allows(model_.rules_[k])) continue;
        cased_.apply(model_.rules_[k], lemma_);
        const bool is_known = model_.known_.count(KnownLemmas::key(lemma_, tag)) > 0;
        const std::int32_t score = scores_[k] + (is_known ? for_known : 0);
        if (score <= best_score) continue;
        best = &model_.rules_[k];
        best_score = score;
    }
    return best;
}

}  // namespace crossarc::lemmas
