// What a character is, as far as words and sentences are told by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace crossarc {

// The general categories of Unicode, a few of them together, and letters of scripts that put no space between words
// apart.
enum class CharacterClass : std::uint8_t {
    unassigned,  // and private use
    control,
    format,
    blank,     // white space within a line
    line_end,  // white space that ends one
    upper,     // and title case
    lower,
    letter,  // of a script without case
    han,
    hiragana,
    katakana,
    hangul,
    brahmic,  // Thai, Lao, Khmer, Burmese, Tibetan
    mark,
    digit,
    number,
    opening,
    closing,
    initial_quote,
    final_quote,
    dash,
    connector,
    punctuation,
    currency,
    mathematical,
    modifier,
    symbol,
};
inline constexpr int character_classes = 27;

CharacterClass class_of(char32_t character);

// Simple case mapping: one character for one.
char32_t lower_case(char32_t character);
char32_t upper_case(char32_t character);

inline bool is_space(CharacterClass of) { return of == CharacterClass::blank || of == CharacterClass::line_end; }

// Whether no grapheme ends between two characters (Unicode Standard Annex 29, for what occurs in text: combining marks,
// joiners, modifiers of emoji, syllables of Hangul). `flags_before` is how many regional indicators stand before
// `right`.
bool within_grapheme(char32_t left, char32_t right, int flags_before);
bool is_regional_indicator(char32_t character);

// The character that begins at `at` in well-formed UTF-8, which is moved behind it.
char32_t decode_character(std::string_view text, std::size_t& at);
void append_character(char32_t character, std::string& text);

}  // namespace crossarc
