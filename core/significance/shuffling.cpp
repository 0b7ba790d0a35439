#include "core/significance/shuffling.hpp"

#include <bit>
#include <cmath>

#include "core/parallel.hpp"
#include "core/significance/random.hpp"

namespace crossarc {
namespace {

constexpr std::size_t samples_at_once = 64;
constexpr int bits = 64;

// Differences that are equal as fractions may not be as doubles.
constexpr double rounding = 1e-12;

// Two systems: the sums of their counts, and for each sentence what the first would gain by the swap.
struct Pair {
    std::vector<std::int64_t> first, second;  // [metric][right, possible]
    PaddedRows gains;
    std::vector<double> difference;  // the absolute one, for each metric
};

double absolute_difference(const Pair& pair, std::span<const std::int64_t> gain, std::size_t metric) {
    const std::size_t right = metric * 2, possible = right + 1;
    return std::abs(ratio(pair.first[right] + gain[right], pair.first[possible] + gain[possible]) -
                    ratio(pair.second[right] - gain[right], pair.second[possible] - gain[possible]));
}

Pair pair_of(const SentenceCounts& counts, std::size_t a, std::size_t b) {
    const std::size_t width = counts.metrics * 2;
    Pair pair{std::vector<std::int64_t>(width), std::vector<std::int64_t>(width),
              PaddedRows(counts.sentences(), width), std::vector<double>(counts.metrics)};
    for (std::size_t s = 0; s < counts.sentences(); ++s) {
        const auto row = counts.values.subspan(s * counts.width(), counts.width());
        for (std::size_t i = 0; i < width; ++i) {
            const std::int32_t in_a = row[a * width + i], in_b = row[b * width + i];
            pair.first[i] += in_a;
            pair.second[i] += in_b;
            pair.gains[s][i] = in_b - in_a;
        }
    }
    const std::vector<std::int64_t> nothing(width);
    for (std::size_t metric = 0; metric < counts.metrics; ++metric)
        pair.difference[metric] = absolute_difference(pair, nothing, metric);
    return pair;
}

// The gain of the first system when it swaps a random half of the sentences.
std::span<const std::int64_t> swap_some(const Pair& pair, std::size_t sentences, RandomStream& random, RowSums& sums) {
    sums.clear();
    for (std::size_t begin = 0; begin < sentences; begin += bits) {
        std::uint64_t swapped = random.next();
        if (sentences - begin < bits) swapped &= (std::uint64_t{1} << (sentences - begin)) - 1;
        for (; swapped != 0; swapped &= swapped - 1)
            sums.add(pair.gains[begin + static_cast<std::size_t>(std::countr_zero(swapped))]);
    }
    return sums.totals();
}

}  // namespace

std::vector<std::int64_t> shuffled_as_different(const SentenceCounts& counts, std::size_t samples,
                                                std::uint64_t seed, int threads) {
    std::vector<std::int64_t> as_different;
    for (const auto& [a, b] : system_pairs(counts.systems)) {
        const Pair pair = pair_of(counts, a, b);
        std::vector<std::uint8_t> hits(samples * counts.metrics);
        parallel_for(samples, threads, samples_at_once, [&] {
            return [&, sums = RowSums(counts.metrics * 2)](std::size_t sample) mutable {
                // The same streams for every pair: a result does not depend on which other systems are compared.
                RandomStream random(~seed, sample);
                const auto gain = swap_some(pair, counts.sentences(), random, sums);
                for (std::size_t metric = 0; metric < counts.metrics; ++metric)
                    hits[sample * counts.metrics + metric] =
                        absolute_difference(pair, gain, metric) >= pair.difference[metric] - rounding;
            };
        });
        for (std::size_t metric = 0; metric < counts.metrics; ++metric) {
            std::int64_t sum = 0;
            for (std::size_t sample = 0; sample < samples; ++sample) sum += hits[sample * counts.metrics + metric];
            as_different.push_back(sum);
        }
    }
    return as_different;
}

}  // namespace crossarc
