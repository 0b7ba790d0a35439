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
    void shrink_to_fit();

  private:
    std::size_t slot_of(std::string_view string, std::uint32_t hash) const;
    void grow();

    std::vector<std::string_view> strings_;
    std::vector<std::uint32_t> hashes_;
    std::vector<std::int32_t> slots_;  // open addressing, a power of two, -1 where free
};

}  // namespace crossarc
