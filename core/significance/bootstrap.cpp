#include "core/significance/bootstrap.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "core/significance/random.hpp"

namespace crossarc {
namespace {

constexpr std::size_t samples_at_once = 64;

PaddedRows rows_of(const SentenceCounts& counts) {
    PaddedRows rows(counts.sentences(), counts.width());
    for (std::size_t s = 0; s < counts.sentences(); ++s)
        std::copy_n(counts.values.data() + s * counts.width(), counts.width(), rows[s]);
    return rows;
}

}  // namespace

std::vector<double> bootstrap_differences(const SentenceCounts& counts, std::size_t samples, std::uint64_t seed,
                                          int threads) {
    const PaddedRows rows = rows_of(counts);
    const auto pairs = system_pairs(counts.systems);
    const auto sentences = static_cast<std::uint32_t>(counts.sentences());
    std::vector<double> differences(samples * pairs.size() * counts.metrics);

    parallel_for(samples, threads, samples_at_once, [&] {
        return [&, sums = RowSums(counts.width())](std::size_t sample) mutable {
            RandomStream random(seed, sample);
            sums.clear();
            for (std::uint32_t drawn = 0; drawn < sentences; ++drawn) sums.add(rows[random.below(sentences)]);
            const auto totals = sums.totals();
            double* out = differences.data() + sample * pairs.size() * counts.metrics;
            for (const auto& [a, b] : pairs)
                for (std::size_t metric = 0; metric < counts.metrics; ++metric) {
                    const std::size_t in_a = (a * counts.metrics + metric) * 2;
                    const std::size_t in_b = (b * counts.metrics + metric) * 2;
                    *out++ = ratio(totals[in_b], totals[in_b + 1]) - ratio(totals[in_a], totals[in_a + 1]);
                }
        };
    });
    return differences;
}

}  // namespace crossarc
