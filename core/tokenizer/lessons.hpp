// What a treebank teaches a tokenizer: its words, and decisions at every place where there is one to be made.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/tokenizer/break_features.hpp"
#include "core/tokenizer/gold_text.hpp"
#include "core/tokenizer/model.hpp"
#include "core/tokenizer/passage.hpp"

namespace crossarc::tokenizer {

// A paragraph with its tokens by characters.
struct GoldPassage {
    explicit GoldPassage(const GoldParagraph& paragraph);

    Passage passage;
    std::vector<Span> tokens, pieces;      // pieces are parts of tokens between white space
    std::vector<std::uint32_t> ends;       // where the token that begins at a character ends, or 0
    std::vector<std::uint32_t> sentences;  // the last token of each
};

// A place where a sentence may end, for what is learnt of sentences as a whole.
struct BreakLesson {
    std::uint32_t lesson;  // its number among those of the classifier; no_lesson at the end of a paragraph
    std::uint8_t type;
    bool ends_sentence;
    std::array<Feature, start_features> start{};  // of a sentence that would begin here, if they are asked for
};
inline constexpr std::uint32_t no_lesson = UINT32_MAX;

class Curriculum {
  public:
    // Sentences are dealt out to groups in blocks, so that some can be left out together.
    static constexpr std::uint32_t groups = 5, block = 50;

    Curriculum(const std::vector<GoldParagraph>& paragraphs, Model& model);

    Lessons split, join, sentence, expand;
    std::vector<std::vector<BreakLesson>> blocks;  // of sentences, with their tokens
    std::vector<std::uint32_t> block_groups;

  private:
    void count_words(const GoldParagraph& paragraph, const GoldPassage& gold);
    void count_breaks(const std::vector<GoldPassage>& gold);
    void count_places(const std::vector<GoldPassage>& gold);
    void choose_expansions(const std::vector<GoldParagraph>& paragraphs);
    void add_splits(const GoldPassage& gold);
    void add_joins(const GoldPassage& gold);
    void add_breaks(const GoldPassage& gold);
    void add_expansions(const GoldParagraph& paragraph, const GoldPassage& gold);

    Model& model_;
    FeatureList features_;
    std::uint32_t sentences_ = 0;
};

}  // namespace crossarc::tokenizer
