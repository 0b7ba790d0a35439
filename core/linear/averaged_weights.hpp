// Linear models: a row of weights, one for each class, for every feature that has any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/features/templates.hpp"

namespace crossarc {

// Rows by key, in open addressing.
class FeatureIndex {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    std::uint32_t find(FeatureKey key) const {
        if (slots_.empty()) return none;
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = place(key) & mask;; at = (at + 1) & mask) {
            if (slots_[at].key == key) return slots_[at].row;
            if (slots_[at].key == no_feature) return none;
        }
    }
    std::uint32_t find_or_add(FeatureKey key);
    std::size_t size() const { return size_; }
    void prefetch(FeatureKey key) const {
#if defined(__GNUC__)
        if (!slots_.empty()) __builtin_prefetch(&slots_[place(key) & (slots_.size() - 1)]);
#endif
    }

    template <typename Visit>
    void for_each(const Visit& visit) const {  // visit(key, row)
        for (const Slot& slot : slots_)
            if (slot.key != no_feature) visit(slot.key, slot.row);
    }

  private:
    struct Slot {
        FeatureKey key;
        std::uint32_t row;
    };
    static std::size_t place(FeatureKey key) { return static_cast<std::size_t>(key >> 20); }
    void grow();

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

// Weights in training, with what averaging needs (Collins 2002): their sum over all the updates so far is brought up to
// date when a row changes.
class AveragedWeights {
  public:
    explicit AveragedWeights(int classes) : width_((static_cast<std::size_t>(classes) + 3) / 4 * 4), classes_(classes) {}

    int classes() const { return classes_; }
    std::size_t width() const { return width_; }
    std::size_t rows() const { return index_.size(); }

    // Adds up the rows of the features; `scores` has `width` places.
    void score(std::span<const FeatureKey> keys, float* scores) const;

    // Adds `amount` to the weight of a class for each of the features, at the given step of training.
    void update(std::span<const FeatureKey> keys, int of_class, float amount, std::int64_t step);

    // Calls visit(key, averages) for each feature.
    template <typename Visit>
    void for_each_average(std::int64_t step, const Visit& visit) const {
        std::vector<float> averages(width_);
        index_.for_each([&](FeatureKey key, std::uint32_t row) {
            for (std::size_t k = 0; k < width_; ++k) {
                const double late = static_cast<double>(step - last_steps_[row]) * weights_[row * width_ + k];
                averages[k] = static_cast<float>((totals_[row * width_ + k] + late) / static_cast<double>(step));
            }
            visit(key, std::span<const float>(averages).first(static_cast<std::size_t>(classes_)));
        });
    }

  private:
    std::size_t width_;
    int classes_;
    FeatureIndex index_;
    std::vector<float> weights_;
    std::vector<double> totals_;
    std::vector<std::int64_t> last_steps_;
};

}  // namespace crossarc
