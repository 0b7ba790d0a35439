// The text that two treebanks must have in common to be compared, and where their tokens stand in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/conllu/document.hpp"

namespace crossarc {

// The forms of a document's tokens, one after the other, without the spaces (Unicode category Zs) in them, as the CoNLL
// 2018 scorer sees a text. Tokens are words, or multiword tokens with all their words. Places are bytes: in equal texts
// they are as good as characters.
struct TokenSpans {
    std::string text;
    std::vector<std::int64_t> cuts{0};          // token t covers cuts[t] up to cuts[t + 1]
    std::vector<std::uint8_t> multiword;        // whether a token has several words
    std::vector<std::int32_t> token_of;         // for each word
    std::vector<std::int32_t> first_tokens{0};  // of each sentence, and at the end how many there are

    std::size_t words() const { return token_of.size(); }
    std::int64_t begin(std::size_t word) const { return cuts[static_cast<std::size_t>(token_of[word])]; }
    std::int64_t end(std::size_t word) const { return cuts[static_cast<std::size_t>(token_of[word]) + 1]; }
    bool in_multiword(std::size_t word) const { return multiword[static_cast<std::size_t>(token_of[word])] != 0; }
};

TokenSpans token_spans(const Document& document);

// The first byte in which two texts differ, which may be the end of one of them.
std::optional<std::int64_t> first_difference(const TokenSpans& left, const TokenSpans& right);

// The line of a token; that of a multiword token comes before those of its words.
std::uint64_t token_line(const Document& document, std::size_t token);

}  // namespace crossarc
