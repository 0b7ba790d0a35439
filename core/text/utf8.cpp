#include "core/text/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace crossarc {
namespace {

bool in_range(unsigned char byte, unsigned low, unsigned high) { return byte >= low && byte <= high; }

// The length of the well-formed character that starts at p, or 0.
std::size_t character_length(const unsigned char* p, std::size_t available) {
    const unsigned char lead = p[0];
    if (lead < 0x80) return 1;
    if (in_range(lead, 0xC2, 0xDF)) return available >= 2 && in_range(p[1], 0x80, 0xBF) ? 2 : 0;
    if (in_range(lead, 0xE0, 0xEF)) {
        const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = lead == 0xED ? 0x9F : 0xBF;
        return available >= 3 && in_range(p[1], low, high) && in_range(p[2], 0x80, 0xBF) ? 3 : 0;
    }
    if (in_range(lead, 0xF0, 0xF4)) {
        const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
        const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
        return available >= 4 && in_range(p[1], low, high) && in_range(p[2], 0x80, 0xBF) &&
                       in_range(p[3], 0x80, 0xBF)
                   ? 4
                   : 0;
    }
    return 0;
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view text) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    const std::size_t size = text.size();
    std::size_t at = 0;
    while (at < size) {
        // Most of a treebank is ASCII, even in Greek: skip it eight bytes at a time.
        if (at + 8 <= size) {
            std::uint64_t word;
            std::memcpy(&word, bytes + at, 8);
            if ((word & 0x8080808080808080u) == 0) {
                at += 8;
                continue;
            }
        }
        const std::size_t length = character_length(bytes + at, size - at);
        if (length == 0) return at;
        at += length;
    }
    return size;
}

}  // namespace crossarc
