#include "core/tokenizer/classifier.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "core/huge_pages.hpp"
#include "core/interruption.hpp"
#include "core/random.hpp"

namespace crossarc::tokenizer {
namespace {

// What is needed of a feature where it is learnt from, but not where it is only looked at.
struct History {
    float squares = 0.0f;  // of gradients
    double changes = 0.0;  // each times its step, for the average (Daumé 2006)
};

}  // namespace

Classifier::Classifier(std::span<const Feature> features, std::span<const float> weights) {
    float largest = 0.0f;
    for (const float weight : weights) largest = std::max(largest, std::abs(weight));
    scale_ = largest / INT16_MAX;
    const auto scaled = [&](float weight) { return static_cast<std::int16_t>(std::lround(weight / scale_)); };
    if (largest > 0.0f)
        for (const float weight : weights) used_ += scaled(weight) != 0;
    slots_.resize(std::bit_ceil(used_ + used_ / 4 + 1));
    if (used_ == 0) return;
    for (std::size_t k = 0; k < features.size(); ++k) {
        const std::int16_t weight = scaled(weights[k]);
        if (weight == 0) continue;
        std::size_t at = place(features[k]);
        while (slots_[at].weight != 0) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = {static_cast<std::uint16_t>(features[k]), weight};
    }
}

Classifier::Classifier(BytesReader& reader) {
    scale_ = reader.value<float>();
    slots_ = reader.values<Slot>();
    if (!std::has_single_bit(slots_.size())) throw std::invalid_argument("a classifier has no power of two of places");
    for (const Slot& slot : slots_) used_ += slot.weight != 0;
    if (used_ == slots_.size()) throw std::invalid_argument("a classifier is full");
    if (!std::isfinite(scale_) || scale_ < 0.0f || scale_ > 1.0f)
        throw std::invalid_argument("the weights of a classifier have no scale");
}

void Classifier::write(BytesWriter& writer) const {
    writer.value(scale_);
    writer.values(slots_);
}

void Lessons::add(const FeatureList& features, bool answer, std::uint32_t group) {
    for (const Feature feature : features.all()) numbers_.push_back(number_of(feature));
    firsts_.push_back(numbers_.size());
    answers_.push_back(answer);
    groups_.push_back(group);
}

std::uint32_t Lessons::number_of(Feature feature) {
    if (features_.size() * 2 >= slots_.size()) {
        slots_.assign(slots_.empty() ? 1024 : slots_.size() * 2, free_slot);
        for (std::uint32_t k = 0; k < features_.size(); ++k) slots_[slot_of(features_[k])] = k;
    }
    std::uint32_t& slot = slots_[slot_of(feature)];
    if (slot == free_slot) {
        slot = static_cast<std::uint32_t>(features_.size());
        features_.push_back(feature);
    }
    return slot;
}

std::size_t Lessons::slot_of(Feature feature) const {
    std::size_t at = static_cast<std::size_t>(feature >> 32) & (slots_.size() - 1);
    while (slots_[at] != free_slot && features_[slots_[at]] != feature) at = (at + 1) & (slots_.size() - 1);
    return at;
}

Classifier learn(const Lessons& lessons, const LearningOptions& options, std::uint32_t left_out) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t lesson = 0; lesson < lessons.size(); ++lesson)
        if (lessons.group(lesson) != left_out) order.push_back(lesson);
    HugeVector<float> weights(lessons.features().size());
    HugeVector<History> histories(weights.size());
    RandomStream random(options.seed, 0);
    std::int64_t step = 0;
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        for (std::size_t k = order.size(); k > 1; --k)
            std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
        for (const std::uint32_t lesson : order) {
            const std::span<const std::uint32_t> own = lessons.numbers(lesson);
            float sum = 0.0f;
            for (const std::uint32_t number : own) sum += weights[number];
            const float error = (lessons.answer(lesson) ? 1.0f : 0.0f) - 1.0f / (1.0f + std::exp(-sum));
            ++step;
            poll(static_cast<std::int64_t>(own.size()) * 8);
            if (std::abs(error) < options.tolerance) continue;
            for (const std::uint32_t number : own) {
                History& history = histories[number];
                history.squares += error * error;
                const float change = options.rate * error / std::sqrt(history.squares);
                weights[number] += change;
                history.changes += static_cast<double>(change) * static_cast<double>(step);
            }
        }
    }
    for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] -= static_cast<float>(histories[k].changes / static_cast<double>(step + 1));
    return Classifier(lessons.features(), weights);
}

}  // namespace crossarc::tokenizer
