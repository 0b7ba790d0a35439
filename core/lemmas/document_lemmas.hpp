// Lemmatizing a document.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/conllu/document.hpp"
#include "core/lemmas/model.hpp"

namespace crossarc::lemmas {

// For each word the number of its lemma, or -1 where the document's own stays.
struct FilledLemmas {
    std::vector<std::int32_t> codes;
    std::vector<std::string> strings;  // each once
};

// Forms with more bytes are no words, and stay without a lemma: lines would become longer than what can be read again.
inline constexpr std::size_t longest_form = 1 << 16;

// A lemma is missing where LEMMA is "_" and FORM is not; with `redo` all are.
FilledLemmas fill_lemmas(const Model& model, Document& document, bool redo, int threads);

}  // namespace crossarc::lemmas
