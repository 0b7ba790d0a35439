// Does a sentence end behind a token?
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/tokenizer/features.hpp"
#include "core/tokenizer/known_words.hpp"
#include "core/tokenizer/passage.hpp"

namespace crossarc::tokenizer {

// How many tokens a sentence has so far matters in another way behind words, behind marks that may end it, and others.
inline constexpr std::size_t break_types = 3, break_lengths = 24;

inline std::size_t break_type(const Passage& passage, Span token) {
    const CharacterClass of = passage.of(std::int64_t{token.end} - 1);
    if (of <= CharacterClass::number) return 0;
    return of == CharacterClass::punctuation ? 1 : 2;
}

inline std::size_t break_length(std::size_t tokens) {
    if (tokens <= 12) return tokens;
    if (tokens <= 30) return 12 + (tokens - 10) / 3;
    return tokens <= 40 ? 19 : tokens <= 60 ? 20 : tokens <= 100 ? 21 : tokens <= 200 ? 22 : 23;
}

inline void break_length_features(std::size_t length, std::size_t type, FeatureList& features) {
    features.add(260, length);
    features.add(261, length, type);
}

// The words that a sentence begins with say how soon it ends, too.
inline constexpr std::size_t start_features = 2;

inline std::array<Feature, start_features> features_of_start(const Passage& passage, std::span<const Span> tokens,
                                                             std::size_t first) {
    const std::uint64_t word = passage.word(tokens[first]);
    const std::uint64_t next = first + 1 < tokens.size() ? passage.word(tokens[first + 1]) : 0;
    return {joined(270, word), joined(271, joined(word, next))};
}

// What there is to go by where sentences end without a mark: words, their beginnings and ends, in a wider window.
inline void word_break_features(const Passage& passage, std::span<const Span> tokens, std::size_t last,
                                FeatureList& features) {
    const auto at = [&](std::ptrdiff_t k) -> const Span* {
        const auto place = static_cast<std::ptrdiff_t>(last) + k;
        return place >= 0 && place < static_cast<std::ptrdiff_t>(tokens.size())
                   ? &tokens[static_cast<std::size_t>(place)]
                   : nullptr;
    };
    const auto word = [&](std::ptrdiff_t k) { return at(k) ? passage.word(*at(k)) : 0; };
    const auto shape = [&](std::ptrdiff_t k) { return at(k) ? passage.shape(*at(k)) : 0; };
    const auto ending = [&](std::ptrdiff_t k, std::uint32_t size) -> std::uint64_t {
        return at(k) ? passage.word({at(k)->end - std::min(size, at(k)->size()), at(k)->end}) : 0;
    };
    const auto opening = [&](std::ptrdiff_t k, std::uint32_t size) -> std::uint64_t {
        return at(k) ? passage.word({at(k)->begin, at(k)->begin + std::min(size, at(k)->size())}) : 0;
    };
    features.clear();
    features.add(300, 0);
    for (std::ptrdiff_t k = -2; k <= 3; ++k) features.add(static_cast<std::uint64_t>(303 + k), word(k));
    for (std::ptrdiff_t k = -2; k <= 2; ++k) features.add(static_cast<std::uint64_t>(312 + k), word(k), word(k + 1));
    features.add(316, word(-1), word(0), word(1));
    features.add(317, word(0), word(1), word(2));
    features.add(318, ending(0, 3));
    features.add(319, ending(0, 2));
    features.add(320, ending(1, 3));
    features.add(321, ending(0, 3), ending(1, 3));
    features.add(322, ending(0, 3), word(1));
    features.add(323, word(0), ending(1, 3));
    features.add(324, ending(-1, 3), ending(0, 3));
    features.add(325, ending(1, 3), ending(2, 3));
    features.add(326, shape(0));
    features.add(327, shape(1));
    features.add(328, shape(0), shape(1));
    features.add(329, opening(0, 3));
    features.add(330, opening(1, 2));
    features.add(331, opening(1, 3));
    features.add(332, opening(1, 4));
    features.add(333, opening(2, 3));
}

// Without those of the length, which come last. `line_ends` is whether the end of a line means more than a space: where
// training has none within paragraphs, it does not.
inline void break_features(const Passage& passage, std::span<const Span> tokens, std::size_t last, bool line_ends,
                           const KnownWords& known, FeatureList& features) {
    const auto there = [&](std::ptrdiff_t k) {
        const auto at = static_cast<std::ptrdiff_t>(last) + k;
        return at >= 0 && at < static_cast<std::ptrdiff_t>(tokens.size());
    };
    const auto span = [&](std::ptrdiff_t k) {
        return tokens[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(last) + k)];
    };
    const auto word = [&](std::ptrdiff_t k) { return there(k) ? passage.word(span(k)) : 0; };
    const auto shape = [&](std::ptrdiff_t k) { return there(k) ? passage.shape(span(k)) : 0; };
    const auto ending = [&](std::ptrdiff_t k, std::uint32_t size) -> std::uint64_t {
        if (!there(k)) return 0;
        const Span whole = span(k);
        return passage.word({whole.end - std::min(size, whole.size()), whole.end});
    };
    const Span token = span(0), next = there(1) ? span(1) : Span{token.end, token.end};
    std::uint64_t gap = next.begin == token.end ? 0 : 1;
    for (std::uint32_t at = token.end; at < next.begin && line_ends; ++at)
        if (passage.of(at) == CharacterClass::line_end) gap = 2;
    const std::uint64_t first_class = there(1) ? static_cast<std::uint64_t>(passage.of(next.begin)) : 99;
    const std::uint64_t last_class = static_cast<std::uint64_t>(passage.of(std::int64_t{token.end} - 1));
    const std::uint64_t last_character = passage.character(std::int64_t{token.end} - 1);
    const std::uint64_t second_class = there(2) ? static_cast<std::uint64_t>(passage.of(span(2).begin)) : 99;
    const std::uint64_t next_kind = first_class << 1 | (there(1) && known.has_small_form(next));
    const bool glued_before = there(-1) && span(-1).end == token.begin;

    features.clear();
    features.add(200, gap);
    features.add(201, word(0));
    features.add(202, word(1));
    features.add(203, word(0), word(1));
    features.add(204, word(-1));
    features.add(205, word(2));
    features.add(206, word(-1), word(0));
    features.add(207, word(1), word(2));
    features.add(208, word(-1), word(0), word(1));
    features.add(209, word(0), word(1), word(2));
    features.add(210, shape(0), gap);
    features.add(211, shape(1), gap);
    features.add(212, shape(0), shape(1), gap);
    features.add(213, last_class << 5 | first_class, gap);
    features.add(214, last_character, first_class, gap);
    features.add(215, word(0), next_kind, gap);
    features.add(216, last_class, word(1));
    features.add(217, ending(0, 3));
    features.add(218, ending(0, 2));
    features.add(219, ending(1, 3));
    features.add(220, ending(0, 3), ending(1, 3));
    features.add(221, ending(0, 3), word(1));
    features.add(222, word(0), ending(1, 3));
    features.add(223, ending(-1, 3), ending(0, 3));
    features.add(224, ending(1, 3), ending(2, 3));
    features.add(225, length_step(token.size()), last_character, next_kind);
    features.add(226, shape(-1), last_character, next_kind);
    features.add(227, glued_before, last_character, next_kind);
    features.add(228, known(token) << 2 | (there(1) ? known(next) : 0), last_class << 5 | first_class);
    features.add(229, last_character, first_class, second_class);
    features.add(230, shape(-1), shape(0), shape(1));
    features.add(231, length_step(next.size()), last_character);
    features.add(232, word(-1), last_character, next_kind);
    features.add(233, last_character, shape(1), shape(2));
}

}  // namespace crossarc::tokenizer
