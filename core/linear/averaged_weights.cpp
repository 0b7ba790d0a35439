#include "core/linear/averaged_weights.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/interruption.hpp"

namespace crossarc {
namespace {

constexpr std::size_t lanes = 4;    // of the vectors that rows are added with
constexpr std::size_t ahead = 16;  // how many rows are asked for before they are used

}  // namespace

AveragedWeights::AveragedWeights(ModelShape shape, int least_updates)
    : shape_(shape),
      width_((static_cast<std::size_t>(shape.transitions) + lanes - 1) / lanes * lanes),
      index_(static_cast<std::uint32_t>(least_updates)) {}

void AveragedWeights::find(std::span<const FeatureKey> keys, std::uint32_t* rows) const {
    for (std::size_t k = 0; k < keys.size() + ahead; ++k) {
        if (k < keys.size()) index_.prefetch(keys[k]);
        if (k < ahead) continue;
        std::uint32_t& row = rows[k - ahead];
        row = index_.find(keys[k - ahead]);
        if (row != FeatureIndex::none) prefetch(&weights_[row * width_]);
    }
}

void AveragedWeights::score(std::span<const std::uint32_t> rows, float* scores) const {
    std::fill(scores, scores + width_, 0.0f);
    for (const std::uint32_t row : rows) {
        if (row == FeatureIndex::none) continue;
        const float* const added = &weights_[row * width_];
        for (std::size_t k = 0; k < width_; k += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) scores[k + lane] += added[k + lane];
    }
}

void AveragedWeights::score_labels(std::span<const std::uint32_t> rows, int kind, float* scores) const {
    std::fill(scores, scores + shape_.labels, 0.0f);
    const auto list_at = [&](std::uint32_t row) {
        return &lists_[row * static_cast<std::size_t>(shape_.kinds) + static_cast<std::size_t>(kind)];
    };
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (k + ahead < rows.size() && rows[k + ahead] != FeatureIndex::none) prefetch(list_at(rows[k + ahead]));
        if (rows[k] == FeatureIndex::none) continue;
        const LabelList& list = *list_at(rows[k]);
        for (const LabelWeight& entry : std::span(label_weights_).subspan(list.first, list.size))
            scores[entry.label] += entry.weight;
    }
}

void AveragedWeights::add_rows(std::span<const FeatureKey> keys, std::span<std::uint32_t> rows) {
    for (std::size_t k = 0; k < keys.size(); ++k) rows[k] = index_.update(keys[k]);
    weights_.resize(index_.size() * width_);
    changes_.resize(index_.size() * width_);
    lists_.resize(index_.size() * static_cast<std::size_t>(shape_.kinds));
}

void AveragedWeights::update(std::span<const FeatureKey> keys, std::span<std::uint32_t> rows, int transition,
                             float amount, std::int64_t step) {
    add_rows(keys, rows);
    const double change = static_cast<double>(amount) * static_cast<double>(step);
    for (const std::uint32_t row : rows) {
        weights_[row * width_ + static_cast<std::size_t>(transition)] += amount;
        changes_[row * width_ + static_cast<std::size_t>(transition)] += change;
    }
}

void AveragedWeights::update_labels(std::span<const FeatureKey> keys, std::span<std::uint32_t> rows, int kind,
                                    std::span<const LabelChange> changes, std::int64_t step) {
    add_rows(keys, rows);
    for (const std::uint32_t row : rows)
        for (const auto& [label, amount] : changes) {
            LabelWeight& entry = label_weight(list_of(row, kind), label);
            entry.weight += amount;
            entry.changes += static_cast<double>(amount) * static_cast<double>(step);
        }
}

void AveragedWeights::update_label(std::span<const FeatureKey> keys, std::span<std::uint32_t> rows, int kind, int label,
                                   float amount, std::int64_t step) {
    const LabelChange change{label, amount};
    update_labels(keys, rows, kind, {&change, 1}, step);
}

AveragedWeights::LabelWeight& AveragedWeights::label_weight(LabelList& list, int label) {
    for (std::uint32_t k = list.first; k < list.first + list.size; ++k)
        if (label_weights_[k].label == static_cast<std::uint32_t>(label)) return label_weights_[k];
    if (list.size == list.room) {  // a list that grows moves to the end
        const auto first = static_cast<std::uint32_t>(label_weights_.size());
        list.room = static_cast<std::uint16_t>(list.room == 0 ? 2 : std::min<int>(2 * list.room, UINT16_MAX));
        label_weights_.resize(label_weights_.size() + list.room);
        std::copy_n(label_weights_.begin() + list.first, list.size, label_weights_.begin() + first);
        list.first = first;
    }
    LabelWeight& added = label_weights_[list.first + list.size++];
    added = {0.0, 0.0f, static_cast<std::uint32_t>(label)};
    return added;
}

WeightTable AveragedWeights::averages(std::int64_t steps, float least) const {
    const auto average = [&](float weight, double changes, float smallest) {
        const auto value = static_cast<float>(static_cast<double>(weight) - changes / static_cast<double>(steps));
        return std::abs(value) >= smallest ? value : 0.0f;
    };
    const auto transitions = static_cast<std::size_t>(shape_.transitions), kinds = static_cast<std::size_t>(shape_.kinds);
    WeightTable table{shape_, {}, {}, {}};
    std::vector<float> weights(transitions);
    for (std::uint32_t row = 0; row < index_.size(); ++row) {
        poll(100);
        if (!index_.counts(row)) continue;
        bool any = false;
        for (std::size_t k = 0; k < transitions; ++k) {
            weights[k] = average(weights_[row * width_ + k], changes_[row * width_ + k], least);
            any |= weights[k] != 0.0f;
        }
        const auto own_row = static_cast<std::uint32_t>(table.keys.size());
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            const LabelList& list = lists_[row * kinds + kind];
            const std::size_t first = table.label_weights.size();
            for (const LabelWeight& entry : std::span(label_weights_).subspan(list.first, list.size))
                if (const float weight = average(entry.weight, entry.changes, 2 * least); weight != 0.0f)
                    table.label_weights.push_back(
                        {own_row, static_cast<std::uint16_t>(kind), static_cast<std::uint16_t>(entry.label), weight});
            any |= table.label_weights.size() > first;
            std::sort(table.label_weights.begin() + static_cast<std::ptrdiff_t>(first), table.label_weights.end(),
                      [](const auto& a, const auto& b) { return a.label < b.label; });
        }
        if (!any) continue;
        table.keys.push_back(index_.key(row));
        table.transition_weights.insert(table.transition_weights.end(), weights.begin(), weights.end());
    }
    return table;
}

}  // namespace crossarc
