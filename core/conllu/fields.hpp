#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace crossarc {

// The columns of a line that reading looks at, and how many there are.
struct TokenFields {
    std::string_view id, upos, head;
    int count = 0;
};

TokenFields split_token(std::string_view line);

struct TokenId {
    enum class Kind : std::uint8_t { word, range, empty_node, invalid };  // 8, 8-9, 8.1
    Kind kind = Kind::invalid;
    std::int32_t first = 0;
    std::int32_t last = 0;
};

TokenId parse_token_id(std::string_view text);

// A head as written: a number, Document::no_head for "_", nothing for anything else.
std::optional<std::int32_t> parse_head(std::string_view text);

// One of the tags of Universal Dependencies, version 1 (CONJ) or 2, or "_".
bool is_universal_tag(std::string_view tag);

}  // namespace crossarc
