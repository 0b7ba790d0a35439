#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace crossarc {

// Gives each distinct string a number from 0 in order of first appearance. Keeps views, not copies: the text
// that the strings were cut from must outlive the table.
class StringTable {
  public:
    std::int32_t intern(std::string_view string);

    // The number of a string that is in the table, or -1.
    std::int32_t find(std::string_view string) const;

    std::string_view operator[](std::int32_t code) const { return strings_[static_cast<std::size_t>(code)]; }
    std::size_t size() const { return strings_.size(); }
    const std::vector<std::string_view>& strings() const { return strings_; }

  private:
    std::size_t slot_of(std::string_view string, std::uint32_t hash) const;
    void grow();

    struct Slot {
        std::uint32_t hash;
        std::int32_t code;  // -1 where free
    };

    std::vector<std::string_view> strings_;
    std::vector<Slot> slots_;  // open addressing; their number is a power of two
};

}  // namespace crossarc
