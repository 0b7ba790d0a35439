// Numbers, arrays and strings as the stages of a model's file have them: little-endian, sizes before what they count.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/text/utf8.hpp"

namespace crossarc {

static_assert(std::endian::native == std::endian::little, "model files are little-endian");

// Whether a string can be a column of CoNLL-U: UTF-8 without what ends columns and lines.
inline bool fits_column(std::string_view string) {
    return string.find_first_of("\t\n\r") == std::string_view::npos && valid_utf8_prefix(string) == string.size();
}

class BytesWriter {
  public:
    explicit BytesWriter(std::string& bytes) : bytes_(bytes) {}

    template <class Value>
        requires std::is_trivially_copyable_v<Value>
    void value(const Value& value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    template <class Value>
    void values(const std::vector<Value>& values) {
        value(static_cast<std::uint64_t>(values.size()));
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
    }
    void string(std::string_view string) {
        value(static_cast<std::uint32_t>(string.size()));
        bytes_.append(string);
    }
    void long_string(std::string_view string) {  // as tokenizers have theirs
        value(static_cast<std::uint64_t>(string.size()));
        bytes_.append(string);
    }

  private:
    std::string& bytes_;
};

// Takes what was written off the front of bytes that may be anybody's: sizes are believed only if there are so many
// bytes. Throws std::invalid_argument.
class BytesReader {
  public:
    explicit BytesReader(std::string_view& bytes) : bytes_(bytes) {}

    template <class Value>
        requires std::is_trivially_copyable_v<Value>
    Value value() {
        Value value;
        std::memcpy(&value, taken(sizeof value).data(), sizeof value);
        return value;
    }
    template <class Value>
    std::vector<Value> values() {
        const auto count = value<std::uint64_t>();
        if (count > bytes_.size() / sizeof(Value)) throw std::invalid_argument("the model is cut off");
        std::vector<Value> values(count);
        if (count > 0) std::memcpy(values.data(), taken(count * sizeof(Value)).data(), count * sizeof(Value));
        return values;
    }
    std::string string() {
        const auto size = value<std::uint32_t>();
        return std::string(taken(size));
    }
    std::string long_string() {
        const auto size = value<std::uint64_t>();
        return std::string(taken(size));
    }
    // How many of something follow, each of at least so many bytes.
    std::size_t count(std::size_t least_size) {
        const auto count = value<std::uint64_t>();
        if (count > bytes_.size() / least_size) throw std::invalid_argument("the model is cut off");
        return static_cast<std::size_t>(count);
    }

  private:
    std::string_view taken(std::uint64_t size) {
        if (bytes_.size() < size) throw std::invalid_argument("the model is cut off");
        const std::string_view front = bytes_.substr(0, static_cast<std::size_t>(size));
        bytes_.remove_prefix(front.size());
        return front;
    }

    std::string_view& bytes_;
};

}  // namespace crossarc
