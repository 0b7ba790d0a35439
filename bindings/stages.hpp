// What the bindings of stages share: their trainers, their bytes, and the columns that they have filled in.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/module.hpp"
#include "core/conllu/document.hpp"

namespace crossarc::bindings {

using Bytes = Input<std::uint8_t>;

inline std::string_view view_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.shape(0)};
}

template <class Model>
Model loaded(const Bytes& bytes) {
    const WithoutGil released;
    return Model(view_of(bytes));
}

template <class Model>
nb::bytes stored(const Model& model) {
    std::string bytes;
    model.write(bytes);
    return nb::bytes(bytes.data(), bytes.size());
}

// The numbers of the words' strings, and the strings.
inline nb::tuple column(std::vector<std::int32_t> codes, const std::vector<std::string>& strings) {
    return nb::make_tuple(array_of<std::int32_t>(std::move(codes)), nb::cast(strings));
}

// The class `name` of those who learn epoch by epoch, and the function `maker` that makes one.
template <class Trainer, class Options>
void register_trainer(nb::module_& m, const char* name, const char* maker) {
    nb::class_<Trainer>(m, name)
        .def("learn",
             [](Trainer& trainer) {
                 const WithoutGil released;
                 trainer.learn();
             })
        .def("model", [](const Trainer& trainer) {
            const WithoutGil released;
            return trainer.model();
        });
    m.def(
        maker,
        [](Document& treebank, const Document* lexicon, std::uint64_t seed) {
            const WithoutGil released;
            Options options;
            options.seed = seed;
            return Trainer(treebank, lexicon, options);
        },
        nb::arg("treebank"), nb::arg("lexicon").none(), nb::arg("seed"));
}

}  // namespace crossarc::bindings
