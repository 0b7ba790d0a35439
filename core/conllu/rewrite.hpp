#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/conllu/document.hpp"

namespace crossarc {

// What becomes of sentences that a lenient reader could not read: they are no part of the result, or stay as they are.
enum class Broken : std::uint8_t { left_out, kept };

// A document as the text of a file: its own, with its new trees, tags and lemmas. All else stays as it is, byte for byte.
std::string written(const Document& document, Broken broken = Broken::left_out);

// The same for one sentence, with its comments and its blank line.
std::string written_sentence(const Document& document, std::size_t sentence);

}  // namespace crossarc
