#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

// A random tree over n words: they are attached, in random order, to the root or to one that is attached already.
inline std::vector<std::int32_t> random_tree(int n, std::mt19937& random) {
    std::vector<std::int32_t> order(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i + 1;
    std::shuffle(order.begin(), order.end(), random);
    std::vector<std::int32_t> heads(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t pick = random() % (i + 1);
        heads[static_cast<std::size_t>(order[i]) - 1] = pick == i ? 0 : order[pick];
    }
    return heads;
}
