#pragma once

#include "core/node.hpp"

namespace crossarc {

// An arc without its direction: its two ends and which word it makes dependent.
struct ArcSpan {
    Node left, right, dependent;
};

}  // namespace crossarc
