// Resampling under the sanitizers; its distributions are tested from Python.
#include <random>
#include <vector>

#include "core/significance/bootstrap.hpp"
#include "core/significance/shuffling.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

constexpr std::size_t sentences = 300, systems = 3, metrics = 5, samples = 200;

std::vector<std::int32_t> random_counts(std::int32_t largest) {
    std::mt19937 random(1);
    std::vector<std::int32_t> values(sentences * systems * metrics * 2);
    for (std::int32_t& value : values) value = static_cast<std::int32_t>(random() % static_cast<unsigned>(largest + 1));
    return values;
}

void threads_do_not_matter(std::int32_t largest) {
    const std::vector<std::int32_t> values = random_counts(largest);
    const SentenceCounts counts{values, systems, metrics};
    CHECK(bootstrap_differences(counts, samples, 7, 1) == bootstrap_differences(counts, samples, 7, 3));
    CHECK(shuffled_as_different(counts, samples, 7, 1) == shuffled_as_different(counts, samples, 7, 3));
    CHECK_EQUAL(bootstrap_differences(counts, samples, 7, 2).size(), samples * 3 * metrics);
    CHECK_EQUAL(shuffled_as_different(counts, samples, 7, 2).size(), 3 * metrics);
}

void a_system_does_not_differ_from_itself() {
    std::vector<std::int32_t> values = random_counts(40);
    const std::size_t row = metrics * 2;
    for (std::size_t s = 0; s < sentences; ++s)
        for (std::size_t system = 1; system < systems; ++system)
            for (std::size_t i = 0; i < row; ++i)
                values[(s * systems + system) * row + i] = values[s * systems * row + i];
    const SentenceCounts counts{values, systems, metrics};
    for (const double difference : bootstrap_differences(counts, samples, 1, 2)) CHECK_EQUAL(difference, 0.0);
    for (const std::int64_t count : shuffled_as_different(counts, samples, 1, 2))
        CHECK_EQUAL(count, static_cast<std::int64_t>(samples));
}

}  // namespace

int main() {
    threads_do_not_matter(40);
    threads_do_not_matter(largest_count);
    a_system_does_not_differ_from_itself();
}
