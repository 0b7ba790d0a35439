// How often words, and parts of words, occurred in training.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/stored_bytes.hpp"
#include "core/tokenizer/features.hpp"

namespace crossarc::tokenizer {

// What is counted, apart from each other.
enum class Entry : std::uint64_t {
    token,        // in lower case
    lower_token,  // those that begin with a small letter
    opening,      // the first pieces of a word with spaces, with the last of them before a space
    split,        // the four characters around a place where a token ends within letters
    expansion,    // a form that stands for several words
    plain,        // a form that stands for itself
};

class Lexicon {
  public:
    static constexpr std::uint32_t most = 255;  // that is counted

    Lexicon() : slots_(1) {}
    explicit Lexicon(BytesReader& reader) : slots_(reader.values<std::uint32_t>()) {  // throws std::invalid_argument
        if (!std::has_single_bit(slots_.size())) throw std::invalid_argument("a lexicon has no power of two of places");
        used_ = slots_.size() - static_cast<std::size_t>(std::count(slots_.begin(), slots_.end(), 0u));
        if (used_ == slots_.size()) throw std::invalid_argument("a lexicon is full");
    }
    void write(BytesWriter& writer) const { writer.values(slots_); }

    std::uint32_t count(Entry entry, std::uint64_t value) const {
        const std::uint64_t key = joined(static_cast<std::uint64_t>(entry), value);
        return slots_[slot_of(key)] & most;
    }
    void add(Entry entry, std::uint64_t value) {
        while ((used_ + 1) * 2 > slots_.size()) grow();
        const std::uint64_t key = joined(static_cast<std::uint64_t>(entry), value);
        std::uint32_t& slot = slots_[slot_of(key)];
        if (slot == 0) {
            slot = tag_of(key);
            ++used_;
            keys_.push_back(key);
        }
        if ((slot & most) < most) ++slot;
    }

  private:
    // 24 bits of the key and, in the last 8, the count.
    static std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key) << 8; }
    std::size_t slot_of(std::uint64_t key) const {
        const std::uint32_t tag = tag_of(key);
        std::size_t at = static_cast<std::size_t>(key >> 32) & (slots_.size() - 1);
        while (slots_[at] != 0 && (slots_[at] & ~most) != tag) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    void grow() {
        std::vector<std::uint32_t> counts;
        for (const std::uint64_t key : keys_) counts.push_back(slots_[slot_of(key)]);
        slots_.assign(slots_.size() * 2, 0);
        for (std::size_t k = 0; k < keys_.size(); ++k) slots_[slot_of(keys_[k])] = counts[k];
    }

    std::vector<std::uint32_t> slots_;  // a power of two of them, at least one of them free
    std::size_t used_ = 0;
    std::vector<std::uint64_t> keys_;  // while it is filled
};

// Counts in steps: not known, once, a few times, often.
inline std::uint64_t count_step(std::uint32_t count) { return count == 0 ? 0 : count == 1 ? 1 : count < 10 ? 2 : 3; }

}  // namespace crossarc::tokenizer
