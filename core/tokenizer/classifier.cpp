#include "core/tokenizer/classifier.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/interruption.hpp"
#include "core/random.hpp"
#include "core/tokenizer/bytes.hpp"

namespace crossarc::tokenizer {
namespace {

// Rows 0, 1, … for the features of lessons.
class FeatureRows {
  public:
    std::uint32_t row(Feature feature) {
        if (features_.size() * 2 >= slots_.size()) grow();
        std::uint32_t& slot = slots_[slot_of(feature)];
        if (slot == none) {
            slot = static_cast<std::uint32_t>(features_.size());
            features_.push_back(feature);
        }
        return slot;
    }
    const std::vector<Feature>& features() const { return features_; }

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    std::size_t slot_of(Feature feature) const {
        std::size_t at = static_cast<std::size_t>(feature >> 32) & (slots_.size() - 1);
        while (slots_[at] != none && features_[slots_[at]] != feature) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    void grow() {
        slots_.assign(slots_.empty() ? 1024 : slots_.size() * 2, none);
        for (std::size_t k = 0; k < features_.size(); ++k)
            slots_[slot_of(features_[k])] = static_cast<std::uint32_t>(k);
    }

    std::vector<Feature> features_;
    std::vector<std::uint32_t> slots_;
};

struct Row {
    float weight = 0.0f;
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

Classifier::Classifier(std::string_view& bytes) {
    scale_ = read_value<float>(bytes);
    slots_ = read_values<Slot>(bytes);
    if (!std::has_single_bit(slots_.size())) throw std::invalid_argument("a classifier has no power of two of places");
    for (const Slot& slot : slots_) used_ += slot.weight != 0;
    if (used_ == slots_.size()) throw std::invalid_argument("a classifier is full");
    if (!std::isfinite(scale_) || scale_ < 0.0f || scale_ > 1.0f)
        throw std::invalid_argument("the weights of a classifier have no scale");
}

void Classifier::write(std::string& bytes) const {
    write_value(scale_, bytes);
    write_values(slots_, bytes);
}

void Lessons::add(const FeatureList& features, bool answer, std::uint32_t group) {
    features_.insert(features_.end(), features.all().begin(), features.all().end());
    firsts_.push_back(features_.size());
    answers_.push_back(answer);
    groups_.push_back(group);
}

Classifier learn(const Lessons& lessons, const LearningOptions& options, std::uint32_t left_out) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t lesson = 0; lesson < lessons.size(); ++lesson)
        if (lessons.group(lesson) != left_out) order.push_back(lesson);
    FeatureRows index;
    std::vector<std::uint32_t> numbers;
    std::vector<std::size_t> firsts(lessons.size());
    for (const std::uint32_t lesson : order) {
        firsts[lesson] = numbers.size();
        for (const Feature feature : lessons.features(lesson)) numbers.push_back(index.row(feature));
        poll(1000);
    }
    std::vector<Row> rows(index.features().size());
    RandomStream random(options.seed, 0);
    std::int64_t step = 0;
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        for (std::size_t k = order.size(); k > 1; --k)
            std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
        for (const std::uint32_t lesson : order) {
            const auto own = std::span(numbers).subspan(firsts[lesson], lessons.features(lesson).size());
            float sum = 0.0f;
            for (const std::uint32_t number : own) sum += rows[number].weight;
            const float error = (lessons.answer(lesson) ? 1.0f : 0.0f) - 1.0f / (1.0f + std::exp(-sum));
            ++step;
            for (const std::uint32_t number : own) {
                Row& row = rows[number];
                const float gradient = error - options.decay * row.weight;
                row.squares += gradient * gradient;
                if (row.squares == 0.0f) continue;
                const float change = options.rate * gradient / std::sqrt(row.squares + 1e-8f);
                row.weight += change;
                row.changes += static_cast<double>(change) * static_cast<double>(step);
            }
            poll(static_cast<std::int64_t>(own.size()) * 8);
        }
    }
    std::vector<float> averages(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k)
        averages[k] = rows[k].weight - static_cast<float>(rows[k].changes / static_cast<double>(step + 1));
    return Classifier(index.features(), averages);
}

}  // namespace crossarc::tokenizer
