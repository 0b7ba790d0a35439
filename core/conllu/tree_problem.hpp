#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace crossarc {

// What keeps the heads of a sentence from being a tree, and the word, from 1, to tell it of.
struct TreeProblem {
    std::int32_t word;
    std::string message;
};

// Nothing if they are a tree, or a part of one: words may have no head. `trail` is the search's memory, to be reused.
std::optional<TreeProblem> tree_problem(std::span<const std::int32_t> heads, std::vector<std::int32_t>& trail);

}  // namespace crossarc
