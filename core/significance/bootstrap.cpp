#include "core/significance/bootstrap.hpp"

#include "core/interruption.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "core/significance/rows.hpp"

namespace crossarc {
namespace {

constexpr std::size_t samples_at_once = 64;
constexpr std::uint32_t draws_at_once = 1 << 14;

template <typename Number>
Rows<Number> rows_of(const SentenceCounts& counts) {
    Rows<Number> rows(counts.sentences(), counts.width());
    for (std::size_t s = 0; s < counts.sentences(); ++s)
        for (std::size_t i = 0; i < counts.width(); ++i)
            rows[s][i] = static_cast<Number>(counts.values[s * counts.width() + i]);
    return rows;
}

template <typename Number>
std::vector<double> differences_in_samples(const SentenceCounts& counts, std::size_t samples, std::uint64_t seed,
                                           int threads) {
    const auto rows = rows_of<Number>(counts);
    const auto pairs = system_pairs(counts.systems);
    const auto sentences = static_cast<std::uint32_t>(counts.sentences());
    std::vector<double> differences(samples * pairs.size() * counts.metrics);

    parallel_for(samples, threads, samples_at_once, [&] {
        return [&, sums = RowSums<Number>(rows)](std::size_t sample) mutable {
            RandomStream random(seed, sample);
            sums.clear();
            for (std::uint32_t drawn = 0; drawn < sentences;) {
                const std::uint32_t end = std::min(sentences, drawn + draws_at_once);
                poll(std::int64_t{10} * (end - drawn));
                for (; drawn < end; ++drawn) sums.add(random.below(sentences));
            }
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

}  // namespace

std::vector<double> bootstrap_differences(const SentenceCounts& counts, std::size_t samples, std::uint64_t seed,
                                          int threads) {
    return fit_into_16_bits(counts) ? differences_in_samples<std::int16_t>(counts, samples, seed, threads)
                                    : differences_in_samples<std::int32_t>(counts, samples, seed, threads);
}

}  // namespace crossarc
