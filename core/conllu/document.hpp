#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/conllu/columns.hpp"

namespace crossarc {

enum class Format : std::uint8_t { conllu, conllx };

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

class FormatError : public std::runtime_error {
  public:
    explicit FormatError(const Problem& problem) : std::runtime_error(problem.message), line(problem.line) {}
    std::uint64_t line;
};

// A text as it came, and an index over it. The text is never changed, so whatever the index does not know of (comments,
// multiword tokens, empty nodes, line ends) is written back byte for byte.
//
// The spans of the sentences follow each other without gaps, except where a broken sentence was left out, which then is
// the gap; the bytes after the last one (blank lines, comments without a sentence) are the tail.
struct IndexedText {
    Text text;
    Format format = Format::conllu;
    bool ignores_heads = false;
    std::uint64_t line_count = 0;
    std::uint64_t tail_begin = 0;
    std::vector<std::uint64_t> begins, contents, ends;  // bytes of each sentence
    std::vector<std::uint64_t> lines;                   // the line of its first comment or word
    std::vector<std::int64_t> first_words{0};
    std::vector<std::int32_t> heads;
    std::vector<std::uint64_t> word_begins;  // bytes
    std::vector<Problem> problems;
};

// A treebank in memory: a text with its index, and trees, tags and lemmas that have taken the place of those in it.
// They are arrays, and become text where the document is written (core/conllu/rewrite.hpp), and nowhere else.
class Document {
  public:
    static constexpr std::int32_t no_head = -1;  // HEAD is "_", the word is not parsed yet; or heads were not read

    explicit Document(IndexedText text);

    // The same words with other trees; text and index are shared. Throws FormatError if they are no trees.
    Document with_trees(TreeColumns trees) const;

    // The same words with other strings in some of LEMMA, UPOS, XPOS and FEATS; text, index and trees are shared.
    Document with_columns(std::span<const ColumnFill> fills) const;

    std::size_t sentence_count() const { return index_->begins.size(); }
    std::size_t word_count() const { return index_->heads.size(); }
    Format format() const { return index_->format; }
    bool ignores_heads() const { return index_->ignores_heads && !has_new_trees(); }
    std::string_view text() const { return index_->text.bytes; }
    std::uint64_t line_count() const { return index_->line_count; }
    bool shares_text_with(const Document& other) const { return index_ == other.index_; }

    // Words are numbered through the document; those of sentence s are first_words()[s] up to first_words()[s + 1].
    std::span<const std::int64_t> first_words() const { return index_->first_words; }
    std::span<const std::int32_t> heads() const { return has_new_trees() ? new_trees_.back()->heads : index_->heads; }

    // In the text, whatever the trees are now.
    std::string_view sentence_text(std::size_t sentence) const;  // comments and word lines, with the blank line
    std::string_view sentence_span(std::size_t sentence) const;  // the same after any blank lines before it
    std::uint64_t sentence_line(std::size_t sentence) const { return index_->lines[sentence]; }
    std::string_view tail() const { return text().substr(index_->tail_begin); }
    std::uint64_t word_line_number(std::size_t sentence, std::size_t word) const;
    std::string_view text_field(std::size_t word, Column column) const;

    // LEMMA, UPOS, XPOS or FEATS as they are now: in columns that were put in, or else in the text.
    static bool can_be_filled(Column column) { return column >= Column::lemma && column <= Column::feats; }
    bool has_new(Column column) const { return new_columns_[static_cast<std::size_t>(column)] != nullptr; }
    bool has_new_columns() const;
    std::string_view word_field(std::size_t word, Column column) const;

    // Trees that were put in one after the other, the last ones last. DEPS and MISC depend on all of them: what was
    // contradicted once is gone.
    std::span<const std::shared_ptr<const TreeColumns>> new_trees() const { return new_trees_; }
    bool has_new_trees() const { return !new_trees_.empty(); }

    // As it would be written. Made when first asked for, then kept.
    const CodedColumn& coded(Column column);

    std::size_t filled(Column column);  // how many words have something else than "_"

    const std::vector<Problem>& problems() const { return index_->problems; }  // what a lenient reader left out

  private:
    std::shared_ptr<const IndexedText> index_;
    std::shared_ptr<ColumnCache> text_columns_;
    std::vector<std::shared_ptr<const TreeColumns>> new_trees_;
    std::shared_ptr<ColumnCache> tree_columns_;  // HEAD, DEPS and MISC beside new trees
    std::array<std::shared_ptr<const CodedColumn>, column_count>
        new_columns_;  // whole; none where the text's own stays
};

}  // namespace crossarc
