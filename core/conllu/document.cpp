#include "core/conllu/document.hpp"

#include <algorithm>
#include <utility>

#include "core/conllu/lines.hpp"
#include "core/conllu/tree_problem.hpp"
#include "core/conllu/written_fields.hpp"
#include "core/interruption.hpp"
#include "core/text/tabs.hpp"

namespace crossarc {

Text Text::of(std::string string) {
    auto owner = std::make_shared<const std::string>(std::move(string));
    const std::string_view bytes = *owner;
    return {std::move(owner), bytes};
}

Document::Document(IndexedText text)
    : index_(std::make_shared<const IndexedText>(std::move(text))), text_columns_(std::make_shared<ColumnCache>()) {}

Document Document::with_trees(TreeColumns trees) const {
    if (trees.heads.size() != word_count() || trees.deprels.codes.size() != word_count())
        throw std::invalid_argument("one head and one label for each word are needed");
    std::vector<std::int32_t> trail;
    for (std::size_t s = 0; s < sentence_count(); ++s) {
        const auto first = static_cast<std::size_t>(first_words()[s]);
        const auto words = static_cast<std::size_t>(first_words()[s + 1]) - first;
        if (const auto problem = tree_problem(std::span(trees.heads).subspan(first, words), trail)) {
            const std::size_t word = first + static_cast<std::size_t>(problem->word) - 1;
            throw FormatError({word_line_number(s, word), problem->message});
        }
        poll(static_cast<std::int64_t>(4 * words));
    }
    Document changed = *this;
    changed.new_trees_.push_back(std::make_shared<const TreeColumns>(std::move(trees)));
    changed.tree_columns_ = std::make_shared<ColumnCache>();
    return changed;
}

Document Document::with_columns(std::span<const ColumnFill> fills) const {
    Document changed = *this;
    for (const auto& [column, codes, strings] : fills) {
        if (!can_be_filled(column)) throw std::invalid_argument("only LEMMA, UPOS, XPOS and FEATS can be filled");
        if (codes.size() != word_count()) throw std::invalid_argument("one string for each word is needed");
        CodedColumn whole;
        whole.codes.reserve(word_count());
        std::vector<std::int32_t> known(strings.size(), -1);  // numbers of the strings in the new column
        for (std::size_t word = 0; word < word_count(); ++word) {
            poll(20);
            if (codes[word] < 0) {
                whole.codes.push_back(whole.intern_copy(word_field(word, column)));
                continue;
            }
            const auto code = static_cast<std::size_t>(codes[word]);
            if (known[code] < 0) known[code] = whole.intern_copy(strings[code]);
            whole.codes.push_back(known[code]);
        }
        changed.new_columns_[static_cast<std::size_t>(column)] = std::make_shared<const CodedColumn>(std::move(whole));
    }
    return changed;
}

bool Document::has_new_columns() const {
    return std::any_of(new_columns_.begin(), new_columns_.end(), [](const auto& column) { return column != nullptr; });
}

std::string_view Document::word_field(std::size_t word, Column column) const {
    const auto& own = new_columns_[static_cast<std::size_t>(column)];
    return own ? own->at(word) : text_field(word, column);
}

std::string_view Document::sentence_text(std::size_t sentence) const {
    return text().substr(index_->contents[sentence], index_->ends[sentence] - index_->contents[sentence]);
}

std::string_view Document::sentence_span(std::size_t sentence) const {
    return text().substr(index_->begins[sentence], index_->ends[sentence] - index_->begins[sentence]);
}

std::uint64_t Document::word_line_number(std::size_t sentence, std::size_t word) const {
    const std::uint64_t begin = index_->contents[sentence];
    const auto before = text().substr(begin, index_->word_begins[word] - begin);
    return index_->lines[sentence] + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
}

std::string_view Document::text_field(std::size_t word, Column column) const {
    const char* const end = text().data() + text().size();
    const char* begin = text().data() + index_->word_begins[word];
    TabFinder tabs(begin, end);
    if (column != Column::id) begin = tabs.skip(static_cast<int>(column)) + 1;
    if (column != Column::misc) return {begin, static_cast<std::size_t>(tabs.skip(1) - begin)};
    const std::string_view rest(begin, static_cast<std::size_t>(end - begin));
    return rest.empty() ? rest : first_line(rest).content;
}

const CodedColumn& Document::coded(Column column) {
    const auto coded_by = [&](const auto& code_of) {
        CodedColumn made;
        made.codes.reserve(word_count());
        for (std::size_t word = 0; word < word_count(); ++word) {
            made.codes.push_back(code_of(made, word));
            poll(100);
        }
        return made;
    };
    if (has_new(column)) return *new_columns_[static_cast<std::size_t>(column)];
    if (has_new_trees() && column == Column::deprel) return new_trees_.back()->deprels;
    if (has_new_trees() && WrittenFields::can_be_new(column))
        return tree_columns_->get(column, [&] {
            WrittenFields now(*this);
            return coded_by([&](auto& made, std::size_t word) { return made.intern_copy(now.field(word, column)); });
        });
    return text_columns_->get(column, [&] {
        return coded_by([&](auto& made, std::size_t word) { return made.table.intern(text_field(word, column)); });
    });
}

std::size_t Document::filled(Column column) {
    const CodedColumn& words = coded(column);
    const auto blanks = std::count(words.codes.begin(), words.codes.end(), words.table.find("_"));
    return word_count() - static_cast<std::size_t>(blanks);
}

}  // namespace crossarc
