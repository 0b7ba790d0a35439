// Tests of significance: the paired bootstrap and stratified shuffling.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "bindings/module.hpp"
#include "core/significance/bootstrap.hpp"
#include "core/significance/shuffling.hpp"

namespace crossarc::bindings {
namespace {

using Counts = nb::ndarray<const std::int32_t, nb::ndim<4>, nb::c_contig, nb::device::cpu>;

SentenceCounts checked(const Counts& array) {
    const std::span<const std::int32_t> values(array.data(), array.size());
    if (array.shape(0) == 0 || array.shape(1) < 2 || array.shape(2) == 0 || array.shape(3) != 2)
        throw nb::value_error("the counts must be [sentence][system][metric][right, possible], of two systems or more");
    if (array.shape(0) > std::numeric_limits<std::uint32_t>::max()) throw nb::value_error("too many sentences");
    if (std::any_of(values.begin(), values.end(), [](auto value) { return value < 0 || value > largest_count; }))
        throw nb::value_error("a count is negative or too large");
    return {values, array.shape(1), array.shape(2)};
}

nb::object bootstrap(const Counts& array, std::size_t samples, std::uint64_t seed, int threads) {
    const SentenceCounts counts = checked(array);
    std::vector<double> differences;
    {
        const WithoutGil released;
        differences = bootstrap_differences(counts, samples, seed, threads);
    }
    return nb::cast(array_of<double>(std::move(differences)));
}

nb::object shuffle(const Counts& array, std::size_t samples, std::uint64_t seed, int threads) {
    const SentenceCounts counts = checked(array);
    std::vector<std::int64_t> as_different;
    {
        const WithoutGil released;
        as_different = shuffled_as_different(counts, samples, seed, threads);
    }
    return nb::cast(array_of<std::int64_t>(std::move(as_different)));
}

}  // namespace

void register_significance(nb::module_& m) {
    m.def("bootstrap_differences", &bootstrap, nb::arg("counts"), nb::arg("samples"), nb::arg("seed"),
          nb::arg("threads") = 1);
    m.def("shuffled_as_different", &shuffle, nb::arg("counts"), nb::arg("samples"), nb::arg("seed"),
          nb::arg("threads") = 1);
}

}  // namespace crossarc::bindings
