#include "core/tokenizer/passage.hpp"

#include <algorithm>

namespace crossarc::tokenizer {
namespace {

constexpr std::uint64_t base = 0xD1342543DE82EF95u;

}  // namespace

void Passage::read(std::string_view text) {
    text_ = text;
    const auto edge = static_cast<std::size_t>(margin);
    characters_.assign(edge, ' ');
    classes_.assign(edge, CharacterClass::blank);
    bytes_.clear();
    sums_.assign(1, 0);
    within_grapheme_.clear();
    int flags = 0;
    char32_t before = ' ';
    for (std::size_t at = 0; at < text.size();) {
        bytes_.push_back(static_cast<std::uint32_t>(at));
        const char32_t character = decode_character(text, at);
        const CharacterClass of = class_of(character);
        const char32_t lower = is_space(of) ? ' ' : lower_case(character);
        within_grapheme_.push_back(crossarc::within_grapheme(before, character, flags));
        flags = is_regional_indicator(character) ? flags + 1 : 0;
        before = character;
        characters_.push_back(lower);
        classes_.push_back(of);
        sums_.push_back(sums_.back() * base + lower + 1);
    }
    bytes_.push_back(static_cast<std::uint32_t>(text.size()));
    characters_.insert(characters_.end(), edge, ' ');
    classes_.insert(classes_.end(), edge, CharacterClass::blank);
    while (powers_.size() < sums_.size()) powers_.push_back(powers_.back() * base);
}

std::uint64_t Passage::shape(Span span) const {
    constexpr int longest = 10;             // runs, of five bits each
    constexpr std::uint32_t furthest = 32;  // characters
    std::uint64_t shape = 0;
    int runs = 0;
    CharacterClass before{};
    for (std::uint32_t at = span.begin; at < std::min(span.end, span.begin + furthest) && runs < longest; ++at) {
        if (at > span.begin && of(at) == before) continue;
        before = of(at);
        shape = shape << 5 | (static_cast<std::uint64_t>(before) + 1);
        ++runs;
    }
    return shape;
}

std::uint64_t word_number(std::string_view form) {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < form.size();) sum = sum * base + lower_case(decode_character(form, at)) + 1;
    return mixed(sum);
}

}  // namespace crossarc::tokenizer
