// Text of any length, piece by piece, to sentences in CoNLL-U.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tokenizer/conllu_writer.hpp"
#include "core/tokenizer/passage.hpp"
#include "core/tokenizer/segmenter.hpp"

namespace crossarc::tokenizer {

enum class TextFormat : std::uint8_t {
    text,    // paragraphs, with blank lines between them
    lines,   // a sentence a line
    tokens,  // a sentence a line, with white space between words; or a word a line, with blank lines between sentences
};

// Where pieces begin and end makes no difference. Memory is bounded: what is longer than the longest sentence is cut.
class TextStream {
  public:
    static constexpr std::size_t longest_sentence = 1 << 16;  // bytes, and so the longest token
    static constexpr std::size_t longest_space = 1 << 18;     // characters of white space in a row; more is an error
    static constexpr std::size_t separating_space = 1 << 10;  // so many end a paragraph, whatever they are

    // Without a model, only tokens.
    TextStream(const Model* model, TextFormat format, bool offsets);

    // Throws FormatError, with the line, for what is not UTF-8 and for too much white space.
    void feed(std::string_view bytes, std::string& output);
    // Writes what is whole although white space behind it may go on: for who waits for an answer before going on.
    void flush(std::string& output);
    void finish(std::string& output);

  private:
    // White space behind what has been scanned.
    struct Run {
        std::size_t begin = 0, length = 0, line_ends = 0;  // bytes; characters
    };

    void check_utf8(bool finished);
    void scan(std::string& output);
    bool separates(const Run& run) const;
    bool knows_layout(bool finished);
    void segment(const Passage& passage);
    std::span<const Span> tokens() const;  // of the passage
    std::span<const std::uint32_t> sentence_ends() const;
    void emit_unit(std::size_t end, bool ends_text, std::string& output);
    void emit_window(std::string& output);
    void emit(std::size_t first_token, std::size_t last_token, std::string_view space_after, bool ends_text,
              std::string& output);
    void drop_scanned();

    std::optional<Segmenter> segmenter_;
    TextFormat format_;
    bool word_a_line_ = false, layout_known_ = false;
    ConlluWriter writer_;
    Passage passage_;
    std::vector<Span> given_tokens_;
    std::vector<std::uint32_t> given_ends_;

    std::string text_;         // that was not written yet
    std::size_t valid_ = 0;    // of it is well-formed
    std::size_t scanned_ = 0;  // of it has been looked at
    std::size_t unit_ = 0;     // where the paragraph, or line, begins
    std::optional<Run> run_;
    std::string space_before_;  // of the unit, that no token has behind it
    bool begins_paragraph_ = true, at_beginning_ = true;
    std::uint64_t line_ = 1;    // of what is scanned next
    std::uint64_t offset_ = 0;  // of the unit, in characters of all the text
};

}  // namespace crossarc::tokenizer
