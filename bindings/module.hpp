#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bindings/interruption.hpp"

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

// A NumPy array that owns what the core has computed; T is its type for NumPy, which is bool for flags.
template <typename T, typename V>
nb::ndarray<nb::numpy, T, nb::ndim<1>> array_of(std::vector<V> values) {
    static_assert(sizeof(T) == sizeof(V));
    auto* kept = new std::vector<V>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<V>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

// Fills a new NumPy array of the given shape without holding the interpreter's lock.
template <class T, std::size_t Dimensions, class Fill>
nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>> filled(const std::size_t (&shape)[Dimensions], Fill&& fill) {
    std::size_t size = 1;
    for (std::size_t extent : shape) size *= extent;
    auto memory = std::make_unique<T[]>(std::max<std::size_t>(size, 1));
    {
        const WithoutGil released;
        fill(memory.get());
    }
    T* data = memory.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>>(data, Dimensions, shape, owner);
}

void register_treebank(nb::module_& m);
void register_parser(nb::module_& m);
void register_svm(nb::module_& m);
void register_lock_step(nb::module_& m);
void register_tree(nb::module_& m);
void register_transforms(nb::module_& m);
void register_significance(nb::module_& m);
void register_evaluation(nb::module_& m);
void register_systems(nb::module_& m);
void register_batch(nb::module_& m);
void register_derivations(nb::module_& m);
void register_tokenizer(nb::module_& m);
void register_tagging(nb::module_& m);
void register_lemmas(nb::module_& m);

}  // namespace crossarc::bindings
