// From text to tokens and sentences.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/tokenizer/model.hpp"
#include "core/tokenizer/passage.hpp"

namespace crossarc::tokenizer {

// Works through passages, one after the other, in the same memory.
class Segmenter {
  public:
    explicit Segmenter(const Model& model) : model_(&model) {}

    // Finds the tokens of a passage; with `sentences`, also where sentences end. Otherwise all of it is one.
    void segment(const Passage& passage, bool sentences);

    std::span<const Span> tokens() const { return tokens_; }
    std::span<const std::uint32_t> sentence_ends() const { return ends_; }  // the last token of each

    // The words that a token stands for, if they are several; otherwise nothing. Valid until the next call.
    std::span<const std::string> words(const Passage& passage, std::size_t token);

  private:
    void split(const Passage& passage);
    void join(const Passage& passage);
    void find_sentences(const Passage& passage);

    const Model* model_;
    FeatureList features_;
    std::vector<Span> pieces_, tokens_;
    std::vector<BreakScore> places_;
    std::vector<std::uint32_t> ends_, candidates_;
    std::vector<std::string> words_;
    SentenceSearch search_;
};

// Whether a word may go on behind a piece of text: over a space or the end of a line.
bool may_join(const Passage& passage, Span left, Span right);

}  // namespace crossarc::tokenizer
