// A stretch of text whose words and sentences are found together: a paragraph, a line, or a part of a long one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/text/unicode.hpp"
#include "core/tokenizer/features.hpp"

namespace crossarc::tokenizer {

// From one character to before another.
struct Span {
    std::uint32_t begin = 0, end = 0;

    std::uint32_t size() const { return end - begin; }
    bool operator==(const Span&) const = default;
};

// Characters with what features ask of them. Made again and again in the same memory.
class Passage {
  public:
    void read(std::string_view text);  // well-formed UTF-8

    std::uint32_t size() const { return static_cast<std::uint32_t>(classes_.size()) - 2 * margin; }
    std::string_view text() const { return text_; }
    std::string_view text(Span span) const {
        return text_.substr(bytes_[span.begin], bytes_[span.end] - bytes_[span.begin]);
    }
    std::uint32_t byte(std::uint32_t at) const { return bytes_[at]; }

    // Places up to `margin` before the beginning and behind the end may be asked for: there are blanks.
    static constexpr std::int64_t margin = 8;
    bool tab(std::uint32_t at) const { return text_[bytes_[at]] == '\t'; }
    char32_t character(std::int64_t at) const { return characters_[static_cast<std::size_t>(at + margin)]; }
    CharacterClass of(std::int64_t at) const { return classes_[static_cast<std::size_t>(at + margin)]; }
    bool space(std::int64_t at) const { return is_space(of(at)); }

    // The characters of a span in lower case, as a number.
    std::uint64_t word(Span span) const { return mixed(sums_[span.end] - sums_[span.begin] * powers_[span.size()]); }
    // The classes of its characters, runs of one class as one, up to the first few.
    std::uint64_t shape(Span span) const;

    // Whether no grapheme ends before a character.
    bool within_grapheme(std::uint32_t at) const { return within_grapheme_[at]; }

  private:
    std::string_view text_;
    std::vector<char32_t> characters_;  // in lower case, white space as a space; with margins
    std::vector<CharacterClass> classes_;
    std::vector<std::uint32_t> bytes_;  // where characters begin, and the end
    std::vector<std::uint64_t> sums_;   // of the characters before each, as digits of a number with a large base
    std::vector<std::uint64_t> powers_{1};
    std::vector<bool> within_grapheme_;
};

// A word's characters by themselves, as Passage::word has them.
std::uint64_t word_number(std::string_view form);

}  // namespace crossarc::tokenizer
