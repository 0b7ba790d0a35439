#include "core/significance/bootstrap.hpp"

#include "core/interruption.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "core/significance/rows.hpp"

namespace crossarc {
namespace {

constexpr std::size_t samples_at_once = 64;
constexpr std::uint32_t draws_at_once = 1 << 14;

// Columns that are the same in all sentences, such as what two systems could have got right, are added up once: rows
// are drawn at random, and take as long as the cache has to fetch.
class DistinctColumns {
  public:
    explicit DistinctColumns(const SentenceCounts& counts) : place_(counts.width()) {
        std::vector<std::size_t> like(counts.width());  // the first column that has been the same so far
        for (std::size_t s = 0; s < counts.sentences(); ++s) {
            const auto row = counts.row(s);
            for (std::size_t i = 0; i < row.size(); ++i)
                if (const std::size_t other = like[i]; row[i] != row[other])
                    for (std::size_t j = i; j < row.size(); ++j)
                        if (like[j] == other && row[j] == row[i]) like[j] = i;
        }
        for (std::size_t i = 0; i < like.size(); ++i) {
            if (like[i] == i) first_.push_back(i);
            place_[i] = like[i] == i ? first_.size() - 1 : place_[like[i]];
        }
    }

    std::size_t place(std::size_t column) const { return place_[column]; }

    template <typename Number>
    Rows<Number> rows(const SentenceCounts& counts) const {
        Rows<Number> rows(counts.sentences(), first_.size());
        for (std::size_t s = 0; s < counts.sentences(); ++s)
            for (std::size_t k = 0; k < first_.size(); ++k) rows[s][k] = static_cast<Number>(counts.row(s)[first_[k]]);
        return rows;
    }

  private:
    std::vector<std::size_t> first_, place_;
};

template <typename Number, typename Sum>
std::vector<double> differences_in_samples(const SentenceCounts& counts, std::size_t samples, std::uint64_t seed,
                                           int threads) {
    const DistinctColumns columns(counts);
    const auto rows = columns.rows<Number>(counts);
    const auto pairs = system_pairs(counts.systems);
    const auto sentences = static_cast<std::uint32_t>(counts.sentences());
    std::vector<double> differences(samples * pairs.size() * counts.metrics);

    parallel_for(samples, threads, samples_at_once, [&] {
        return [&, sums = RowSums<Number, Sum>(rows)](std::size_t sample) mutable {
            RandomStream random(seed, sample);
            sums.clear();
            for (std::uint32_t drawn = 0; drawn < sentences;) {
                const std::uint32_t end = std::min(sentences, drawn + draws_at_once);
                poll(std::int64_t{10} * (end - drawn));
                for (; drawn < end; ++drawn) sums.add(random.below(sentences));
            }
            const auto totals = sums.totals();
            const auto score = [&](std::size_t system, std::size_t metric) {
                const std::size_t right = (system * counts.metrics + metric) * 2;
                return ratio(totals[columns.place(right)], totals[columns.place(right + 1)]);
            };
            double* out = differences.data() + sample * pairs.size() * counts.metrics;
            for (const auto& [a, b] : pairs)
                for (std::size_t metric = 0; metric < counts.metrics; ++metric)
                    *out++ = score(b, metric) - score(a, metric);
        };
    });
    return differences;
}

}  // namespace

std::vector<double> bootstrap_differences(const SentenceCounts& counts, std::size_t samples, std::uint64_t seed,
                                          int threads) {
    if (fit_into<std::uint8_t>(counts))
        return differences_in_samples<std::uint8_t, std::uint16_t>(counts, samples, seed, threads);
    if (fit_into<std::int16_t>(counts))
        return differences_in_samples<std::int16_t, std::int16_t>(counts, samples, seed, threads);
    return differences_in_samples<std::int32_t, std::int32_t>(counts, samples, seed, threads);
}

}  // namespace crossarc
