#include "core/tokenizer/gold_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/conllu/fields.hpp"
#include "core/conllu/lines.hpp"
#include "core/interruption.hpp"
#include "core/text/unicode.hpp"
#include "core/tokenizer/escapes.hpp"

namespace crossarc::tokenizer {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

// What a comment says is the sentence's text: "# text = …". Spaces before and behind it count.
std::optional<std::string_view> text_of(std::string_view comment) {
    constexpr std::string_view key = "text";
    const std::size_t equals = comment.find('=');
    if (equals == std::string_view::npos || trimmed(comment.substr(1, equals - 1)) != key) return {};
    comment.remove_prefix(equals + 1);
    if (comment.starts_with(' ')) comment.remove_prefix(1);
    return comment;
}

bool begins_paragraph(std::string_view comment) {
    comment = trimmed(comment.substr(1));
    return comment.starts_with("newpar") || comment.starts_with("newdoc");
}

std::string_view column(std::string_view line, Column which) {
    for (int k = 0; k < static_cast<int>(which); ++k) line.remove_prefix(line.find('\t') + 1);
    return line.substr(0, line.find('\t'));
}

std::optional<std::string_view> attribute(std::string_view misc, std::string_view name) {
    while (!misc.empty()) {
        const std::string_view entry = misc.substr(0, misc.find('|'));
        if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
            return entry.substr(name.size() + 1);
        misc.remove_prefix(std::min(misc.size(), entry.size() + 1));
    }
    return {};
}

void read_spaces(std::string_view misc, GoldToken& token) {
    if (const auto before = attribute(misc, "SpacesBefore")) token.space_before = unescaped(*before);
    if (const auto inside = attribute(misc, "SpacesInToken")) token.text = unescaped(*inside);
    if (const auto after = attribute(misc, "SpacesAfter")) {
        token.space_after = unescaped(*after);
        token.space_is_written = true;
    } else {
        token.space_after = attribute(misc, "SpaceAfter") == "No" ? "" : " ";
    }
}

std::size_t space_size(std::string_view text) {
    std::size_t size = 0;
    for (std::size_t at = 0; at < text.size(); size = at)
        if (!is_space(class_of(decode_character(text, at)))) break;
    return size;
}

// Puts the spaces of the sentence's text between its tokens, if the tokens are that text.
void take_spaces(std::string_view text, std::vector<GoldToken>& tokens) {
    std::vector<std::string_view> spaces;
    for (const GoldToken& token : tokens) {
        spaces.push_back(text.substr(0, space_size(text)));
        text.remove_prefix(spaces.back().size());
        if (!text.starts_with(token.form)) return;
        text.remove_prefix(token.form.size());
    }
    if (space_size(text) < text.size()) return;
    if (tokens.front().space_before.empty()) tokens.front().space_before = spaces.front();
    for (std::size_t k = 1; k < tokens.size(); ++k)
        if (!tokens[k - 1].space_is_written) tokens[k - 1].space_after = spaces[k];
    if (!tokens.back().space_is_written) tokens.back().space_after.insert(0, text);
}

}  // namespace

GoldSentence gold_sentence(std::string_view lines) {
    GoldSentence sentence;
    std::string_view text;
    std::int32_t last_of_range = 0;
    while (!lines.empty()) {
        const Line line = first_line(lines);
        lines.remove_prefix(line.size);
        if (is_blank(line.content)) continue;
        if (is_comment(line.content)) {
            if (const auto found = text_of(line.content)) text = *found;
            sentence.begins_paragraph = sentence.begins_paragraph || begins_paragraph(line.content);
            continue;
        }
        const TokenId id = parse_token_id(column(line.content, Column::id));
        const std::string_view form = column(line.content, Column::form);
        if (id.kind == TokenId::Kind::word && id.first <= last_of_range) {
            sentence.tokens.back().words.push_back(form);
        } else if (id.kind == TokenId::Kind::word || id.kind == TokenId::Kind::range) {
            if (id.kind == TokenId::Kind::range) last_of_range = id.last;
            sentence.tokens.push_back({form, {}, {}, {}, {}, false});
            read_spaces(column(line.content, Column::misc), sentence.tokens.back());
        }
    }
    sentence.has_text = !text.empty();
    for (const GoldToken& token : sentence.tokens) sentence.has_text = sentence.has_text || token.space_after.empty();
    if (!text.empty()) take_spaces(text, sentence.tokens);
    return sentence;
}

std::vector<GoldParagraph> gold_paragraphs(const Document& document) {
    std::vector<GoldParagraph> paragraphs;
    for (std::size_t s = 0; s < document.sentence_count(); ++s) {
        const GoldSentence sentence = gold_sentence(document.sentence_text(s));
        if (s == 0 || sentence.begins_paragraph) paragraphs.emplace_back();
        GoldParagraph& paragraph = paragraphs.back();
        for (const GoldToken& token : sentence.tokens) {
            paragraph.text += token.space_before;
            const auto begin = static_cast<std::uint32_t>(paragraph.text.size());
            paragraph.text += token.form;
            const auto end = static_cast<std::uint32_t>(paragraph.text.size());
            paragraph.text += token.space_after;
            paragraph.tokens.push_back({begin, end, &token == &sentence.tokens.back(), token.words});
        }
        poll(1000);
    }
    return paragraphs;
}

bool has_raw_text(const Document& document) {
    for (std::size_t s = 0; s < document.sentence_count(); ++s)
        if (gold_sentence(document.sentence_text(s)).has_text) return true;
    return false;
}

std::string restored_text(const Document& document) {
    std::string text;
    std::string between;  // the space behind the sentence before
    bool is_written = true;
    for (std::size_t s = 0; s < document.sentence_count(); ++s) {
        const GoldSentence sentence = gold_sentence(document.sentence_text(s));
        text += sentence.begins_paragraph && !is_written ? "\n\n" : between;
        for (const GoldToken& token : sentence.tokens) {
            text += token.space_before;
            text += token.text.empty() ? token.form : token.text;
            if (&token != &sentence.tokens.back()) text += token.space_after;
        }
        between = sentence.tokens.back().space_after;
        is_written = sentence.tokens.back().space_is_written;
        poll(1000);
    }
    return text + (between == " " && !is_written ? "\n" : between);
}

}  // namespace crossarc::tokenizer
