#pragma once

#include <vector>

#include "core/node.hpp"

namespace crossarc {

// Heads and labels of the words of a sentence, heads[w - 1].
struct LabelledTree {
    static constexpr Label unlabelled = -1;  // of a word under 0 that no transition attached

    std::vector<Node> heads;
    std::vector<Label> labels;
};

}  // namespace crossarc
