#include "core/tagging/decoder.hpp"

#include <algorithm>

#include "core/interruption.hpp"

namespace crossarc::tagging {

Decoder::Decoder(const Model& model, const Vocabulary& vocabulary)
    : model_(model),
      vocabulary_(vocabulary),
      lists_(most_context_features),
      scores_(model.tags().part_count()),
      form_scores_(model.tags().part_count()) {}

void Decoder::tag(std::span<const std::int32_t> forms, const GivenTags& given, std::size_t first_word,
                  std::span<Tag> tags) {
    sights_.assign(forms.size() + 2 * reach, &no_form());
    for (std::size_t k = 0; k < forms.size(); ++k)
        sights_[k + reach] = &vocabulary_.sight(static_cast<std::size_t>(forms[k]));
    last_ = second_last_ = &no_tag();
    for (std::size_t k = 0; k < forms.size(); ++k) {
        poll(1000);
        const GivenTags::Given* const there = given.of(first_word + k);
        const TagSight* chosen = nullptr;
        if (there != nullptr && there->agreeing.empty()) {
            tags[k] = 0;
            chosen = &there->sight;
        } else {
            tags[k] = best_of(static_cast<std::size_t>(forms[k]), k, there == nullptr ? nullptr : &there->agreeing);
            chosen = &model_.tags().sight(tags[k]);
        }
        second_last_ = last_;
        last_ = chosen;
    }
}

// Of the form's candidates; of those that agree with what is given, or of all tags that do if no candidate does.
Tag Decoder::best_of(std::size_t form, std::size_t place, const std::vector<Tag>* agreeing) {
    const std::span<const ScoredTag> candidates = vocabulary_.candidates(form);
    if (candidates.size() == 1 && agreeing == nullptr) return candidates[0].tag;
    const std::size_t count = context_features(&sights_[place + reach], *last_, *second_last_, keys_);
    const std::span<const FeatureKey> keys = std::span(keys_).first(count);
    if (agreeing == nullptr) {
        model_.score(keys, vocabulary_.parts(form), lists_.data(), scores_.data());
    } else {
        model_.score(keys, lists_.data(), scores_.data());
    }
    const TagSet& tags = model_.tags();
    std::int64_t best = TagSet::none, best_score = 0;
    const auto consider = [&](Tag tag, std::int64_t form_score) {
        const std::int64_t score = form_score + sum_of(tags.parts(tag), scores_.data());
        if (best != TagSet::none && score <= best_score) return;
        best = tag;
        best_score = score;
    };
    for (const auto& [tag, score] : candidates)
        if (agreeing == nullptr || std::find(agreeing->begin(), agreeing->end(), tag) != agreeing->end())
            consider(tag, score);
    if (best == TagSet::none) {
        score_form(form);
        for (const Tag tag : *agreeing) consider(tag, sum_of(tags.parts(tag), form_scores_.data()));
    }
    return static_cast<Tag>(best);
}

void Decoder::score_form(std::size_t form) {
    model_.analyzer().analyse(vocabulary_.form(form), scratch_, analysis_);
    form_keys_.clear();
    add_form_features(analysis_.lower, analysis_.sight, form_keys_);
    lists_.resize(std::max(form_keys_.size(), most_context_features));
    model_.score(form_keys_, lists_.data(), form_scores_.data());
}

}  // namespace crossarc::tagging
