#include "core/text/string_table.hpp"

#include <cstring>
#include <utility>

namespace crossarc {
namespace {

// Eight bytes at a time with a multiply-and-fold step: columns are short strings, so what matters is that
// there is no loop for most of them.
std::uint32_t hash_of(std::string_view string) {
    constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15u;
    std::uint64_t hash = string.size() * multiplier;
    const char* p = string.data();
    std::size_t left = string.size();
    const auto mix = [&hash](std::uint64_t word) {
        hash = (hash ^ word) * multiplier;
        hash ^= hash >> 32;
    };
    for (; left >= 8; left -= 8, p += 8) {
        std::uint64_t word;
        std::memcpy(&word, p, 8);
        mix(word);
    }
    if (left > 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, left);
        mix(word);
    }
    return static_cast<std::uint32_t>(hash ^ (hash >> 29));
}

}  // namespace

std::size_t StringTable::slot_of(std::string_view string, std::uint32_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at].code >= 0; at = (at + 1) & mask)
        if (slots_[at].hash == hash && strings_[static_cast<std::size_t>(slots_[at].code)] == string) break;
    return at;
}

std::int32_t StringTable::intern(std::string_view string) {
    if (strings_.size() * 2 >= slots_.size()) grow();
    const std::uint32_t hash = hash_of(string);
    Slot& slot = slots_[slot_of(string, hash)];
    if (slot.code < 0) {
        slot = {hash, static_cast<std::int32_t>(strings_.size())};
        strings_.push_back(string);
    }
    return slot.code;
}

std::int32_t StringTable::find(std::string_view string) const {
    return slots_.empty() ? -1 : slots_[slot_of(string, hash_of(string))].code;
}

void StringTable::grow() {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.empty() ? 64 : old.size() * 2, {0, -1});
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.code < 0) continue;
        std::size_t at = slot.hash & mask;
        while (slots_[at].code >= 0) at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

}  // namespace crossarc
