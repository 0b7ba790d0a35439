// White space in MISC: SpacesBefore= and SpacesAfter=.
#pragma once

#include <string>
#include <string_view>

namespace crossarc::tokenizer {

// The escapes of UDPipe, which CoNLL-U needs for what would end a field, an attribute or a line.
inline void append_escaped(std::string_view text, std::string& escaped) {
    for (const char c : text) switch (c) {
            case ' ':
                escaped += "\\s";
                break;
            case '\t':
                escaped += "\\t";
                break;
            case '\r':
                escaped += "\\r";
                break;
            case '\n':
                escaped += "\\n";
                break;
            case '|':
                escaped += "\\p";
                break;
            case '\\':
                escaped += "\\\\";
                break;
            default:
                escaped += c;
        }
}

inline std::string unescaped(std::string_view escaped) {
    std::string text;
    for (std::size_t at = 0; at < escaped.size(); ++at) {
        if (escaped[at] != '\\' || at + 1 == escaped.size()) {
            text += escaped[at];
            continue;
        }
        switch (escaped[++at]) {
            case 's':
                text += ' ';
                break;
            case 't':
                text += '\t';
                break;
            case 'r':
                text += '\r';
                break;
            case 'n':
                text += '\n';
                break;
            case 'p':
                text += '|';
                break;
            case '\\':
                text += '\\';
                break;
            default:
                text += '\\', text += escaped[at];
        }
    }
    return text;
}

}  // namespace crossarc::tokenizer
