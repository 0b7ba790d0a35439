#include "core/linear/averaged_weights.hpp"

#include <algorithm>
#include <utility>

namespace crossarc {
namespace {

// Looks all rows up before it touches the first, so that the memory's answers overlap.
void add_rows(const FeatureIndex& index, const float* weights, std::size_t width, std::span<const FeatureKey> keys,
              float* scores) {
    std::fill(scores, scores + width, 0.0f);
    for (const FeatureKey key : keys) index.prefetch(key);
    for (const FeatureKey key : keys) {
        if (key == no_feature) continue;
        const std::uint32_t row = index.find(key);
        if (row == FeatureIndex::none) continue;
        const float* const added = weights + static_cast<std::size_t>(row) * width;
        for (std::size_t k = 0; k < width; k += 4)
            for (std::size_t lane = 0; lane < 4; ++lane) scores[k + lane] += added[k + lane];
    }
}

}  // namespace

std::uint32_t FeatureIndex::find_or_add(FeatureKey key) {
    if (size_ * 2 >= slots_.size()) grow();
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = place(key) & mask;
    while (slots_[at].key != no_feature && slots_[at].key != key) at = (at + 1) & mask;
    if (slots_[at].key == no_feature) slots_[at] = {key, static_cast<std::uint32_t>(size_++)};
    return slots_[at].row;
}

void FeatureIndex::grow() {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.empty() ? 1024 : old.size() * 2, {no_feature, none});
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.key == no_feature) continue;
        std::size_t at = place(slot.key) & mask;
        while (slots_[at].key != no_feature) at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

void AveragedWeights::score(std::span<const FeatureKey> keys, float* scores) const {
    add_rows(index_, weights_.data(), width_, keys, scores);
}

void AveragedWeights::update(std::span<const FeatureKey> keys, int of_class, float amount, std::int64_t step) {
    for (const FeatureKey key : keys) {
        if (key == no_feature) continue;
        const std::uint32_t row = index_.find_or_add(key);
        if (row == last_steps_.size()) {
            last_steps_.push_back(step);
            weights_.resize(weights_.size() + width_);
            totals_.resize(totals_.size() + width_);
        }
        float* const weights = weights_.data() + row * width_;
        if (last_steps_[row] != step) {
            double* const totals = totals_.data() + row * width_;
            const auto late = static_cast<double>(step - last_steps_[row]);
            for (std::size_t k = 0; k < width_; ++k) totals[k] += late * static_cast<double>(weights[k]);
            last_steps_[row] = step;
        }
        weights[of_class] += amount;
    }
}

}  // namespace crossarc
