#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/conllu/document.hpp"
#include "core/conllu/rewrite.hpp"

namespace crossarc {

// What goes into a column: for each word a string, by its number, or -1 where the document's own stays.
struct ColumnFill {
    Column column;
    std::span<const std::int32_t> codes;
    std::span<const std::string_view> strings;
};

// The document's text with other columns; everything else stays as it is, byte for byte. Columns are given once each,
// in their order.
std::string fill_columns(const Document& document, std::span<const ColumnFill> fills, Broken broken = Broken::left_out);

}  // namespace crossarc
