#include "core/conllu/document.hpp"

#include <algorithm>
#include <utility>

#include "core/conllu/lines.hpp"
#include "core/interruption.hpp"
#include "core/text/tabs.hpp"

namespace crossarc {

Text Text::of(std::string string) {
    auto owner = std::make_shared<const std::string>(std::move(string));
    const std::string_view bytes = *owner;
    return {std::move(owner), bytes};
}

std::string_view Document::sentence_text(std::size_t sentence) const {
    return text_.bytes.substr(contents_[sentence], ends_[sentence] - contents_[sentence]);
}

std::string_view Document::sentence_span(std::size_t sentence) const {
    return text_.bytes.substr(begins_[sentence], ends_[sentence] - begins_[sentence]);
}

std::uint64_t Document::word_line_number(std::size_t sentence, std::size_t word) const {
    const auto before = text_.bytes.substr(contents_[sentence], word_begins_[word] - contents_[sentence]);
    return lines_[sentence] + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
}

std::string_view Document::field(std::size_t word, Column column) const {
    const char* const end = text_.bytes.data() + text_.bytes.size();
    const char* begin = text_.bytes.data() + word_begins_[word];
    TabFinder tabs(begin, end);
    if (column != Column::id) begin = tabs.skip(static_cast<int>(column)) + 1;
    if (column != Column::misc) return {begin, static_cast<std::size_t>(tabs.skip(1) - begin)};
    const std::string_view rest(begin, static_cast<std::size_t>(end - begin));
    return rest.empty() ? rest : first_line(rest).content;
}

const CodedColumn& Document::coded(Column column) {
    const std::lock_guard lock(*coding_);
    auto& slot = coded_[static_cast<std::size_t>(column)];
    if (!slot) {
        auto made = std::make_unique<CodedColumn>();
        made->codes.resize(word_count());
        for (std::size_t word = 0; word < word_count(); ++word) {
            made->codes[word] = made->table.intern(field(word, column));
            poll(100);
        }
        slot = std::move(made);
    }
    return *slot;
}

std::size_t Document::filled(Column column) {
    const CodedColumn& words = coded(column);
    const auto blanks = std::count(words.codes.begin(), words.codes.end(), words.table.find("_"));
    return word_count() - static_cast<std::size_t>(blanks);
}

}  // namespace crossarc
