// Numbers for the features that training has met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/features/templates.hpp"
#include "core/huge_pages.hpp"
#include "core/prefetch.hpp"

namespace crossarc {

// Rows 0, 1, … by key, in open addressing, with how often each was updated: a feature is found when that is often enough.
class FeatureIndex {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    explicit FeatureIndex(std::uint32_t least_updates) : least_updates_(least_updates) {}

    std::size_t size() const { return keys_.size(); }
    FeatureKey key(std::uint32_t row) const { return keys_[row]; }

    void prefetch(FeatureKey key) const {
        if (!slots_.empty()) crossarc::prefetch(&slots_[place(key)]);
    }
    std::uint32_t find(FeatureKey key) const {
        if (slots_.empty()) return none;
        const Slot& slot = slots_[slot_of(key)];
        return slot.updates >= least_updates_ ? slot.row : none;
    }
    bool counts(std::uint32_t row) const { return find(keys_[row]) != none; }
    // The row of a feature that is being updated.
    std::uint32_t update(FeatureKey key) {
        if (keys_.size() * 2 >= slots_.size()) grow();
        Slot& slot = slots_[slot_of(key)];
        if (slot.row == none) {
            slot = {key, static_cast<std::uint32_t>(keys_.size()), 0};
            keys_.push_back(key);
        }
        ++slot.updates;
        return slot.row;
    }

  private:
    struct Slot {
        FeatureKey key;
        std::uint32_t row;  // none if the slot is free
        std::uint32_t updates;
    };

    std::size_t place(FeatureKey key) const { return static_cast<std::size_t>(key >> 20) & (slots_.size() - 1); }
    std::size_t slot_of(FeatureKey key) const {  // its own, or the free one where it would be
        std::size_t at = place(key);
        while (slots_[at].row != none && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    void grow() {
        HugeVector<Slot> before(slots_.empty() ? 1024 : slots_.size() * 2, {0, none, 0});
        std::swap(before, slots_);
        for (const Slot& slot : before)
            if (slot.row != none) slots_[slot_of(slot.key)] = slot;
    }

    std::uint32_t least_updates_;
    HugeVector<Slot> slots_;  // a power of two of them, less than half of them taken
    std::vector<FeatureKey> keys_;
};

}  // namespace crossarc
