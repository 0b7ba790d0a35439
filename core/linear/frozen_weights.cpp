#include "core/linear/frozen_weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "core/interruption.hpp"
#include "core/prefetch.hpp"

namespace crossarc {
namespace {

static_assert(std::endian::native == std::endian::little, "model files are little-endian");

constexpr float largest_weight = 32767.0f;
constexpr std::size_t ahead = 16;  // how many features are asked for before they are used
constexpr std::size_t padding = 8;

// In the bytes of a bucket a feature has a list and weights behind the four tags. They are read with the two bytes before
// them, which makes whole vectors of 16-bit words: something, the list's low and high half, the weights.
constexpr std::size_t tags_size = 8, list_at = 2, weights_at = 6;
constexpr std::size_t most_words = 16;

struct Absent {
    alignas(16) std::array<std::int16_t, most_words> words{0, -1, -1};
};
constexpr Absent absent;

template <class Value>
Value read(const std::uint8_t* at) {
    Value value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class Value>
void store(std::uint8_t* at, Value value) {
    std::memcpy(at, &value, sizeof value);
}

std::size_t feature_at(std::size_t slot, std::size_t words) { return tags_size + slot * (words - 1) * 2 - 2; }

std::int16_t scaled(float weight, float scale) { return static_cast<std::int16_t>(std::lround(weight * scale)); }

template <class Weights>
float scale_for(const Weights& weights) {
    float largest = 0.0f;
    for (const float weight : weights) largest = std::max(largest, std::abs(weight));
    return largest > 0.0f ? largest_weight / largest : 1.0f;
}

[[noreturn]] void refuse(const char* why) { throw std::invalid_argument(why); }

}  // namespace

FrozenWeights::FrozenWeights(const WeightTable& table) : shape_(table.shape) {
    if (shape_.transitions > most_transitions || shape_.kinds > most_kinds || shape_.labels > UINT16_MAX)
        refuse("there are too many transitions or labels");
    const auto is_not_0 = [](float weight) { return weight != 0.0f; };
    std::vector<float> label_weights;
    for (const auto& entry : table.label_weights) label_weights.push_back(entry.weight);
    weights_ = label_weights.size() + static_cast<std::size_t>(std::count_if(
                                          table.transition_weights.begin(), table.transition_weights.end(), is_not_0));
    transition_scale_ = scale_for(table.transition_weights);
    label_scale_ = scale_for(label_weights);

    constexpr double load = 0.72;  // of the buckets
    buckets_ = static_cast<std::uint64_t>(static_cast<double>(table.keys.size()) / (load * bucket_features)) + 1;
    const auto storage = std::make_shared<Storage>();
    storage->buckets.resize(buckets_ * bucket_size());
    std::uint8_t* const bytes = storage->buckets.data();
    HugeVector<std::uint16_t>& lists = storage->lists;
    auto entry = table.label_weights.begin();
    for (std::size_t row = 0; row < table.keys.size(); ++row) {
        poll(100);
        std::uint64_t bucket = bucket_of(table.keys[row]);
        const auto tag_at = [&](std::size_t slot) { return bytes + bucket * bucket_size() + 2 * slot; };
        while (read<std::uint16_t>(tag_at(bucket_features - 1)) != 0) bucket = bucket + 1 == buckets_ ? 0 : bucket + 1;
        std::size_t slot = 0;
        while (read<std::uint16_t>(tag_at(slot)) != 0) ++slot;
        store(tag_at(slot), tag_of(table.keys[row]));
        std::uint8_t* const feature = bytes + bucket * bucket_size() + feature_at(slot, words());
        for (std::size_t k = 0; k < static_cast<std::size_t>(shape_.transitions); ++k)
            store(feature + weights_at + 2 * k,
                  scaled(table.transition_weights[row * static_cast<std::size_t>(shape_.transitions) + k],
                         transition_scale_));

        std::uint32_t list = no_list;
        std::size_t header = 0;
        while (entry != table.label_weights.end() && entry->row == row) {
            const auto end = std::find_if(entry, table.label_weights.end(), [&](const auto& other) {
                return other.row != entry->row || other.kind != entry->kind;
            });
            if (list == no_list) list = static_cast<std::uint32_t>(lists.size());
            header = append(std::span(entry, end), lists);
            entry = end;
        }
        if (list != no_list) lists[header] |= last_kind;
        store(feature + list_at, list);
    }
    keep(storage);
}

// Returns where the last header is: there is more than one if there are more pairs than a header can count.
std::size_t FrozenWeights::append(std::span<const WeightTable::LabelWeight> of_kind, HugeVector<std::uint16_t>& lists) const {
    const auto kind = static_cast<std::uint16_t>(of_kind[0].kind << kind_shift);
    const auto weight_of = [&](const auto& entry) { return static_cast<std::uint16_t>(scaled(entry.weight, label_scale_)); };
    std::size_t header = lists.size();
    if (of_kind.size() * least_share >= static_cast<std::size_t>(shape_.labels)) {
        lists.push_back(kind | all_labels);
        lists.resize(lists.size() + static_cast<std::size_t>(shape_.labels));
        for (const auto& entry : of_kind) lists[header + 1 + entry.label] = weight_of(entry);
        return header;
    }
    for (std::size_t k = 0; k < of_kind.size(); ++k) {
        if (k % most_pairs == 0) {
            header = lists.size();
            lists.push_back(kind);
        }
        ++lists[header];
        lists.push_back(of_kind[k].label);
        lists.push_back(weight_of(of_kind[k]));
    }
    return header;
}

FrozenWeights::FrozenWeights(std::string_view& bytes) {
    Header header;
    if (bytes.size() < sizeof header) refuse("the weights are cut off");
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes.remove_prefix(sizeof header);
    if (header.transitions == 0 || header.transitions > most_transitions || header.kinds > most_kinds ||
        header.labels == 0 || header.labels > UINT16_MAX || header.buckets == 0 || header.buckets > UINT32_MAX ||
        header.list_words > UINT32_MAX || header.has_full_lists > 1)
        refuse("the weights have an impossible size");
    for (const float scale : {header.transition_scale, header.label_scale})
        if (!(scale > 0.0f) || !std::isfinite(scale)) refuse("the weights are not finite");
    shape_ = {static_cast<int>(header.transitions), static_cast<int>(header.kinds), static_cast<int>(header.labels)};
    weights_ = header.weights;
    transition_scale_ = header.transition_scale;
    label_scale_ = header.label_scale;
    has_full_lists_ = header.has_full_lists == 1;
    buckets_ = header.buckets;
    const std::size_t table_size = buckets_ * bucket_size();
    const std::size_t lists_size = (header.list_words * 2 + padding - 1) / padding * padding;
    if (bytes.size() < table_size || bytes.size() - table_size < lists_size) refuse("the weights are cut off");
    const auto storage = std::make_shared<Storage>();
    storage->buckets.resize(table_size);
    storage->lists.resize(header.list_words);
    std::memcpy(storage->buckets.data(), bytes.data(), table_size);
    if (header.list_words > 0) std::memcpy(storage->lists.data(), bytes.data() + table_size, header.list_words * 2);
    bytes.remove_prefix(table_size + lists_size);
    keep(storage);
    check_buckets();
}

void FrozenWeights::keep(std::shared_ptr<const Storage> storage) {
    bytes_ = storage->buckets.data();
    lists_ = storage->lists;
    storage_ = std::move(storage);
}

// Looking up ends at a bucket that is not full, and each feature's list begins where a list does.
void FrozenWeights::check_buckets() const {
    const std::vector<bool> starts = list_starts();
    bool has_room = false;
    for (std::uint64_t bucket = 0; bucket < buckets_; ++bucket) {
        const std::uint8_t* const own = bytes_ + bucket * bucket_size();
        has_room |= read<std::uint16_t>(own + 2 * (bucket_features - 1)) == 0;
        for (std::size_t slot = 0; slot < bucket_features; ++slot) {
            const auto list = read<std::uint32_t>(own + feature_at(slot, words()) + list_at);
            if (read<std::uint16_t>(own + 2 * slot) == 0 || list == no_list) continue;
            if (list >= starts.size() || !starts[list]) refuse("a feature's labels are not in the weights");
        }
    }
    if (!has_room) refuse("the weights are too full");
}

// In a list, kinds and labels rise: each weight is there once, so that sums stay within their 32 bits.
std::vector<bool> FrozenWeights::list_starts() const {
    std::vector<bool> starts(lists_.size());
    bool starting = true;
    std::int64_t last = -1;
    for (std::size_t at = 0; at < lists_.size();) {
        starts[at] = starting;
        if (starting) last = -1;
        const std::uint16_t header = lists_[at++];
        const std::int64_t kind = (header & ~last_kind) >> kind_shift;
        const std::size_t behind = words_behind(header), end = at + behind;
        if (lists_.size() - at < behind) refuse("the weights of labels are cut off");
        const auto follow = [&](std::int64_t label) {
            if ((kind << 16 | label) <= last) refuse("the weights of labels are in disorder");
            last = kind << 16 | label;
        };
        if (is_full(header)) {
            follow(0);
            last |= UINT16_MAX;
            at = end;
        }
        for (; at < end; at += 2) {
            if (lists_[at] >= shape_.labels) refuse("a weight belongs to no label");
            follow(lists_[at]);
        }
        starting = (header & last_kind) != 0;
    }
    if (!starting) refuse("the weights of labels do not end");
    return starts;
}

void FrozenWeights::write(std::string& bytes) const {
    Header header{};
    header.transitions = static_cast<std::uint32_t>(shape_.transitions);
    header.kinds = static_cast<std::uint32_t>(shape_.kinds);
    header.labels = static_cast<std::uint32_t>(shape_.labels);
    header.weights = static_cast<std::uint32_t>(weights_);
    header.buckets = buckets_;
    header.list_words = lists_.size();
    header.transition_scale = transition_scale_;
    header.label_scale = label_scale_;
    header.has_full_lists = has_full_lists_ ? 1 : 0;
    bytes.append(reinterpret_cast<const char*>(&header), sizeof header);
    bytes.append(reinterpret_cast<const char*>(bytes_), buckets_ * bucket_size());
    bytes.append(reinterpret_cast<const char*>(lists_.data()), lists_.size_bytes());
    bytes.resize((bytes.size() + padding - 1) / padding * padding);
}

// The feature's words in its bucket, with the two bytes before them. Without branches that depend on whether it is there:
// nothing foretells that.
template <std::size_t Words>
const std::uint8_t* FrozenWeights::find(FeatureKey key) const {
    constexpr std::uint64_t ones = 0x0001000100010001u;
    const std::uint64_t wanted = tag_of(key) * ones;
    for (std::uint64_t bucket = bucket_of(key);;) {
        const std::uint8_t* const own = bytes_ + bucket * (bucket_features * Words * 2);
        const auto tags = read<std::uint64_t>(own);
        const std::uint64_t different = tags ^ wanted;
        const std::uint64_t same = (different - ones) & ~different & (ones << 15);  // the lowest bit is that of a match
        if (same == 0 && tags >> 48 != 0) [[unlikely]] {
            bucket = bucket + 1 == buckets_ ? 0 : bucket + 1;
            continue;
        }
        const auto slot = static_cast<std::size_t>(std::countr_zero(same)) / 16;
        const std::uint8_t* const there = own + feature_at(slot, Words);
        return same == 0 ? reinterpret_cast<const std::uint8_t*>(absent.words.data()) : there;
    }
}

template <std::size_t Words>
void FrozenWeights::add_up(std::span<const FeatureKey> keys, std::size_t first, std::size_t end, Sight& sight) const {
    std::array<std::int32_t, Words> sums;
    std::copy_n(sight.sums.begin(), Words, sums.begin());
    std::size_t count = sight.list_count;
    const auto ask_for = [&](std::size_t k) { prefetch(bytes_ + bucket_of(keys[k]) * (bucket_features * Words * 2)); };
    if (first == 0)
        for (std::size_t k = 0; k < std::min(ahead, keys.size()); ++k) ask_for(k);
    for (std::size_t k = first; k < end; ++k) {
        if (k + ahead < keys.size()) ask_for(k + ahead);
        const std::uint8_t* const feature = find<Words>(keys[k]);
        std::array<std::int16_t, Words> added;
        std::memcpy(added.data(), feature, sizeof added);
        for (std::size_t word = 0; word < Words; ++word) sums[word] += added[word];
        const auto list = read<std::uint32_t>(feature + list_at);
        sight.lists[count] = list;
        count += list != no_list;
    }
    std::copy(sums.begin(), sums.end(), sight.sums.begin());
    sight.list_count = count;
}

void FrozenWeights::look_up(std::span<const FeatureKey> keys, std::size_t first, std::size_t end, Sight& sight) const {
    if (words() == 8) {
        add_up<8>(keys, first, end, sight);
    } else {
        add_up<16>(keys, first, end, sight);
    }
}

void FrozenWeights::score_labels(const Sight& sight, int kind, std::int32_t* scores) const {
    std::fill(scores, scores + shape_.labels, 0);
    add_labels(sight, kind, scores);
}

template <class AddFull>
void FrozenWeights::add_up_labels(const Sight& sight, int kind, std::int32_t* scores, const AddFull& add_full) const {
    for (std::size_t k = 0; k < std::min(ahead, sight.list_count); ++k) prefetch(&lists_[sight.lists[k]]);
    for (std::size_t k = 0; k < sight.list_count; ++k) {
        if (k + ahead < sight.list_count) prefetch(&lists_[sight.lists[k + ahead]]);
        for (std::size_t at = sight.lists[k];;) {
            const std::uint16_t header = lists_[at++];
            const std::size_t end = at + words_behind(header);
            if ((header & ~last_kind) >> kind_shift == kind) {
                if (is_full(header)) {
                    add_full(&lists_[at]);
                } else {
                    for (; at < end; at += 2) scores[lists_[at]] += static_cast<std::int16_t>(lists_[at + 1]);
                }
            }
            at = end;
            if (header & last_kind) break;
        }
    }
}

void FrozenWeights::add_labels(const Sight& sight, int kind, std::int32_t* scores) const {
    add_up_labels(sight, kind, scores, [&](const std::uint16_t* weights) {
        for (std::size_t label = 0; label < static_cast<std::size_t>(shape_.labels); ++label)
            scores[label] += static_cast<std::int16_t>(weights[label]);
    });
}

void FrozenWeights::score_labels(const Sight& sight, int kind, std::span<const std::uint16_t> wanted,
                                 std::int32_t* scores) const {
    std::fill(scores, scores + shape_.labels, 0);
    add_up_labels(sight, kind, scores, [&](const std::uint16_t* weights) {
        for (const std::uint16_t label : wanted) scores[label] += static_cast<std::int16_t>(weights[label]);
    });
}

}  // namespace crossarc
