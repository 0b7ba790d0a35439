#include "core/text/unicode.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/text/unicode_tables.hpp"

namespace crossarc {
namespace {

constexpr std::uint32_t code_points = 0x110000;

// A property of all characters, in pages; pages that are alike are stored once.
template <class Value>
class PagedTable {
  public:
    explicit PagedTable(const std::vector<Value>& values) {
        for (std::size_t page = 0; page < pages_.size(); ++page) {
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(page << page_bits);
            std::size_t same = 0;
            while (same < values_.size() &&
                   !std::equal(begin, begin + page_size, values_.begin() + static_cast<std::ptrdiff_t>(same)))
                same += page_size;
            if (same == values_.size()) values_.insert(values_.end(), begin, begin + page_size);
            pages_[page] = static_cast<std::uint32_t>(same);
        }
    }
    Value operator[](char32_t character) const {
        return character < code_points ? values_[pages_[character >> page_bits] + (character & (page_size - 1))]
                                       : Value{};
    }

  private:
    static constexpr int page_bits = 7;
    static constexpr std::uint32_t page_size = 1 << page_bits;
    std::array<std::uint32_t, code_points / page_size> pages_;
    std::vector<Value> values_;
};

PagedTable<CharacterClass> classes_from(std::string_view runs) {
    std::vector<CharacterClass> classes;
    classes.reserve(code_points);
    for (std::size_t at = 0; at < runs.size();) {
        const auto of = static_cast<CharacterClass>(runs[at++] - 'A');
        std::size_t count = 0;
        for (; at < runs.size() && runs[at] <= '9'; ++at) count = 10 * count + static_cast<std::size_t>(runs[at] - '0');
        classes.insert(classes.end(), std::max<std::size_t>(count, 1), of);
    }
    return PagedTable<CharacterClass>(classes);
}

PagedTable<std::int32_t> distances_from(std::span<const unicode_tables::CaseRun> runs) {
    std::vector<std::int32_t> distances(code_points);
    for (const unicode_tables::CaseRun& run : runs)
        for (std::uint32_t k = 0; k < run.count; ++k) distances[run.first + k * run.stride] = run.distance;
    return PagedTable<std::int32_t>(distances);
}

bool between(char32_t character, char32_t first, char32_t last) { return character >= first && character <= last; }

bool extends_grapheme(char32_t c) {
    return class_of(c) == CharacterClass::mark || between(c, 0x200C, 0x200D) || between(c, 0x1F3FB, 0x1F3FF) ||
           between(c, 0xE0020, 0xE007F) || between(c, 0xFF9E, 0xFF9F);
}

// Syllables of Hangul: leading consonants, vowels, trailing consonants, and whole ones without and with the last of
// these.
enum class Jamo : std::uint8_t { none, leading, vowel, trailing, open_syllable, closed_syllable };

Jamo jamo_of(char32_t c) {
    if (between(c, 0x1100, 0x115F) || between(c, 0xA960, 0xA97C)) return Jamo::leading;
    if (between(c, 0x1160, 0x11A7) || between(c, 0xD7B0, 0xD7C6)) return Jamo::vowel;
    if (between(c, 0x11A8, 0x11FF) || between(c, 0xD7CB, 0xD7FB)) return Jamo::trailing;
    if (between(c, 0xAC00, 0xD7A3)) return (c - 0xAC00) % 28 == 0 ? Jamo::open_syllable : Jamo::closed_syllable;
    return Jamo::none;
}

bool within_syllable(Jamo left, Jamo right) {
    switch (left) {
        case Jamo::leading:
            return right == Jamo::leading || right == Jamo::vowel || right >= Jamo::open_syllable;
        case Jamo::vowel:
        case Jamo::open_syllable:
            return right == Jamo::vowel || right == Jamo::trailing;
        case Jamo::trailing:
        case Jamo::closed_syllable:
            return right == Jamo::trailing;
        default:
            return false;
    }
}

}  // namespace

CharacterClass class_of(char32_t character) {
    static const PagedTable<CharacterClass> table = classes_from(unicode_tables::classes);
    return table[character];
}

char32_t lower_case(char32_t character) {
    static const PagedTable<std::int32_t> table = distances_from(unicode_tables::lower_case);
    return static_cast<char32_t>(static_cast<std::int32_t>(character) + table[character]);
}

char32_t upper_case(char32_t character) {
    static const PagedTable<std::int32_t> table = distances_from(unicode_tables::upper_case);
    return static_cast<char32_t>(static_cast<std::int32_t>(character) + table[character]);
}

bool is_regional_indicator(char32_t character) { return between(character, 0x1F1E6, 0x1F1FF); }

bool within_grapheme(char32_t left, char32_t right, int flags_before) {
    if (right < 0x300) return left == '\r' && right == '\n';
    if (is_space(class_of(left)) || class_of(left) == CharacterClass::control) return false;
    if (extends_grapheme(right)) return true;
    if (left == 0x200D) return class_of(right) == CharacterClass::symbol;
    if (is_regional_indicator(right)) return flags_before % 2 == 1;
    return within_syllable(jamo_of(left), jamo_of(right));
}

char32_t decode_character(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[at + k]); };
    const auto tail = [&](std::size_t k) { return static_cast<char32_t>(byte(k) & 0x3F); };
    const unsigned char lead = byte(0);
    char32_t character = lead;
    std::size_t length = 1;
    if (lead >= 0xF0) {
        character = static_cast<char32_t>(lead & 7) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
        length = 4;
    } else if (lead >= 0xE0) {
        character = static_cast<char32_t>(lead & 15) << 12 | tail(1) << 6 | tail(2);
        length = 3;
    } else if (lead >= 0xC0) {
        character = static_cast<char32_t>(lead & 31) << 6 | tail(1);
        length = 2;
    }
    at += length;
    return character;
}

void append_character(char32_t c, std::string& text) {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
        text += static_cast<char>(c);
    } else if (c < 0x800) {
        text += static_cast<char>(0xC0 | (c >> 6));
        text += tail(0);
    } else if (c < 0x10000) {
        text += static_cast<char>(0xE0 | (c >> 12));
        text += tail(6);
        text += tail(0);
    } else {
        text += static_cast<char>(0xF0 | (c >> 18));
        text += tail(12);
        text += tail(6);
        text += tail(0);
    }
}

}  // namespace crossarc
