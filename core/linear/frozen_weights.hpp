// Trained weights as they are stored and used: whole numbers, in the order of the memory's lines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/huge_pages.hpp"
#include "core/linear/weight_table.hpp"

namespace crossarc {

// A hash table of buckets that begin with memory lines. A bucket has four features: first their four tags of 16 bits, so
// that one comparison finds a feature, then for each its transitions' weights and the place of its labels' weights.
// Features that find no place in their bucket are in the next. With up to five transitions a bucket is one line of 64
// bytes, so that one access to memory scores a feature for all transitions.
//
// The weights of labels are lists of 16-bit words: for each kind a header (the kind and how many follow) and pairs of
// label and weight; or, where many labels have one, a weight for each label, so that who needs few of them need not look
// at all. Both arrays are stored as they are used.
class FrozenWeights {
  public:
    static constexpr int most_transitions = 13, most_kinds = 16;

    // Weights are scaled to 16 bits: only their order matters.
    explicit FrozenWeights(const WeightTable& table);

    // Takes a table off the front of `bytes`. Checks all that scoring relies on; throws std::invalid_argument.
    explicit FrozenWeights(std::string_view& bytes);

    void write(std::string& bytes) const;

    const ModelShape& shape() const { return shape_; }
    std::size_t size() const { return weights_; }  // how many weights are not 0
    // What a weight of 1 was scaled to.
    float transition_scale() const { return transition_scale_; }
    float label_scale() const { return label_scale_; }

    // What is known of features: nothing to begin with. `lists` has room for as many as there are keys.
    struct Sight {
        std::array<std::int32_t, most_transitions + 3> sums{};  // of words of the buckets, as they come
        std::uint32_t* lists = nullptr;                         // of labels' weights
        std::size_t list_count = 0;

        const std::int32_t* transitions() const { return sums.data() + 3; }
    };
    // Adds those of the keys from `first` on and before `end`. Keys are asked for ahead, those behind the end too: who goes
    // on with them does not wait.
    void look_up(std::span<const FeatureKey> keys, std::size_t first, std::size_t end, Sight& sight) const;

    // Adds up the weights of the labels for one kind; `scores` has a place for each label.
    void score_labels(const Sight& sight, int kind, std::int32_t* scores) const;
    void add_labels(const Sight& sight, int kind, std::int32_t* scores) const;  // to what is there
    // The same if only some labels, each once, are of interest: others may have whatever score.
    void score_labels(const Sight& sight, int kind, std::span<const std::uint16_t> wanted, std::int32_t* scores) const;

  private:
    static constexpr std::size_t bucket_features = 4;
    static constexpr std::uint32_t no_list = UINT32_MAX;
    // The header of a kind's weights in a list. In tables of earlier versions `all_labels` was a number of pairs, too.
    static constexpr std::uint16_t last_kind = 0x8000, kind_shift = 11, size_bits = (1 << kind_shift) - 1,
                                   all_labels = size_bits, most_pairs = size_bits - 1;
    static constexpr std::size_t least_share = 5;  // all labels have a place if one of so many has a weight

    struct Header {
        std::uint32_t transitions, kinds, labels;
        std::uint32_t weights;
        std::uint64_t buckets, list_words;
        float transition_scale, label_scale;
        std::uint32_t has_full_lists;
        std::array<std::uint8_t, 20> unused;
    };
    static_assert(sizeof(Header) == 64);
    struct Storage {
        HugeVector<std::uint8_t> buckets;
        HugeVector<std::uint16_t> lists;
    };

    std::size_t words() const { return shape_.transitions <= 5 ? 8 : 16; }  // of a feature in a bucket, with its tag
    std::size_t bucket_size() const { return bucket_features * words() * sizeof(std::uint16_t); }
    std::uint64_t bucket_of(FeatureKey key) const { return (key >> 32) * buckets_ >> 32; }
    static std::uint16_t tag_of(FeatureKey key) {
        const auto tag = static_cast<std::uint16_t>(key >> 8);
        return tag == 0 ? 1 : tag;  // 0 is no feature
    }
    template <std::size_t Words>
    const std::uint8_t* find(FeatureKey key) const;
    template <std::size_t Words>
    void add_up(std::span<const FeatureKey> keys, std::size_t first, std::size_t end, Sight& sight) const;
    // What follows a header: weights of all labels, or pairs.
    bool is_full(std::uint16_t header) const { return has_full_lists_ && (header & size_bits) == all_labels; }
    std::size_t words_behind(std::uint16_t header) const {
        return is_full(header) ? static_cast<std::size_t>(shape_.labels) : 2 * static_cast<std::size_t>(header & size_bits);
    }
    std::size_t append(std::span<const WeightTable::LabelWeight> of_kind, HugeVector<std::uint16_t>& lists) const;
    template <class AddFull>
    void add_up_labels(const Sight& sight, int kind, std::int32_t* scores, const AddFull& add_full) const;
    void keep(std::shared_ptr<const Storage> storage);
    void check_buckets() const;
    std::vector<bool> list_starts() const;

    ModelShape shape_;
    std::size_t weights_ = 0;
    float transition_scale_ = 0.0f, label_scale_ = 0.0f;
    bool has_full_lists_ = true;
    std::uint64_t buckets_ = 0;  // at least one of them is not full
    const std::uint8_t* bytes_ = nullptr;
    std::span<const std::uint16_t> lists_;
    std::shared_ptr<const Storage> storage_;
};

}  // namespace crossarc
