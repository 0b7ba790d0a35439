#include "core/significance/shuffling.hpp"

#include <bit>
#include <cmath>

#include "core/interruption.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "core/significance/rows.hpp"

namespace crossarc {
namespace {

constexpr std::size_t samples_at_once = 64;
constexpr int bits = 64;

// Differences that are equal as fractions may not be as doubles.
constexpr double rounding = 1e-12;

// Two systems: the sums of their counts, and for each sentence what the first would gain by the swap.
template <typename Number>
struct Pair {
    std::vector<std::int64_t> first, second;  // [metric][right, possible]
    Rows<Number> gains;
    std::vector<double> difference;  // the absolute one, for each metric
};

template <typename Number>
double absolute_difference(const Pair<Number>& pair, std::span<const std::int64_t> gain, std::size_t metric) {
    const std::size_t right = metric * 2, possible = right + 1;
    return std::abs(ratio(pair.first[right] + gain[right], pair.first[possible] + gain[possible]) -
                    ratio(pair.second[right] - gain[right], pair.second[possible] - gain[possible]));
}

template <typename Number>
Pair<Number> pair_of(const SentenceCounts& counts, std::size_t a, std::size_t b) {
    const std::size_t width = counts.metrics * 2;
    Pair<Number> pair{std::vector<std::int64_t>(width), std::vector<std::int64_t>(width),
                      Rows<Number>(counts.sentences(), width), std::vector<double>(counts.metrics)};
    for (std::size_t s = 0; s < counts.sentences(); ++s) {
        const auto row = counts.row(s);
        for (std::size_t i = 0; i < width; ++i) {
            const std::int32_t in_a = row[a * width + i], in_b = row[b * width + i];
            pair.first[i] += in_a;
            pair.second[i] += in_b;
            pair.gains[s][i] = static_cast<Number>(in_b - in_a);
        }
    }
    const std::vector<std::int64_t> nothing(width);
    for (std::size_t metric = 0; metric < counts.metrics; ++metric)
        pair.difference[metric] = absolute_difference(pair, nothing, metric);
    return pair;
}

// The gain of the first system when it swaps a random half of the sentences.
template <typename Number>
std::span<const std::int64_t> swap_some(std::size_t sentences, RandomStream& random, RowSums<Number>& sums) {
    sums.clear();
    for (std::size_t begin = 0; begin < sentences; begin += bits) {
        poll(bits);
        std::uint64_t swapped = random.next();
        if (sentences - begin < bits) swapped &= (std::uint64_t{1} << (sentences - begin)) - 1;
        for (; swapped != 0; swapped &= swapped - 1)
            sums.add(begin + static_cast<std::size_t>(std::countr_zero(swapped)));
    }
    return sums.totals();
}

// In how many samples the two systems differ at least as much as they really do, for each metric.
template <typename Number>
std::vector<std::int64_t> count_as_different(const Pair<Number>& pair, std::size_t sentences, std::size_t samples,
                                             std::uint64_t seed, int threads) {
    const std::size_t metrics = pair.difference.size();
    std::vector<std::uint8_t> as_different(samples * metrics);
    parallel_for(samples, threads, samples_at_once, [&] {
        return [&, sums = RowSums<Number>(pair.gains)](std::size_t sample) mutable {
            // The same streams for every pair: a result does not depend on which other systems are compared.
            RandomStream random(~seed, sample);
            const auto gain = swap_some(sentences, random, sums);
            for (std::size_t metric = 0; metric < metrics; ++metric)
                as_different[sample * metrics + metric] =
                    absolute_difference(pair, gain, metric) >= pair.difference[metric] - rounding;
        };
    });
    std::vector<std::int64_t> counted(metrics);
    for (std::size_t i = 0; i < as_different.size(); ++i) counted[i % metrics] += as_different[i];
    return counted;
}

}  // namespace

std::vector<std::int64_t> shuffled_as_different(const SentenceCounts& counts, std::size_t samples,
                                                std::uint64_t seed, int threads) {
    const auto count = [&](const auto& pair) {
        return count_as_different(pair, counts.sentences(), samples, seed, threads);
    };
    const bool small = fit_into<std::int16_t>(counts);
    std::vector<std::int64_t> result;
    for (const auto& [a, b] : system_pairs(counts.systems)) {
        const auto counted =
            small ? count(pair_of<std::int16_t>(counts, a, b)) : count(pair_of<std::int32_t>(counts, a, b));
        result.insert(result.end(), counted.begin(), counted.end());
    }
    return result;
}

}  // namespace crossarc
