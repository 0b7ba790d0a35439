// Many sentences in lock step, as NumPy arrays.
#include "core/batch.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/named_system.hpp"
#include "bindings/trees.hpp"

namespace crossarc::bindings {

namespace {

std::vector<Address> addresses_of(const std::vector<std::string>& texts) { return {texts.begin(), texts.end()}; }

}  // namespace

void register_batch(nb::module_& m) {
    nb::class_<Batch>(m, "Batch")
        .def(
            "__init__",
            [](Batch* self, const NamedSystem& system, const Input<std::int32_t>& lengths, int threads) {
                new (self) Batch(system.system, span_of(lengths), threads);
            },
            nb::arg("system"), nb::arg("lengths"), nb::arg("threads") = 1)
        .def(
            "set_gold",
            [](Batch& self, const Heads& heads, const Offsets& offsets, std::string_view oracle,
               const OracleOptions& options) {
                const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
                const WithoutGil released;
                self.set_gold(trees, oracle, options);
            },
            nb::arg("heads"), nb::arg("offsets"), nb::arg("oracle"), nb::arg("options") = OracleOptions{})
        .def("__len__", &Batch::size)
        .def(
            "finished",
            [](const Batch& self) { return filled<bool>({self.size()}, [&](bool* result) { self.finished(result); }); })
        .def("legal",
             [](const Batch& self) {
                 return filled<bool>({self.size(), self.transitions()}, [&](bool* result) { self.legal(result); });
             })
        .def("costs",
             [](const Batch& self) {
                 return filled<std::int32_t>({self.size(), self.transitions()},
                                             [&](std::int32_t* result) { self.costs(result); });
             })
        .def("losses",
             [](const Batch& self) {
                 return filled<std::int32_t>({self.size()}, [&](std::int32_t* result) { self.losses(result); });
             })
        .def("nodes",
             [](const Batch& self, const std::vector<std::string>& texts) {
                 const std::vector<Address> addresses = addresses_of(texts);
                 return filled<std::int32_t>({self.size(), addresses.size()},
                                             [&](std::int32_t* result) { self.nodes(addresses, result); });
             })
        .def("valencies",
             [](const Batch& self, const std::vector<std::string>& texts) {
                 const std::vector<Address> addresses = addresses_of(texts);
                 return filled<std::int32_t>({self.size(), addresses.size(), 2},
                                             [&](std::int32_t* result) { self.valencies(addresses, result); });
             })
        .def("heads",
             [](const Batch& self) {
                 return filled<std::int32_t>({self.words()}, [&](std::int32_t* result) { self.heads(result); });
             })
        .def("labels",
             [](const Batch& self) {
                 return filled<std::int32_t>({self.words()}, [&](std::int32_t* result) { self.labels(result); });
             })
        .def(
            "apply",
            [](Batch& self, const Input<std::int32_t>& transitions, const std::optional<Input<std::int32_t>>& labels) {
                const auto label_span = labels ? span_of(*labels) : std::span<const std::int32_t>{};
                const WithoutGil released;
                self.apply(span_of(transitions), label_span);
            },
            nb::arg("transitions"), nb::arg("labels") = nb::none());
}

}  // namespace crossarc::bindings
