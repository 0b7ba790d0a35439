// Weights: frozen ones score as the averages that they came from, and tables that lie are refused.
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/linear/frozen_weights.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

constexpr int classes = 5;

AveragedWeights trained() {
    AveragedWeights weights(classes);
    std::mt19937_64 random(1);
    for (std::int64_t step = 1; step <= 2000; ++step) {
        const std::vector<FeatureKey> keys{(random() % 300) * 0x9E3779B97F4A7C15u | 1, no_feature};
        weights.update(keys, static_cast<int>(random() % classes), random() % 2 ? 1.0f : -1.0f, step);
    }
    return weights;
}

// As it lies in a mapped file: aligned to 8.
struct Aligned {
    explicit Aligned(const std::string& bytes) : words((bytes.size() + 7) / 8), size(bytes.size()) {
        bytes.copy(reinterpret_cast<char*>(words.data()), bytes.size());
    }
    std::string_view view() const { return {reinterpret_cast<const char*>(words.data()), size}; }

    std::vector<std::uint64_t> words;
    std::size_t size;
};

void the_best_class_stays_the_best() {
    const AveragedWeights weights = trained();
    const FrozenWeights frozen(weights, 2000, 0.0f);
    weights.for_each_average(2000, [&](FeatureKey key, std::span<const float> averages) {
        std::int32_t scores[classes];
        frozen.score(std::vector<FeatureKey>{key, no_feature, 2}, scores);
        for (int a = 0; a < classes; ++a)
            for (int b = 0; b < classes; ++b)
                if (averages[static_cast<std::size_t>(a)] > averages[static_cast<std::size_t>(b)] + 0.01f)
                    CHECK(scores[a] > scores[b]);
    });
}

void bytes_are_read_back_or_refused() {
    std::string bytes;
    FrozenWeights(trained(), 2000, 0.0f).write(bytes);
    const Aligned whole(bytes);
    std::string_view left = whole.view();
    std::string again;
    FrozenWeights(left).write(again);
    CHECK(left.empty());
    CHECK(again == bytes);
    std::mt19937 random(2);
    for (int round = 0; round < 3000; ++round) {
        std::string changed = bytes.substr(0, round % 3 ? bytes.size() : random() % bytes.size());
        for (int k = 0; k < 3 && !changed.empty(); ++k)
            changed[random() % (round % 2 ? changed.size() : std::min<std::size_t>(24, changed.size()))] =
                static_cast<char>(random());
        const Aligned memory(changed);
        std::string_view view = memory.view();
        try {
            const FrozenWeights frozen(view);
            std::vector<FeatureKey> keys(200);
            for (FeatureKey& key : keys) key = (random() % 300) * 0x9E3779B97F4A7C15u | 1;
            std::vector<std::int32_t> scores(static_cast<std::size_t>(frozen.classes()));
            frozen.score(keys, scores.data());
        } catch (const std::invalid_argument&) {
        }
    }
}

}  // namespace

int main() {
    the_best_class_stays_the_best();
    bytes_are_read_back_or_refused();
}
