#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/string_table.hpp"

namespace crossarc {

enum class Format : std::uint8_t { conllu, conllx };

// The ten columns, by their CoNLL-U names; CoNLL-X calls 4, 5, 9 and 10 CPOSTAG, POSTAG, PHEAD and PDEPREL.
enum class Column : std::uint8_t { id, form, lemma, upos, xpos, feats, head, deprel, deps, misc };
inline constexpr int column_count = 10;

// Bytes kept alive by whoever owns them: a std::string, a buffer of another language.
struct Text {
    std::shared_ptr<const void> owner;
    std::string_view bytes;

    static Text of(std::string string);
};

// What was wrong where, for a message of the form FILE:LINE: what is wrong.
struct Problem {
    std::uint64_t line;
    std::string message;
};

// A column of all words as numbers, and the strings they stand for.
struct CodedColumn {
    std::vector<std::int32_t> codes;
    StringTable table;
};

// A treebank in memory: the text as it came, and an index over it. The text is never changed, so whatever the
// index does not know of (comments, multiword tokens, empty nodes, line ends) is written back byte for byte.
//
// The spans of the sentences follow each other without gaps, except where a broken sentence was left out, which then is
// the gap; the bytes after the last one (blank lines, comments without a sentence) are the tail.
class Document {
  public:
    static constexpr std::int32_t no_head = -1;  // HEAD is "_", the word is not parsed yet; or heads were not read

    std::size_t sentence_count() const { return begins_.size(); }
    std::size_t word_count() const { return heads_.size(); }
    Format format() const { return format_; }
    bool ignores_heads() const { return ignores_heads_; }
    std::string_view text() const { return text_.bytes; }
    std::uint64_t line_count() const { return line_count_; }

    // Words are numbered through the document; those of sentence s are first_words()[s] up to first_words()[s + 1].
    std::span<const std::int64_t> first_words() const { return first_words_; }
    std::span<const std::int32_t> heads() const { return heads_; }

    std::string_view sentence_text(std::size_t sentence) const;  // comments and word lines, with the blank line
    std::string_view sentence_span(std::size_t sentence) const;  // the same after any blank lines before it
    std::uint64_t sentence_line(std::size_t sentence) const { return lines_[sentence]; }
    std::string_view tail() const { return text_.bytes.substr(tail_begin_); }

    std::uint64_t word_line_number(std::size_t sentence, std::size_t word) const;
    std::string_view field(std::size_t word, Column column) const;

    // Made when first asked for, then kept.
    const CodedColumn& coded(Column column);

    std::size_t filled(Column column);  // how many words have something else than "_"

    const std::vector<Problem>& problems() const { return problems_; }  // what a lenient reader left out

  private:
    friend class DocumentBuilder;

    Text text_;
    Format format_ = Format::conllu;
    bool ignores_heads_ = false;
    std::uint64_t line_count_ = 0;
    std::uint64_t tail_begin_ = 0;
    std::vector<std::uint64_t> begins_, contents_, ends_;  // bytes of each sentence
    std::vector<std::uint64_t> lines_;                     // the line of its first comment or word
    std::vector<std::int64_t> first_words_{0};
    std::vector<std::int32_t> heads_;
    std::vector<std::uint64_t> word_begins_;  // bytes
    std::array<std::unique_ptr<CodedColumn>, column_count> coded_;
    std::unique_ptr<std::mutex> coding_ = std::make_unique<std::mutex>();  // threads may ask for columns at once
    std::vector<Problem> problems_;
};

}  // namespace crossarc
