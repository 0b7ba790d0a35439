// What fuzzers of models share: an input is a list of changes to the bytes of a model.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace crossarc::fuzzing {

// Reads numbers off the front of the input; 0 when it is used up.
class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
    bool empty() const { return left_ == 0; }
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t value = 0;
        for (; bytes > 0 && left_ > 0; --bytes, --left_) value = value << 8 | *data_++;
        return value;
    }

  private:
    const std::uint8_t* data_;
    std::size_t left_;
};

inline void change(std::string& bytes, Input& input) {
    const std::uint64_t kind = input.number(1), raw = input.number(3);
    if (bytes.empty()) return;
    // The beginning, where sizes are, is as likely as all the rest.
    const std::size_t at = raw % (kind & 0x80 ? std::min<std::size_t>(bytes.size(), 64) : bytes.size());
    switch (kind & 7) {
        case 0:
            bytes[at] = static_cast<char>(input.number(1));
            break;
        case 1:
        case 2: {
            const std::size_t width = kind & 1 ? 8 : 4;  // as the file's own numbers, least byte first
            const std::uint64_t value = input.number(width);
            for (std::size_t k = 0; k < width && at / width * width + k < bytes.size(); ++k)
                bytes[at / width * width + k] = static_cast<char>(value >> 8 * k);
            break;
        }
        case 3:
            bytes.resize(at);
            break;
        case 4:
            bytes.erase(at, input.number(1));
            break;
        case 5:
            bytes.insert(at, bytes.substr(at, input.number(1)));
            break;
        case 6:
            bytes.append(input.number(1), static_cast<char>(input.number(1)));
            break;
        default:
            bytes[at] = static_cast<char>(bytes[at] ^ 1 << (input.number(1) & 7));
    }
}

inline void change_often(std::string& bytes, Input& input) {
    for (int changes = 0; changes < 50 && !input.empty(); ++changes) change(bytes, input);
}

inline void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace crossarc::fuzzing
