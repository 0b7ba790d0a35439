#include "core/linear/mean_weights.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/interruption.hpp"

namespace crossarc {

WeightTable mean_weights(std::span<const WeightTable> tables, float least) {
    const ModelShape shape = tables[0].shape;
    const auto transitions = static_cast<std::size_t>(shape.transitions);
    const auto count = static_cast<float>(tables.size());
    WeightTable sums{shape, {}, {}, {}};
    std::unordered_map<FeatureKey, std::uint32_t> row_of;
    for (const WeightTable& table : tables) {
        std::vector<std::uint32_t> rows;
        for (std::size_t row = 0; row < table.keys.size(); ++row) {
            poll(100);
            const auto [found, is_new] =
                row_of.try_emplace(table.keys[row], static_cast<std::uint32_t>(sums.keys.size()));
            if (is_new) {
                sums.keys.push_back(table.keys[row]);
                sums.transition_weights.resize(sums.keys.size() * transitions);
            }
            rows.push_back(found->second);
            for (std::size_t k = 0; k < transitions; ++k)
                sums.transition_weights[found->second * transitions + k] +=
                    table.transition_weights[row * transitions + k];
        }
        for (WeightTable::LabelWeight entry : table.label_weights) {
            entry.row = rows[entry.row];
            sums.label_weights.push_back(entry);
        }
    }
    const auto place = [](const WeightTable::LabelWeight& own) { return std::tie(own.row, own.kind, own.label); };
    // Those of one place stay in the order of the tables: sums of floats depend on it.
    std::stable_sort(sums.label_weights.begin(), sums.label_weights.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });

    WeightTable means{shape, {}, {}, {}};
    auto entry = sums.label_weights.begin();
    std::vector<float> weights(transitions);
    for (std::uint32_t row = 0; row < sums.keys.size(); ++row) {
        poll(100);
        const auto mean = [&](float sum, float smallest) {
            const float value = sum / count;
            return std::abs(value) >= smallest ? value : 0.0f;
        };
        for (std::size_t k = 0; k < transitions; ++k)
            weights[k] = mean(sums.transition_weights[row * transitions + k], least);
        bool any = std::any_of(weights.begin(), weights.end(), [](float weight) { return weight != 0.0f; });
        while (entry != sums.label_weights.end() && entry->row == row) {
            auto of_label = *entry;
            for (++entry; entry != sums.label_weights.end() && place(*entry) == place(of_label); ++entry)
                of_label.weight += entry->weight;
            of_label.weight = mean(of_label.weight, 2 * least);
            if (of_label.weight == 0.0f) continue;
            of_label.row = static_cast<std::uint32_t>(means.keys.size());
            means.label_weights.push_back(of_label);
            any = true;
        }
        if (!any) continue;
        means.keys.push_back(sums.keys[row]);
        means.transition_weights.insert(means.transition_weights.end(), weights.begin(), weights.end());
    }
    return means;
}

}  // namespace crossarc
