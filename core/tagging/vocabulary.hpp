// What a tagger knows of forms, found out once for all the places where they are.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/tagging/model.hpp"

namespace crossarc::tagging {

struct ScoredTag {
    Tag tag;
    std::int64_t score;  // by the features of the form alone, and by evidence
};

class Vocabulary {
  public:
    // The model and the forms must outlive it.
    Vocabulary(const Model& model, std::span<const std::string_view> forms, int threads);

    const FormSight& sight(std::size_t form) const { return words_[form].sight; }
    std::span<const ScoredTag> candidates(std::size_t form) const {
        return std::span(candidates_).subspan(words_[form].first, words_[form].count);
    }
    std::string_view form(std::size_t form) const { return forms_[form]; }

  private:
    struct Word {
        FormSight sight;
        std::size_t first, count;  // of the candidates
    };

    std::span<const std::string_view> forms_;
    std::vector<Word> words_;
    std::vector<ScoredTag> candidates_;
};

}  // namespace crossarc::tagging
