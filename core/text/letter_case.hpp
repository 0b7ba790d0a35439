#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/unicode.hpp"

namespace crossarc {

// A character of well-formed UTF-8 and how many bytes it has. Bytes that are not well-formed are characters of their
// own.
struct Character {
    char32_t code;
    std::size_t size;
};
Character first_character(std::string_view text);  // of a text that is not empty

// Where the last `count` characters begin; 0 if there are fewer.
std::size_t last_characters(std::string_view text, std::size_t count);
// Where the first `count` characters end; the size of the text if there are fewer.
std::size_t first_characters(std::string_view text, std::size_t count);

inline bool is_upper_case(char32_t letter) { return lower_case(letter) != letter; }
// The letter in upper case, if that one's lower case is the letter.
inline char32_t matching_upper_case(char32_t letter) {
    const char32_t upper = upper_case(letter);
    return lower_case(upper) == letter ? upper : letter;
}
std::string lower_case(std::string_view text);

}  // namespace crossarc
