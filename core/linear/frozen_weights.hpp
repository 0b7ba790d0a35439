// Trained weights as they are stored and used: whole numbers, and only those that are not 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/linear/averaged_weights.hpp"

namespace crossarc {

// An open-addressing table of features over a list of (class, weight): the weights of a feature are next to each other, the
// last one marked. Of a feature's key the table keeps 32 bits, and 32 others tell where to look. Both arrays are used
// where they lie, so that a model file is ready when it is mapped into memory.
class FrozenWeights {
  public:
    // Averages of at least `least`, scaled to 16 bits: only their order matters.
    FrozenWeights(const AveragedWeights& trained, std::int64_t step, float least);

    // Takes a table off the front of `bytes`, which must be aligned to 8 and outlive this object. Checks all that scoring
    // relies on; throws std::invalid_argument.
    explicit FrozenWeights(std::string_view& bytes);

    void write(std::string& bytes) const;

    int classes() const { return classes_; }
    std::size_t size() const { return entries_.size(); }

    // Adds up the weights of the features; `scores` has a place for each class.
    void score(std::span<const FeatureKey> keys, std::int32_t* scores) const;

  private:
    static constexpr std::uint32_t nothing = UINT32_MAX;
    static constexpr std::uint16_t last = 0x8000;  // in Entry::of_class

    struct Slot {
        std::uint32_t key_part;
        std::uint32_t first;  // entry; `nothing` if the slot is free
    };
    struct Entry {
        std::uint16_t of_class;
        std::int16_t weight;
    };
    struct Header {
        std::uint64_t classes, slots, entries;
    };
    struct Storage {
        std::vector<Slot> slots;
        std::vector<Entry> entries;
    };

    static std::size_t place(FeatureKey key) { return static_cast<std::size_t>(key >> 32); }
    void check() const;

    int classes_ = 0;
    std::span<const Slot> slots_;      // a power of two of them, at least one free
    std::span<const Entry> entries_;
    std::shared_ptr<Storage> storage_;  // of weights that were trained here
};

}  // namespace crossarc
