#pragma once

#include <nanobind/nanobind.h>

namespace crossarc::bindings {

namespace nb = nanobind;

}  // namespace crossarc::bindings
