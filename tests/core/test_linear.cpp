// Weights: averages are averages, frozen ones score as the averages that they came from, and tables that lie are refused.
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/linear/averaged_weights.hpp"
#include "core/linear/frozen_weights.hpp"
#include "core/linear/mean_weights.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

constexpr int steps = 4000, features = 300, kinds = 3, labels = 40;

FeatureKey key_of(std::uint64_t feature) { return (feature + 1) * 0x9E3779B97F4A7C15u; }

struct Change {
    FeatureKey key;
    int transition, kind, label;
    float amount;
    std::int64_t step;
};

std::vector<Change> changes(int transitions) {
    std::mt19937_64 random(1);
    std::vector<Change> made;
    for (int step = 1; step <= steps; ++step)  // some features are met often, and have weights for most labels
        made.push_back({key_of(random() % (step % 4 != 0 ? features : 3)), static_cast<int>(random() % static_cast<unsigned>(transitions)),
                        static_cast<int>(random() % kinds), static_cast<int>(random() % labels),
                        random() % 2 ? 1.0f : -1.0f, step});
    return made;
}

WeightTable trained(int transitions, int least_updates = 0) {
    AveragedWeights weights({transitions, kinds, labels}, least_updates);
    for (const auto& [key, transition, kind, label, amount, step] : changes(transitions)) {
        std::uint32_t row;
        weights.find({&key, 1}, &row);
        weights.update({&key, 1}, {&row, 1}, transition, amount, step);
        weights.update_label({&key, 1}, {&row, 1}, kind, label, amount, step);
    }
    return weights.averages(steps, 0.0f);
}

void averages_are_means_over_the_steps() {
    std::map<std::pair<FeatureKey, int>, double> sums;
    for (const Change& own : changes(5)) sums[{own.key, own.transition}] += own.amount * static_cast<double>(steps - own.step);
    const WeightTable table = trained(5);
    for (std::size_t row = 0; row < table.keys.size(); ++row)
        for (int t = 0; t < 5; ++t)
            CHECK(std::abs(table.transition_weights[row * 5 + static_cast<std::size_t>(t)] -
                           sums[{table.keys[row], t}] / steps) < 1e-4);
}

void seldom_updated_features_are_left_out() {
    const std::size_t all = trained(5).keys.size(), frequent = trained(5, 14).keys.size();
    CHECK(all == features);
    CHECK(0 < frequent && frequent < all);
}

void means_are_of_all_tables_and_small_ones_are_left_out() {
    const ModelShape shape{2, kinds, labels};
    const std::vector<WeightTable> tables{
        {shape, {7, 8, 9}, {3.0f, 0.0f, 1.0f, -1.0f, 0.5f, 0.0f}, {{0, 1, 4, 6.0f}, {1, 0, 2, 2.5f}, {1, 2, 0, 9.0f}}},
        {shape, {10, 7}, {0.0f, -4.0f, 1.0f, 0.5f}, {{1, 1, 3, -8.0f}, {1, 1, 4, 2.0f}}},
    };
    const WeightTable means = mean_weights(tables, 1.0f);
    CHECK((means.keys == std::vector<FeatureKey>{7, 8, 10}));
    CHECK((means.transition_weights == std::vector<float>{2.0f, 0.0f, 0.0f, 0.0f, 0.0f, -2.0f}));
    std::vector<std::vector<float>> found;
    for (const auto& [row, kind, label, weight] : means.label_weights)
        found.push_back({static_cast<float>(row), static_cast<float>(kind), static_cast<float>(label), weight});
    CHECK((found == std::vector<std::vector<float>>{{0, 1, 3, -4.0f}, {0, 1, 4, 4.0f}, {1, 2, 0, 4.5f}}));
}

void frozen_weights_are_the_scaled_averages(int transitions) {
    const WeightTable table = trained(transitions);
    const FrozenWeights frozen(table);
    const auto width = static_cast<std::size_t>(transitions);
    std::vector<std::vector<float>> expected(table.keys.size() * kinds, std::vector<float>(labels));
    for (const auto& own : table.label_weights) expected[own.row * kinds + own.kind][own.label] = own.weight;
    for (std::size_t row = 0; row < table.keys.size(); ++row) {
        std::uint32_t lists[2];
        FrozenWeights::Sight sight{{}, lists, 0};
        const std::vector<FeatureKey> keys{table.keys[row], key_of(features + row)};
        frozen.look_up(keys, 0, 2, sight);
        std::uint32_t same_lists[2];
        FrozenWeights::Sight same{{}, same_lists, 0};
        frozen.look_up(keys, 0, 1, same);
        frozen.look_up(keys, 1, 2, same);
        CHECK(same.sums == sight.sums && same.list_count == sight.list_count && same_lists[0] == lists[0]);
        for (std::size_t t = 0; t < width; ++t)
            CHECK(std::abs(static_cast<float>(sight.transitions()[t]) / frozen.transition_scale() -
                           table.transition_weights[row * width + t]) < 1e-3f);
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            std::int32_t scores[labels];
            frozen.score_labels(sight, static_cast<int>(kind), scores);
            for (std::size_t label = 0; label < labels; ++label)
                CHECK(std::abs(static_cast<float>(scores[label]) / frozen.label_scale() -
                               expected[row * kinds + kind][label]) < 1e-3f);
            std::int32_t some[labels];
            const std::vector<std::uint16_t> wanted{7, 0, 39, 12};
            frozen.score_labels(sight, static_cast<int>(kind), wanted, some);
            for (const std::uint16_t label : wanted) CHECK(some[label] == scores[label]);
        }
    }
}

void bytes_are_read_back_or_refused(int transitions) {
    std::string bytes;
    FrozenWeights(trained(transitions)).write(bytes);
    std::string_view left = bytes;
    std::string again;
    FrozenWeights(left).write(again);
    CHECK(left.empty());
    CHECK(again == bytes);
    std::mt19937 random(2);
    for (int round = 0; round < 3000; ++round) {
        std::string changed = bytes.substr(0, round % 3 ? bytes.size() : random() % bytes.size());
        for (int k = 0; k < 3 && !changed.empty(); ++k)
            changed[random() % (round % 2 ? changed.size() : std::min<std::size_t>(48, changed.size()))] =
                static_cast<char>(random());
        std::string_view view = changed;
        try {
            const FrozenWeights frozen(view);
            std::vector<FeatureKey> keys(200);
            for (FeatureKey& key : keys) key = key_of(random() % features);
            std::vector<std::uint32_t> lists(keys.size());
            FrozenWeights::Sight sight{{}, lists.data(), 0};
            frozen.look_up(keys, 0, keys.size(), sight);
            std::vector<std::int32_t> scores(static_cast<std::size_t>(frozen.shape().labels));
            for (int kind = 0; kind < frozen.shape().kinds; ++kind) frozen.score_labels(sight, kind, scores.data());
        } catch (const std::invalid_argument&) {
        }
    }
}

// A header that counts all its bits was one of so many pairs, before there were lists of all labels.
void tables_of_earlier_versions_are_read() {
    constexpr std::size_t words_at = 24, flag_at = 40;
    constexpr int many = 40000, pairs = 2047;
    WeightTable table{{1, 1, many}, {key_of(1)}, {0.0f}, {}};
    for (int k = 0; k < pairs; ++k)
        table.label_weights.push_back({0, 0, static_cast<std::uint16_t>(3 * k), static_cast<float>(k % 7 - 3)});
    std::string now, again;
    FrozenWeights(table).write(now);
    CHECK(now[flag_at] == 1);
    // Now it takes two headers: 2,046 pairs and one.
    const std::size_t lists = 64 + 64 * 1;
    std::string before = now.substr(0, lists);
    before[flag_at] = 0;
    const std::uint64_t words = 1 + 2 * pairs;  // one less
    std::memcpy(before.data() + words_at, &words, sizeof words);
    const auto word = [&](std::size_t k) { return now.substr(lists + 2 * k, 2); };
    before += std::string{'\xFF', '\x87'};  // the last kind, and all bits of the size
    for (std::size_t k = 1; k <= 2 * 2046; ++k) before += word(k);
    before += word(2 * 2046 + 2) + word(2 * 2046 + 3);
    before.resize((before.size() + 7) / 8 * 8);
    std::string_view left = before;
    const FrozenWeights frozen(left);
    CHECK(left.empty());
    frozen.write(again);
    CHECK(again == before);
    std::uint32_t list;
    FrozenWeights::Sight sight{{}, &list, 0};
    frozen.look_up(table.keys, 0, 1, sight);
    std::vector<std::int32_t> scores(many);
    frozen.score_labels(sight, 0, scores.data());
    for (int k = 0; k < pairs; ++k)
        CHECK(std::lround(static_cast<float>(scores[static_cast<std::size_t>(3 * k)]) / frozen.label_scale()) == k % 7 - 3);
}

}  // namespace

int main() {
    tables_of_earlier_versions_are_read();
    averages_are_means_over_the_steps();
    seldom_updated_features_are_left_out();
    means_are_of_all_tables_and_small_ones_are_left_out();
    for (const int transitions : {4, 5, 6, 13}) {
        frozen_weights_are_the_scaled_averages(transitions);
        bytes_are_read_back_or_refused(transitions);
    }
}
