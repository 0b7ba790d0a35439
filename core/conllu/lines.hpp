#pragma once

#include <cstring>
#include <string_view>

namespace crossarc {

// A line of text: its content without the line end ("\n" or "\r\n"), and its size with it.
struct Line {
    std::string_view content;
    std::size_t size;
};

// The first line of a text that is not empty.
inline Line first_line(std::string_view text) {
    const void* newline = std::memchr(text.data(), '\n', text.size());
    if (newline == nullptr) {
        const std::size_t length = text.size();
        return {text.substr(0, text.back() == '\r' ? length - 1 : length), length};
    }
    const auto length = static_cast<std::size_t>(static_cast<const char*>(newline) - text.data());
    return {text.substr(0, length > 0 && text[length - 1] == '\r' ? length - 1 : length), length + 1};
}

// Sentences are separated by lines that are empty or hold nothing but spaces, which editors leave behind.
inline bool is_blank(std::string_view line) { return line.find_first_not_of(' ') == std::string_view::npos; }

inline bool is_comment(std::string_view line) { return !line.empty() && line.front() == '#'; }

}  // namespace crossarc
