#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>

namespace crossarc::bindings {

namespace nb = nanobind;

template <typename T>
using Array = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;  // a read-only NumPy array that shares the core's memory

template <typename T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A view of memory that belongs to `owner`, which stays alive as long as the array does.
template <typename T>
Array<T> view_of(std::span<const T> values, nb::handle owner) {
    return Array<T>(values.data(), {values.size()}, owner);
}

template <typename T>
std::span<const T> span_of(const Input<T>& array) {
    return {array.data(), array.shape(0)};
}

void register_treebank(nb::module_& m);

}  // namespace crossarc::bindings
