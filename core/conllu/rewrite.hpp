#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/conllu/document.hpp"

namespace crossarc {

// New heads and labels of all words of a document, and how likely they are right, if that is known.
struct NewTrees {
    std::span<const std::int32_t> heads;  // Document::no_head is written as "_"
    std::span<const std::int32_t> deprel_codes;
    std::span<const std::string_view> deprels;
    std::span<const float> confidences = {};  // CoNLL-U only
};

// What becomes of sentences that a lenient reader could not read: they are no part of the result, or stay as they are.
enum class Broken : std::uint8_t { left_out, kept };

// The document's text with other trees: HEAD and DEPREL change, and in CoNLL-U also
// - DEPS, which becomes "_" where a new arc contradicts it;
// - MISC, where Confidence=0.xx is that of the new arc, or goes with the old one.
// Everything else stays as it is, byte for byte.
std::string rewrite_trees(const Document& document, const NewTrees& trees, Broken broken = Broken::left_out);

}  // namespace crossarc
