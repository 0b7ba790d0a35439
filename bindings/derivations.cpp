// Whole derivations of all trees of a treebank.
#include <nanobind/stl/string_view.h>

#include "bindings/named_system.hpp"
#include "bindings/trees.hpp"
#include "core/derivation.hpp"

namespace crossarc::bindings {

namespace {

nb::tuple arrays_of(Followed followed) {
    return nb::make_tuple(array_of<Node>(std::move(followed.heads)), array_of<std::int32_t>(std::move(followed.steps)),
                          array_of<std::int32_t>(std::move(followed.promised)));
}

}  // namespace

void register_derivations(nb::module_& m) {
    m.def(
        "covers",
        [](const NamedSystem& system, const Heads& heads, const Offsets& offsets, int threads) {
            const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
            return filled<bool>({trees.sentences()},
                                [&](bool* result) { covers(*system.system, trees, threads, result); });
        },
        nb::arg("system"), nb::arg("heads"), nb::arg("offsets"), nb::arg("threads") = 1);
    m.def(
        "derive_all",
        [](const NamedSystem& system, const Heads& heads, const Offsets& offsets, int threads,
           const OracleOptions& options) {
            const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
            Followed followed;
            {
                const WithoutGil released;
                followed = derive_all(system.system, options, trees, threads);
            }
            return arrays_of(std::move(followed));
        },
        nb::arg("system"), nb::arg("heads"), nb::arg("offsets"), nb::arg("threads") = 1,
        nb::arg("options") = OracleOptions{});
    m.def(
        "follow",
        [](const NamedSystem& system, std::string_view oracle, const Heads& heads, const Offsets& offsets,
           std::uint64_t seed, int explore, int threads, const OracleOptions& options) {
            const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
            Followed followed;
            {
                const WithoutGil released;
                followed = follow(system.system, oracle, options, trees, seed, explore, threads);
            }
            return arrays_of(std::move(followed));
        },
        nb::arg("system"), nb::arg("oracle"), nb::arg("heads"), nb::arg("offsets"), nb::arg("seed") = 0,
        nb::arg("explore") = 0, nb::arg("threads") = 1, nb::arg("options") = OracleOptions{});
}

}  // namespace crossarc::bindings
