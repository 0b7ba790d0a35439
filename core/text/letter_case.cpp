#include "core/text/letter_case.hpp"

#include "core/text/unicode.hpp"

namespace crossarc {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

Character first_character(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (size == 1 || text.size() < size) return {lead, 1};
    char32_t code = lead & (0x7Fu >> size);
    for (std::size_t k = 1; k < size; ++k) {
        if (!continues(text[k])) return {lead, 1};
        code = code << 6 | (static_cast<unsigned char>(text[k]) & 0x3Fu);
    }
    return {code, size};
}

std::size_t last_characters(std::string_view text, std::size_t count) {
    std::size_t begin = text.size();
    for (; count > 0 && begin > 0; --count) do {
            --begin;
        } while (begin > 0 && continues(text[begin]));
    return begin;
}

std::size_t first_characters(std::string_view text, std::size_t count) {
    std::size_t end = 0;
    for (; count > 0 && end < text.size(); --count) do {
            ++end;
        } while (end < text.size() && continues(text[end]));
    return end;
}

std::string lower_case(std::string_view text) {
    std::string lower;
    lower.reserve(text.size());
    while (!text.empty()) {
        const auto [code, size] = first_character(text);
        if (const char32_t letter = lower_case(code); letter != code && !(size == 1 && code >= 0x80)) {
            append_character(letter, lower);
        } else {
            lower.append(text.substr(0, size));
        }
        text.remove_prefix(size);
    }
    return lower;
}

}  // namespace crossarc
