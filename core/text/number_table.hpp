#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crossarc {

// Gives each distinct number one from 0 in order of first appearance, as StringTable does with strings.
class NumberTable {
  public:
    std::int32_t intern(std::uint64_t number) {
        if (numbers_.size() * 2 >= slots_.size()) grow();
        std::int32_t& slot = slots_[slot_of(number)];
        if (slot < 0) {
            slot = static_cast<std::int32_t>(numbers_.size());
            numbers_.push_back(number);
        }
        return slot;
    }

    std::uint64_t operator[](std::int32_t code) const { return numbers_[static_cast<std::size_t>(code)]; }
    std::size_t size() const { return numbers_.size(); }

  private:
    std::size_t slot_of(std::uint64_t number) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(number * 0x9E3779B97F4A7C15u >> 32) & mask;
        while (slots_[at] >= 0 && numbers_[static_cast<std::size_t>(slots_[at])] != number) at = (at + 1) & mask;
        return at;
    }
    void grow() {
        slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, -1);
        for (std::size_t code = 0; code < numbers_.size(); ++code)
            slots_[slot_of(numbers_[code])] = static_cast<std::int32_t>(code);
    }

    std::vector<std::uint64_t> numbers_;
    std::vector<std::int32_t> slots_;  // open addressing, -1 where free; their number is a power of two
};

}  // namespace crossarc
