#include "core/evaluation/token_spans.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "core/conllu/fields.hpp"
#include "core/conllu/lines.hpp"
#include "core/interruption.hpp"

namespace crossarc {
namespace {

// How many bytes a space at the front of a text has; 0 if there is none. The category Zs, which Unicode no longer
// changes: U+0020, 00A0, 1680, 2000 to 200A, 202F, 205F, 3000.
std::size_t space_at_front(std::string_view text) {
    if (text.front() == ' ') return 1;
    if (text.starts_with("\xC2\xA0")) return 2;
    if (text.size() < 3) return 0;
    const std::string_view three = text.substr(0, 3);
    const bool is_space = three == "\xE1\x9A\x80" || (three >= "\xE2\x80\x80" && three <= "\xE2\x80\x8A") ||
                          three == "\xE2\x80\xAF" || three == "\xE2\x81\x9F" || three == "\xE3\x80\x80";
    return is_space ? 3 : 0;
}

void append_without_spaces(std::string_view form, std::string& text) {
    constexpr std::string_view first_bytes_of_spaces = " \xC2\xE1\xE2\xE3";
    while (true) {
        const std::size_t plain = std::min(form.find_first_of(first_bytes_of_spaces), form.size());
        text.append(form.substr(0, plain));
        form.remove_prefix(plain);
        if (form.empty()) return;
        const std::size_t space = space_at_front(form);
        if (space == 0) text.push_back(form.front());
        form.remove_prefix(std::max<std::size_t>(space, 1));
    }
}

// Calls `visit(id, form, begin)` for each line of a sentence that has words in it: those of words and of multiword
// tokens. `begin` is where the line begins in the sentence's text.
template <typename Visit>
void visit_lines(std::string_view sentence, Visit&& visit) {
    for (std::size_t at = 0; at < sentence.size();) {
        const Line line = first_line(sentence.substr(at));
        const std::size_t tab = line.content.find('\t');
        if (!is_comment(line.content) && tab != std::string_view::npos) {
            const TokenId id = parse_token_id(line.content.substr(0, tab));
            const std::string_view rest = line.content.substr(tab + 1);
            if (id.kind != TokenId::Kind::empty_node) visit(id, rest.substr(0, rest.find('\t')), at);
        }
        at += line.size;
    }
}

}  // namespace

TokenSpans token_spans(const Document& document) {
    TokenSpans spans;
    spans.token_of.reserve(document.word_count());
    spans.multiword.reserve(document.word_count());
    spans.cuts.reserve(document.word_count() + 1);
    const auto add_token = [&](std::string_view form, bool is_multiword) {
        append_without_spaces(form, spans.text);
        spans.cuts.push_back(static_cast<std::int64_t>(spans.text.size()));
        spans.multiword.push_back(is_multiword);
    };
    for (std::size_t sentence = 0; sentence < document.sentence_count(); ++sentence) {
        const std::string_view lines = document.sentence_text(sentence);
        poll(static_cast<std::int64_t>(lines.size()));
        std::int32_t last_in_multiword = 0;
        visit_lines(lines, [&](const TokenId& id, std::string_view form, std::size_t) {
            if (id.kind == TokenId::Kind::range) {
                add_token(form, true);
                last_in_multiword = id.last;
                return;
            }
            if (id.first > last_in_multiword) add_token(form, false);
            spans.token_of.push_back(static_cast<std::int32_t>(spans.multiword.size()) - 1);
        });
        spans.first_tokens.push_back(static_cast<std::int32_t>(spans.multiword.size()));
    }
    return spans;
}

std::optional<std::int64_t> first_difference(const TokenSpans& left, const TokenSpans& right) {
    const auto [own, other] = std::mismatch(left.text.begin(), left.text.end(), right.text.begin(), right.text.end());
    if (own == left.text.end() && other == right.text.end()) return std::nullopt;
    return own - left.text.begin();
}

std::uint64_t token_line(const Document& document, std::size_t token) {
    std::size_t seen = 0;
    for (std::size_t sentence = 0; sentence < document.sentence_count(); ++sentence) {
        const std::string_view lines = document.sentence_text(sentence);
        poll(static_cast<std::int64_t>(lines.size()));
        std::int32_t last_in_multiword = 0;
        std::optional<std::size_t> found;
        visit_lines(lines, [&](const TokenId& id, std::string_view, std::size_t begin) {
            const bool is_token = id.kind == TokenId::Kind::range || id.first > last_in_multiword;
            if (id.kind == TokenId::Kind::range) last_in_multiword = id.last;
            if (is_token && seen++ == token) found = begin;
        });
        if (found) {
            const auto before = lines.substr(0, *found);
            const auto breaks = std::count(before.begin(), before.end(), '\n');
            return document.sentence_line(sentence) + static_cast<std::uint64_t>(breaks);
        }
    }
    throw std::out_of_range("no such token");
}

}  // namespace crossarc
