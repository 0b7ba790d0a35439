// Sentences in lock step, for networks: arrays are filled where they lie, so that a step allocates nothing.
#include "core/parsing/lock_step.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/trees.hpp"

namespace crossarc::bindings {
namespace {

template <typename T>
using Rows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename T>
using FilledRows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Filled = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Array>
void check_rows(const Array& array, std::size_t rows, std::size_t width, const char* what) {
    if (array.shape(0) < rows || array.shape(1) != width)
        throw std::invalid_argument(std::string("the array of ") + what + " has the wrong shape");
}

std::unique_ptr<LockStep> make_lock_step(const std::string& system, const std::string& root,
                                         const std::string& reconstruction, const std::string& root_links,
                                         const std::vector<std::string>& slots, const Input<std::uint8_t>& label_uses,
                                         bool labels_after, const Input<std::int32_t>& lengths,
                                         const Input<std::int64_t>& first_rows, std::int64_t missing_row) {
    const auto uses = span_of(label_uses);
    return std::make_unique<LockStep>(make_system(system, {root, reconstruction, root_links}),
                                      LabelUses({uses.begin(), uses.end()}),
                                      labels_after ? LabelChoice::after : LabelChoice::together,
                                      std::vector<Address>(slots.begin(), slots.end()), span_of(lengths),
                                      WordTable{span_of(first_rows), missing_row});
}

}  // namespace

void register_lock_step(nb::module_& m) {
    nb::class_<LockStep>(m, "LockStep")
        .def(nb::new_(&make_lock_step), nb::arg("system"), nb::arg("root"), nb::arg("reconstruction"),
             nb::arg("root_links"), nb::arg("slots"), nb::arg("label_uses"), nb::arg("labels_after"), nb::arg("lengths"),
             nb::arg("first_rows"), nb::arg("missing_row"))
        .def(
            "set_gold",
            [](LockStep& self, const Heads& heads, const Offsets& offsets, const Input<std::int32_t>& labels,
               const std::string& oracle, const OracleOptions& options) {
                const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
                const WithoutGil released;
                self.set_gold(trees, span_of(labels), oracle, options);
            },
            nb::arg("heads"), nb::arg("offsets"), nb::arg("labels"), nb::arg("oracle"),
            nb::arg("options") = OracleOptions{})
        .def_prop_ro("open", &LockStep::open)
        .def("open_sentences",
             [](const LockStep& self) {
                 return array_of<std::int64_t>(
                     std::vector<std::int64_t>(self.open_sentences().begin(), self.open_sentences().end()));
             })
        .def_prop_ro("columns", [](const LockStep& self) { return self.columns().count(); })
        .def(
            "entries",
            [](const LockStep& self, FilledRows<std::int64_t> result) {
                check_rows(result, self.open(), self.slots(), "entries");
                const WithoutGil released;
                self.entries(result.data());
            },
            nb::arg("result"))
        .def(
            "look_ahead",
            [](const LockStep& self, const Rows<float>& scores, FilledRows<std::int32_t> chosen,
               FilledRows<float> values) {
                check_rows(scores, self.open(), self.columns().count(), "scores");
                check_rows(chosen, self.open(), 2, "choices");
                check_rows(values, self.open(), self.columns().transitions(), "values");
                const WithoutGil released;
                self.look_ahead(scores.data(), chosen.data(), values.data());
            },
            nb::arg("scores"), nb::arg("chosen"), nb::arg("values"))
        .def(
            "advance",
            [](LockStep& self, const Rows<float>& scores) {
                check_rows(scores, self.open(), self.columns().count(), "scores");
                const WithoutGil released;
                self.advance(scores.data());
            },
            nb::arg("scores"))
        .def(
            "advance_measured",
            [](LockStep& self, const Rows<float>& scores, Filled<float> transition_margins,
               Filled<float> label_margins) {
                check_rows(scores, self.open(), self.columns().count(), "scores");
                if (transition_margins.shape(0) != self.words() || label_margins.shape(0) != self.words())
                    throw std::invalid_argument("two margins for each word are needed");
                const WithoutGil released;
                self.advance(scores.data(), transition_margins.data(), label_margins.data());
            },
            nb::arg("scores"), nb::arg("transition_margins"), nb::arg("label_margins"))
        .def(
            "explore",
            [](LockStep& self, const Rows<float>& scores, const Input<float>& draws, float mistakes,
               float near_mistakes, FilledRows<std::uint8_t> verdicts, Filled<std::int64_t> errors) {
                check_rows(scores, self.open(), self.columns().count(), "scores");
                check_rows(verdicts, self.open(), self.columns().count(), "verdicts");
                if (draws.shape(0) < self.open()) throw std::invalid_argument("there are too few draws");
                if (errors.shape(0) != self.sentences())
                    throw std::invalid_argument("a number of errors for each sentence is needed");
                const WithoutGil released;
                self.explore(scores.data(), draws.data(), {mistakes, near_mistakes},
                             reinterpret_cast<Verdict*>(verdicts.data()), errors.data());
            },
            nb::arg("scores"), nb::arg("draws"), nb::arg("mistakes"), nb::arg("near_mistakes"), nb::arg("verdicts"),
            nb::arg("errors"))
        .def(
            "trees",
            [](const LockStep& self, Filled<std::int32_t> heads, Filled<std::int32_t> labels) {
                if (heads.shape(0) != self.words() || labels.shape(0) != self.words())
                    throw std::invalid_argument("one head and one label for each word are needed");
                const WithoutGil released;
                self.trees(heads.data(), labels.data());
            },
            nb::arg("heads"), nb::arg("labels"))
        .def(
            "entries_facing",
            [](LockStep& self, const Input<std::int32_t>& sentences, const Input<std::int32_t>& heads,
               const Input<std::int32_t>& dependents, FilledRows<std::int64_t> result,
               Filled<std::int32_t> transitions) {
                check_rows(result, sentences.shape(0), self.slots(), "entries");
                if (transitions.shape(0) < sentences.shape(0)) throw std::invalid_argument("there is no room");
                const WithoutGil released;
                self.entries_facing(span_of(sentences), span_of(heads), span_of(dependents), result.data(),
                                    transitions.data());
            },
            nb::arg("sentences"), nb::arg("heads"), nb::arg("dependents"), nb::arg("result"), nb::arg("transitions"));
}

}  // namespace crossarc::bindings
