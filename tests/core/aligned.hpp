// Bytes as they lie in a mapped file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/linear/frozen_weights.hpp"

namespace crossarc {

class Aligned {
  public:
    explicit Aligned(const std::string& bytes) : lines_(bytes.size() / sizeof(Line) + 1), size_(bytes.size()) {
        bytes.copy(lines_.data()->bytes, bytes.size());
    }
    std::string_view view() const { return {lines_.data()->bytes, size_}; }

  private:
    struct alignas(FrozenWeights::alignment) Line {
        char bytes[FrozenWeights::alignment];
    };

    std::vector<Line> lines_;
    std::size_t size_;
};

}  // namespace crossarc
