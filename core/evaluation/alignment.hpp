#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluation/token_spans.hpp"

namespace crossarc {

// Words of two documents that are the same word, in order.
struct WordPairs {
    std::vector<std::int32_t> gold, predicted;
};

// Pairs the words of two tokenizations of one text as the CoNLL 2018 scorer does it (Zeman et al. 2018, §4): a word
// that is a token of its own with the word that covers the same characters; the words of multiword tokens by their
// forms, within the shortest stretches of text that no multiword token of either document sticks out of. Forms are
// numbers that both share.
WordPairs align_words(const TokenSpans& gold, const TokenSpans& predicted, std::span<const std::int32_t> gold_forms,
                      std::span<const std::int32_t> predicted_forms);

}  // namespace crossarc
