#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/string_table.hpp"

namespace crossarc {

// The ten columns, by their CoNLL-U names; CoNLL-X calls 4, 5, 9 and 10 CPOSTAG, POSTAG, PHEAD and PDEPREL.
enum class Column : std::uint8_t { id, form, lemma, upos, xpos, feats, head, deprel, deps, misc };
inline constexpr int column_count = 10;

// A column of all words as numbers, in order of first appearance, and the strings they stand for.
struct CodedColumn {
    CodedColumn() = default;
    CodedColumn(CodedColumn&&) = default;  // and no copies: the table has views of `own`
    CodedColumn& operator=(CodedColumn&&) = default;

    std::string_view at(std::size_t word) const { return table[codes[word]]; }

    // The number of a string that lives nowhere else.
    std::int32_t intern_copy(std::string_view string);

    std::vector<std::int32_t> codes;
    StringTable table;
    std::deque<std::string> own;  // strings that the text does not have; they stay where they are
};

// A column from numbers into any list of labels: strings are numbered anew, as if the column had been read from a text.
CodedColumn coded_labels(std::span<const std::int32_t> codes, std::span<const std::string> labels);

// Trees of all words of a document, and how likely they are right, if that is known.
struct TreeColumns {
    std::vector<std::int32_t> heads;  // Document::no_head is written as "_"
    CodedColumn deprels;
    std::vector<float> confidences = {};  // CoNLL-U only: there they go into MISC
};

// What goes into a column: for each word a string, by its number, or -1 where it keeps what it has.
struct ColumnFill {
    Column column;
    std::span<const std::int32_t> codes;
    std::span<const std::string> strings;
};

// Columns as numbers, made when first asked for and then kept. Threads may ask at once.
class ColumnCache {
  public:
    const CodedColumn& get(Column column, const std::function<CodedColumn()>& make);

  private:
    std::mutex making_;
    std::array<std::unique_ptr<const CodedColumn>, column_count> made_;
};

}  // namespace crossarc
