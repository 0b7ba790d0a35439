#include "core/tokenizer/expansions.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/text/unicode.hpp"
#include "core/text/utf8.hpp"

namespace crossarc::tokenizer {
namespace {

std::u32string lowered(std::string_view text) {
    std::u32string characters;
    for (std::size_t at = 0; at < text.size();) characters += lower_case(decode_character(text, at));
    return characters;
}

std::string encoded(std::u32string_view characters) {
    std::string text;
    for (const char32_t character : characters) append_character(character, text);
    return text;
}

std::string in_upper_case(std::string_view text, bool all) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool first = at == 0;
        const char32_t character = decode_character(text, at);
        append_character(all || first ? upper_case(character) : character, result);
    }
    return result;
}

std::uint64_t key_of(Expansion::Kind kind, std::uint64_t word) {
    return joined(static_cast<std::uint64_t>(kind), word);
}

void check(const Expansion& expansion) {
    const auto is_word = [](std::string_view text) {
        return valid_utf8_prefix(text) == text.size() && text.find_first_of("\t\n\r") == std::string_view::npos;
    };
    bool right = expansion.kind <= Expansion::Kind::prefix && !expansion.affix.empty() && is_word(expansion.affix) &&
                 expansion.words.size() > 1;
    for (std::size_t k = 0; k < expansion.words.size(); ++k) {
        const bool with_rest = (expansion.kind == Expansion::Kind::suffix && k == 0) ||
                               (expansion.kind == Expansion::Kind::prefix && k + 1 == expansion.words.size());
        right = right && is_word(expansion.words[k]) && (with_rest || !expansion.words[k].empty());
    }
    if (!right) throw std::invalid_argument("a multiword token has words that are none");
}

}  // namespace

std::vector<Expansion> expansions_of(std::string_view form, std::span<const std::string_view> words) {
    const std::u32string token = lowered(form);
    std::vector<std::u32string> parts;
    for (const std::string_view word : words) parts.push_back(lowered(word));
    std::vector<std::string> texts;
    for (const std::u32string& part : parts) texts.push_back(encoded(part));
    std::vector<Expansion> found{{Expansion::Kind::whole, encoded(token), texts, 0, 0}};

    const auto [front, front_part] =
        std::mismatch(token.begin(), token.end(), parts.front().begin(), parts.front().end());
    const auto [back, back_part] =
        std::mismatch(token.rbegin(), token.rend(), parts.back().rbegin(), parts.back().rend());
    const auto kept_front = static_cast<std::size_t>(front - token.begin());
    const auto kept_back = static_cast<std::size_t>(back - token.rbegin());
    const std::size_t kept = std::max(kept_front, kept_back);
    if (kept < Expansions::least_rest || kept == token.size() || token.size() - kept > Expansions::longest_affix)
        return found;
    if (kept_front >= kept_back) {
        std::vector<std::string> rule = texts;
        rule.front() = encoded(std::u32string(front_part, parts.front().end()));
        found.push_back({Expansion::Kind::suffix, encoded(token.substr(kept_front)), std::move(rule), 0, 0});
    } else {
        std::vector<std::string> rule = texts;
        rule.back() = encoded(parts.back().substr(0, parts.back().size() - kept_back));
        found.push_back(
            {Expansion::Kind::prefix, encoded(token.substr(0, token.size() - kept_back)), std::move(rule), 0, 0});
    }
    return found;
}

Expansions::Expansions(std::vector<Expansion> expansions) : all_(std::move(expansions)) { index(); }

Expansions::Expansions(BytesReader& reader) {
    const auto count = reader.value<std::uint32_t>();
    for (std::uint32_t k = 0; k < count; ++k) {
        Expansion& expansion = all_.emplace_back();
        expansion.kind = static_cast<Expansion::Kind>(reader.value<std::uint8_t>());
        expansion.affix = reader.long_string();
        const auto words = reader.value<std::uint8_t>();
        for (std::uint8_t word = 0; word < words; ++word) expansion.words.push_back(reader.long_string());
        check(expansion);
    }
    index();
}

void Expansions::write(BytesWriter& writer) const {
    writer.value(static_cast<std::uint32_t>(all_.size()));
    for (const Expansion& expansion : all_) {
        writer.value(static_cast<std::uint8_t>(expansion.kind));
        writer.long_string(expansion.affix);
        writer.value(static_cast<std::uint8_t>(expansion.words.size()));
        for (const std::string& word : expansion.words) writer.long_string(word);
    }
}

void Expansions::index() {
    for (std::uint32_t number = 0; number < all_.size(); ++number) {
        Expansion& expansion = all_[number];
        expansion.affix_size = static_cast<std::uint32_t>(lowered(expansion.affix).size());
        expansion.number = joined(static_cast<std::uint64_t>(expansion.kind), word_number(expansion.affix));
        for (const std::string& word : expansion.words) expansion.number = joined(expansion.number, word_number(word));
        numbers_.emplace(key_of(expansion.kind, word_number(expansion.affix)), number);
        has_suffixes_ = has_suffixes_ || expansion.kind == Expansion::Kind::suffix;
        has_prefixes_ = has_prefixes_ || expansion.kind == Expansion::Kind::prefix;
    }
}

void Expansions::find(std::uint64_t key, std::vector<std::uint32_t>& found) const {
    const auto [first, last] = numbers_.equal_range(key);
    for (auto at = first; at != last; ++at) found.push_back(at->second);
}

void Expansions::find(const Passage& passage, Span token, std::vector<std::uint32_t>& found) const {
    found.clear();
    if (all_.empty() || passage.of(token.begin) > CharacterClass::number) return;
    find(key_of(Expansion::Kind::whole, passage.word(token)), found);
    for (std::uint32_t size = 1; size <= longest_affix && size + least_rest <= token.size(); ++size) {
        if (has_suffixes_) find(key_of(Expansion::Kind::suffix, passage.word({token.end - size, token.end})), found);
        if (has_prefixes_)
            find(key_of(Expansion::Kind::prefix, passage.word({token.begin, token.begin + size})), found);
    }
    std::sort(found.begin(), found.end());  // in an order that does not depend on the library
}

void Expansions::apply(const Expansion& expansion, std::string_view form, std::vector<std::string>& words) {
    int letters = 0, capitals = 0;
    bool first_is_capital = false;
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < form.size();) {
        starts.push_back(at);
        const CharacterClass of = class_of(decode_character(form, at));
        first_is_capital = first_is_capital || (starts.size() == 1 && of == CharacterClass::upper);
        letters += of == CharacterClass::upper || of == CharacterClass::lower;
        capitals += of == CharacterClass::upper;
    }
    const bool all_capital = capitals > 1 && capitals == letters;
    std::size_t affix = 0;
    for (std::size_t at = 0; at < expansion.affix.size(); ++affix) decode_character(expansion.affix, at);
    words.clear();
    for (const std::string& word : expansion.words) words.push_back(all_capital ? in_upper_case(word, true) : word);
    if (expansion.kind == Expansion::Kind::suffix) {
        words.front() = std::string(form.substr(0, starts[starts.size() - affix])) + words.front();
    } else {
        if (expansion.kind == Expansion::Kind::prefix) words.back() += form.substr(starts[affix]);
        if (first_is_capital && !all_capital) words.front() = in_upper_case(words.front(), false);
    }
}

void expansion_features(const Passage& passage, std::span<const Span> tokens, std::size_t at,
                        const Expansion& expansion, const KnownWords& known, bool expanded_here,
                        FeatureList& features) {
    const Span token = tokens[at];
    Span rest = token;
    if (expansion.kind == Expansion::Kind::suffix) rest.end -= expansion.affix_size;
    if (expansion.kind == Expansion::Kind::prefix) rest.begin += expansion.affix_size;
    const std::uint64_t rule = expansion.number;
    const auto word = [&](std::ptrdiff_t k) -> std::uint64_t {
        const auto place = static_cast<std::ptrdiff_t>(at) + k;
        if (place < 0 || place >= static_cast<std::ptrdiff_t>(tokens.size())) return 0;
        return passage.word(tokens[static_cast<std::size_t>(place)]);
    };
    const auto ending = [&](std::ptrdiff_t k, std::uint32_t size) -> std::uint64_t {
        const auto place = static_cast<std::ptrdiff_t>(at) + k;
        if (place < 0 || place >= static_cast<std::ptrdiff_t>(tokens.size())) return 0;
        const Span whole = tokens[static_cast<std::size_t>(place)];
        return passage.word({whole.end - std::min(size, whole.size()), whole.end});
    };
    const auto edge = [&](std::uint32_t size) {
        size = std::min(size, rest.size());
        return passage.word(expansion.kind == Expansion::Kind::prefix ? Span{rest.begin, rest.begin + size}
                                                                      : Span{rest.end - size, rest.end});
    };
    const std::uint64_t form = passage.word(token), form_known = known(token),
                        counts = known.expansion_counts(token, expanded_here);

    features.clear();
    features.add(300, rule);
    features.add(301, static_cast<std::uint64_t>(expansion.kind), counts);
    features.add(302, rule, counts);
    features.add(303, rule, form_known == 0 ? 0 : form);
    features.add(304, rule, word(-1));
    features.add(305, rule, word(1));
    features.add(306, rule, ending(-1, 3));
    features.add(307, rule, ending(1, 3));
    features.add(308, rule, ending(1, 2));
    features.add(309, rule, edge(1));
    features.add(310, rule, edge(2));
    features.add(311, rule, edge(3));
    features.add(312, rule, edge(4));
    features.add(313, rule, known(rest));
    features.add(314, rule, passage.shape(token));
    features.add(315, rule, length_step(rest.size()));
    features.add(316, rule, word(-1), word(1));
    features.add(317, static_cast<std::uint64_t>(expansion.kind), known(rest), form_known);
    features.add(318, rule, form_known, counts);
}

}  // namespace crossarc::tokenizer
