#include "core/linear/frozen_weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace crossarc {
namespace {

static_assert(std::endian::native == std::endian::little, "model files are little-endian");

constexpr std::size_t alignment = 8;
constexpr float largest_weight = 32767.0f;

std::size_t padded(std::size_t size) { return (size + alignment - 1) / alignment * alignment; }

[[noreturn]] void refuse(const char* why) { throw std::invalid_argument(why); }

}  // namespace

FrozenWeights::FrozenWeights(const AveragedWeights& trained, std::int64_t step, float least)
    : classes_(trained.classes()), storage_(std::make_shared<Storage>()) {
    float largest = 0.0f;
    std::size_t kept = 0;
    trained.for_each_average(step, [&](FeatureKey, std::span<const float> averages) {
        bool any = false;
        for (const float average : averages) {
            largest = std::max(largest, std::abs(average));
            any |= std::abs(average) >= least;
        }
        kept += any;
    });
    const float scale = largest > 0.0f ? largest_weight / largest : 0.0f;
    storage_->slots.assign(std::bit_ceil(kept + kept / 2 + 1), {0, nothing});
    const std::size_t mask = storage_->slots.size() - 1;
    trained.for_each_average(step, [&](FeatureKey key, std::span<const float> averages) {
        const std::size_t first = storage_->entries.size();
        for (std::size_t k = 0; k < averages.size(); ++k) {
            const auto weight = static_cast<std::int16_t>(std::lround(averages[k] * scale));
            if (weight != 0 && std::abs(averages[k]) >= least)
                storage_->entries.push_back({static_cast<std::uint16_t>(k), weight});
        }
        if (storage_->entries.size() == first) return;
        storage_->entries.back().of_class |= last;
        std::size_t at = place(key) & mask;
        while (storage_->slots[at].first != nothing) at = (at + 1) & mask;
        storage_->slots[at] = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(first)};
    });
    slots_ = storage_->slots;
    entries_ = storage_->entries;
}

FrozenWeights::FrozenWeights(std::string_view& bytes) {
    Header header;
    if (bytes.size() < sizeof header) refuse("a table of weights is cut off");
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes.remove_prefix(sizeof header);
    if (header.classes == 0 || header.classes >= last || header.slots > UINT32_MAX || header.entries > UINT32_MAX)
        refuse("a table of weights has an impossible size");
    const std::size_t slots = header.slots * sizeof(Slot), entries = padded(header.entries * sizeof(Entry));
    if (bytes.size() < slots || bytes.size() - slots < entries) refuse("a table of weights is cut off");
    classes_ = static_cast<int>(header.classes);
    slots_ = {reinterpret_cast<const Slot*>(bytes.data()), header.slots};
    entries_ = {reinterpret_cast<const Entry*>(bytes.data() + slots), header.entries};
    bytes.remove_prefix(slots + entries);
    check();
}

void FrozenWeights::check() const {
    if (!std::has_single_bit(slots_.size())) refuse("a table of weights has an impossible size");
    bool has_free_slot = false;
    for (const Slot& slot : slots_) {
        has_free_slot |= slot.first == nothing;
        if (slot.first != nothing && slot.first >= entries_.size()) refuse("a feature's weights are not in the table");
    }
    if (!has_free_slot) refuse("a table of weights is too full");
    for (const Entry& entry : entries_)
        if ((entry.of_class & ~last) >= classes_) refuse("a weight belongs to no class");
    if (!entries_.empty() && !(entries_.back().of_class & last)) refuse("a feature's weights do not end");
}

void FrozenWeights::write(std::string& bytes) const {
    const Header header{static_cast<std::uint64_t>(classes_), slots_.size(), entries_.size()};
    bytes.append(reinterpret_cast<const char*>(&header), sizeof header);
    bytes.append(reinterpret_cast<const char*>(slots_.data()), slots_.size_bytes());
    bytes.append(reinterpret_cast<const char*>(entries_.data()), entries_.size_bytes());
    bytes.resize(padded(bytes.size()));
}

// Asks for all slots, then for all weights, before it uses the first, so that the memory's answers overlap.
void FrozenWeights::score(std::span<const FeatureKey> keys, std::int32_t* scores) const {
    constexpr std::size_t at_once = 64;
    std::fill(scores, scores + classes_, 0);
    const std::size_t mask = slots_.size() - 1;
    while (!keys.empty()) {
        const auto some = keys.first(std::min(at_once, keys.size()));
        keys = keys.subspan(some.size());
#if defined(__GNUC__)
        for (const FeatureKey key : some) __builtin_prefetch(&slots_[place(key) & mask]);
#endif
        const Entry* found[at_once];
        std::size_t count = 0;
        for (const FeatureKey key : some) {
            if (key == no_feature) continue;
            const auto key_part = static_cast<std::uint32_t>(key);
            std::size_t at = place(key) & mask;
            while (slots_[at].first != nothing && slots_[at].key_part != key_part) at = (at + 1) & mask;
            if (slots_[at].first == nothing) continue;
            found[count] = &entries_[slots_[at].first];
#if defined(__GNUC__)
            __builtin_prefetch(found[count]);
#endif
            ++count;
        }
        for (std::size_t k = 0; k < count; ++k) {
            const Entry* entry = found[k];
            while (!(entry->of_class & last)) {
                scores[entry->of_class] += entry->weight;
                ++entry;
            }
            scores[entry->of_class & static_cast<std::uint16_t>(~last)] += entry->weight;
        }
    }
}

}  // namespace crossarc
