#include "core/text/json.hpp"

#include <array>
#include <cstddef>

namespace crossarc {
namespace {

constexpr std::size_t short_escape = 2, long_escape = 6;

// By byte, how many bytes it becomes.
constexpr std::array<unsigned char, 256> make_sizes() {
    std::array<unsigned char, 256> sizes{};
    for (std::size_t byte = 0; byte < sizes.size(); ++byte) sizes[byte] = byte < 0x20 ? long_escape : 1;
    for (const char byte : {'"', '\\', '\b', '\f', '\n', '\r', '\t'})
        sizes[static_cast<unsigned char>(byte)] = short_escape;
    return sizes;
}
constexpr std::array<unsigned char, 256> sizes = make_sizes();

char letter_of(char byte) {
    switch (byte) {
        case '\b': return 'b';
        case '\f': return 'f';
        case '\n': return 'n';
        case '\r': return 'r';
        case '\t': return 't';
        default: return byte;
    }
}

}  // namespace

void append_json(std::string_view text, std::string& output) {
    std::size_t size = 0;
    for (const char byte : text) size += sizes[static_cast<unsigned char>(byte)];
    const std::size_t before = output.size();
    output.resize(before + size);
    char* out = output.data() + before;
    for (const char byte : text) {
        const std::size_t own = sizes[static_cast<unsigned char>(byte)];
        if (own == 1) {
            *out++ = byte;
            continue;
        }
        *out++ = '\\';
        if (own == short_escape) {
            *out++ = letter_of(byte);
            continue;
        }
        for (const char digit : {'u', '0', '0', byte & 0x10 ? '1' : '0', "0123456789abcdef"[byte & 0xF]}) *out++ = digit;
    }
}

}  // namespace crossarc
