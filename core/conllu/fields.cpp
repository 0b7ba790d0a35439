#include "core/conllu/fields.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/conllu/document.hpp"

namespace crossarc {
namespace {

// Reads digits at the front of a text and takes them off it. No number of more than nine digits is a word's.
std::optional<std::int32_t> take_number(std::string_view& text) {
    constexpr std::size_t most_digits = 9;
    std::size_t digits = 0;
    std::int32_t number = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
        if (digits == most_digits) return std::nullopt;
        number = number * 10 + (text[digits] - '0');
        ++digits;
    }
    if (digits == 0) return std::nullopt;
    text.remove_prefix(digits);
    return number;
}

}  // namespace

TokenFields split_token(std::string_view line) {
    TokenFields fields;
    const char* at = line.data();
    const char* const end = at + line.size();
    while (true) {
        const auto* tab = static_cast<const char*>(std::memchr(at, '\t', static_cast<std::size_t>(end - at)));
        const std::string_view field(at, static_cast<std::size_t>((tab == nullptr ? end : tab) - at));
        if (fields.count == static_cast<int>(Column::id)) fields.id = field;
        if (fields.count == static_cast<int>(Column::upos)) fields.upos = field;
        if (fields.count == static_cast<int>(Column::head)) fields.head = field;
        ++fields.count;
        if (tab == nullptr) return fields;
        at = tab + 1;
    }
}

TokenId parse_token_id(std::string_view text) {
    using Kind = TokenId::Kind;
    const auto first = take_number(text);
    if (!first) return {};
    if (text.empty()) return {Kind::word, *first, *first};
    const char separator = text.front();
    text.remove_prefix(1);
    const auto last = take_number(text);
    if (!last || !text.empty()) return {};
    if (separator == '-') return {Kind::range, *first, *last};
    if (separator == '.') return {Kind::empty_node, *first, *last};
    return {};
}

std::optional<std::int32_t> parse_head(std::string_view text) {
    if (text == "_") return Document::no_head;
    const auto number = take_number(text);
    return text.empty() ? number : std::nullopt;
}

bool is_universal_tag(std::string_view tag) {
    static constexpr std::array<std::string_view, 19> tags = {
        "ADJ",  "ADP",   "ADV",   "AUX",  "CCONJ", "DET",  "INTJ", "NOUN", "NUM",
        "PART", "PRON",  "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X",    "CONJ", "_"};
    return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

}  // namespace crossarc
