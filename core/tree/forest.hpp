#pragma once

#include <cstdint>
#include <span>

#include "core/node.hpp"

namespace crossarc {

// The trees of many sentences end to end: sentence s has heads[offsets[s]] up to heads[offsets[s + 1]].
struct Forest {
    std::span<const Node> heads;
    std::span<const std::int64_t> offsets;

    std::size_t sentences() const { return offsets.empty() ? 0 : offsets.size() - 1; }
    std::size_t first(std::size_t sentence) const { return static_cast<std::size_t>(offsets[sentence]); }
    std::size_t length(std::size_t sentence) const { return first(sentence + 1) - first(sentence); }
    std::span<const Node> sentence(std::size_t s) const { return heads.subspan(first(s), length(s)); }
};

// Whether words without a head (-1) are let through.
enum class MissingHeads : std::uint8_t { allowed, refused };

// Throws std::invalid_argument unless the heads of each sentence form a tree over 0 and its words.
void check_forest(const Forest& forest, MissingHeads missing);

}  // namespace crossarc
