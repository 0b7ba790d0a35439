#pragma once

#include <cstddef>
#include <string_view>

namespace crossarc {

// The length of the longest prefix that is well-formed UTF-8 (Unicode 15, Table 3-7: no surrogates, no
// overlong forms, nothing above U+10FFFF). Equal to text.size() if all of it is.
std::size_t valid_utf8_prefix(std::string_view text);

}  // namespace crossarc
