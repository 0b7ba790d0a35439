#pragma once

#include <nanobind/nanobind.h>

namespace crossarc::bindings {

namespace nb = nanobind;

void register_systems(nb::module_& m);

}  // namespace crossarc::bindings
