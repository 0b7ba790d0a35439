// Numbers and arrays to and from the bytes of a model. Nothing is believed before it is checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace crossarc::tokenizer {

template <class Value>
void write_value(Value value, std::string& bytes) {
    static_assert(std::is_arithmetic_v<Value>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Value>
void write_values(const std::vector<Value>& values, std::string& bytes) {
    static_assert(std::is_trivially_copyable_v<Value>);
    write_value<std::uint64_t>(values.size(), bytes);
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
}

inline void write_text(std::string_view text, std::string& bytes) {
    write_value<std::uint64_t>(text.size(), bytes);
    bytes += text;
}

// Takes what was written off the front of `bytes`; throws std::invalid_argument.
inline std::string_view take(std::string_view& bytes, std::uint64_t size) {
    if (size > bytes.size()) throw std::invalid_argument("the tokenizer is cut off");
    const std::string_view taken = bytes.substr(0, static_cast<std::size_t>(size));
    bytes.remove_prefix(taken.size());
    return taken;
}

template <class Value>
Value read_value(std::string_view& bytes) {
    Value value;
    std::memcpy(&value, take(bytes, sizeof value).data(), sizeof value);
    return value;
}

template <class Value>
std::vector<Value> read_values(std::string_view& bytes) {
    const auto count = read_value<std::uint64_t>(bytes);
    if (count > bytes.size() / sizeof(Value)) throw std::invalid_argument("the tokenizer is cut off");
    std::vector<Value> values(static_cast<std::size_t>(count));
    const std::string_view taken = take(bytes, count * sizeof(Value));
    if (!taken.empty()) std::memcpy(values.data(), taken.data(), taken.size());
    return values;
}

inline std::string_view read_text(std::string_view& bytes) { return take(bytes, read_value<std::uint64_t>(bytes)); }

}  // namespace crossarc::tokenizer
