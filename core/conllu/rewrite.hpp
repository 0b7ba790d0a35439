#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/conllu/document.hpp"

namespace crossarc {

// The document's text with other heads and labels for its words: HEAD and DEPREL change, and in CoNLL-U DEPS
// becomes "_" where a new arc contradicts it. Everything else stays as it is, byte for byte, but for sentences that a
// lenient reader left out: they are left out here too. A head of
// Document::no_head is written as "_". With confidences (CoNLL-U only), MISC says Confidence=0.xx, in place of what it said
// about that before.
std::string rewrite_trees(const Document& document, std::span<const std::int32_t> heads,
                          std::span<const std::int32_t> deprel_codes, std::span<const std::string_view> deprels,
                          std::span<const float> confidences = {});

}  // namespace crossarc
