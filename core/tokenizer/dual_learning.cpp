#include "core/tokenizer/dual_learning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/huge_pages.hpp"
#include "core/interruption.hpp"
#include "core/random.hpp"

namespace crossarc::tokenizer {
namespace {

// A lesson's share in the weights is between 0 and the cost; this is the logarithm of its odds.
constexpr double no_share = -std::numeric_limits<double>::infinity();

struct Share {
    double odds, value;
};

Share share_of(double odds, double cost) { return {odds, cost / (1.0 + std::exp(-odds))}; }

// The share that is best while all others stay, by Newton's method between bounds: `margin` is the score of the right
// answer so far, `size` the number of features.
Share best_share(const Share& before, double margin, double size, double cost) {
    constexpr double close_enough = 1e-2;
    double low = -1e3, high = 1e3;
    Share share = before.odds == no_share ? share_of(std::clamp(-margin, -30.0, 30.0), cost) : before;
    for (int round = 0; round < 50; ++round) {
        const double error = share.odds + margin + size * (share.value - before.value);
        if (std::abs(error) < close_enough) break;
        (error > 0.0 ? high : low) = share.odds;
        double odds = share.odds - error / (1.0 + size * share.value * (1.0 - share.value / cost));
        if (!(odds > low && odds < high)) odds = 0.5 * (low + high);
        share = share_of(odds, cost);
    }
    return share;
}

}  // namespace

Classifier learn_penalized(const Lessons& lessons, const DualLearningOptions& options, std::uint32_t left_out) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t lesson = 0; lesson < lessons.size(); ++lesson)
        if (lessons.group(lesson) != left_out) order.push_back(lesson);
    const auto cost = static_cast<double>(options.cost);
    HugeVector<float> weights(lessons.features().size());
    std::vector<Share> shares(lessons.size(), share_of(no_share, cost));
    RandomStream random(options.seed, 0);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        for (std::size_t k = order.size(); k > 1; --k)
            std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
        for (const std::uint32_t lesson : order) {
            const std::span<const std::uint32_t> own = lessons.numbers(lesson);
            poll(static_cast<std::int64_t>(own.size()) * 8);
            float sum = 0.0f;
            for (const std::uint32_t number : own) sum += weights[number];
            const double sign = lessons.answer(lesson) ? 1.0 : -1.0;
            const Share before = std::exchange(
                shares[lesson],
                best_share(shares[lesson], sign * static_cast<double>(sum), static_cast<double>(own.size()), cost));
            if (shares[lesson].odds == before.odds) continue;
            const auto change = static_cast<float>(sign * (shares[lesson].value - before.value));
            for (const std::uint32_t number : own) weights[number] += change;
        }
    }
    return Classifier(lessons.features(), weights);
}

}  // namespace crossarc::tokenizer
