#pragma once

#include <string>
#include <string_view>

namespace crossarc {

// Appends a text as it is between the quotes of JSON. What is not ASCII stays.
void append_json(std::string_view text, std::string& output);

}  // namespace crossarc
