// Choosing the tags of a sentence.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tagging/given.hpp"
#include "core/tagging/vocabulary.hpp"

namespace crossarc::tagging {

// From left to right: each word gets the tag that is best after those that were chosen before it.
class Decoder {
  public:
    Decoder(const Model& model, const Vocabulary& vocabulary);

    // `forms` are numbers of the vocabulary's; `tags` has a place for each. Words whose tags are all given keep them
    // and have whatever there.
    void tag(std::span<const std::int32_t> forms, const GivenTags& given, std::size_t first_word, std::span<Tag> tags);

  private:
    Tag best_of(std::size_t form, std::size_t place, const std::vector<Tag>* agreeing);
    void score_form(std::size_t form);

    const Model& model_;
    const Vocabulary& vocabulary_;
    const TagSight *last_ = nullptr, *second_last_ = nullptr;
    std::vector<const FormSight*> sights_;
    ContextKeys keys_;
    std::vector<std::uint32_t> lists_;
    std::vector<std::int32_t> scores_, form_scores_;
    Analyzer::Scratch scratch_;
    Analysis analysis_;
    std::vector<FeatureKey> form_keys_;
};

}  // namespace crossarc::tagging
