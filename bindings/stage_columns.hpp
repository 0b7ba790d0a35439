// Columns that a stage has filled in, as Python sees them.
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

namespace crossarc::bindings {

using Bytes = Input<std::uint8_t>;

inline std::string_view view_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.shape(0)};
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

}  // namespace crossarc::bindings
