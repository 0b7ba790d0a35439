// Does a token end between two characters that touch?
#pragma once

#include <cstdint>

#include "core/tokenizer/features.hpp"
#include "core/tokenizer/known_words.hpp"
#include "core/tokenizer/passage.hpp"

namespace crossarc::tokenizer {

// A stretch of text between white space.
struct Chunk {
    Span span, next;  // and the one behind it, empty if there is none
    std::uint64_t shape = 0;
    bool address = false;  // it looks like that of a page or a mailbox
};

inline Chunk chunk_at(const Passage& passage, std::uint32_t begin) {
    Chunk chunk{{begin, begin}, {}, 0, false};
    std::uint32_t at = begin;
    for (; at < passage.size() && !passage.space(at); ++at)
        chunk.address =
            chunk.address || passage.character(at) == '@' ||
            (passage.character(at) == '/' && passage.character(at + 1) == '/') ||
            (passage.character(at) == 'w' && passage.character(at + 1) == 'w' && passage.character(at + 2) == 'w');
    chunk.span.end = at;
    while (at < passage.size() && passage.space(at)) ++at;
    chunk.next.begin = at;
    while (at < passage.size() && !passage.space(at) && at - chunk.next.begin < 32) ++at;
    chunk.next.end = at;
    chunk.shape = passage.shape(chunk.span);
    return chunk;
}

// `token` begins where the last one ended and goes up to the place in question.
inline void split_features(const Passage& passage, const Chunk& chunk, Span token, const KnownWords& known,
                           FeatureList& features) {
    const std::int64_t at = token.end;
    const Span rest{token.end, chunk.span.end};
    const auto c = [&](int k) { return static_cast<std::uint64_t>(passage.character(at + k)); };
    const auto of = [&](int k) { return static_cast<std::uint64_t>(passage.of(at + k)); };
    const auto characters = [&](int first, int last) {
        std::uint64_t value = 0;
        for (int k = first; k <= last; ++k) value = value << 21 ^ value >> 43 ^ c(k);
        return value;
    };
    const auto classes = [&](int first, int last) {
        std::uint64_t value = 0;
        for (int k = first; k <= last; ++k) value = value << 5 | of(k);
        return value;
    };
    const std::uint64_t token_word = passage.word(token), rest_word = passage.word(rest);
    const std::uint64_t token_known = known(token), rest_known = known(rest);
    const std::uint64_t token_shape = passage.shape(token), rest_shape = passage.shape(rest);
    const std::uint64_t next_class = static_cast<std::uint64_t>(passage.of(chunk.next.begin));
    const std::uint64_t next = chunk.next.size() == 0 ? 99 : next_class << 1 | known.has_small_form(chunk.next);

    features.clear();
    features.add(0, 0);
    features.add(1, characters(-1, 0));
    features.add(2, characters(-2, 0));
    features.add(3, characters(-1, 1));
    features.add(4, characters(-2, 1), 1);
    features.add(5, characters(-3, 0), 1);
    features.add(6, characters(-1, 2), 1);
    features.add(7, characters(-3, -1), characters(0, 2));
    features.add(8, c(-1));
    features.add(9, c(0));
    features.add(10, classes(-1, 0));
    features.add(11, classes(-2, 1));
    features.add(12, classes(-3, 2));
    features.add(13, classes(-4, 3));
    features.add(14, c(-1), classes(0, 1));
    features.add(15, classes(-2, -1), c(0));
    features.add(16, token_word);
    features.add(17, token_word, c(0));
    features.add(18, token_known << 2 | rest_known, classes(-1, 0));
    features.add(19, rest_word);
    features.add(20, rest_word, c(-1));
    features.add(21, passage.word(chunk.span), token.end - chunk.span.begin);
    features.add(22, chunk.shape, classes(-1, 0));
    features.add(23, token_shape, rest_shape);
    features.add(24, token_word, rest_word);
    features.add(25, length_step(token.size()) << 4 | length_step(rest.size()), classes(-1, 0));
    features.add(26, token_known << 2 | rest_known, c(-1), c(0));
    features.add(27, next, c(0), rest.size() == 1);
    features.add(28, next, classes(-1, 0), length_step(token.size()));
    features.add(29, next, token_shape, rest_word);
    features.add(30, next, token_word, rest_word);
    features.add(31, characters(-3, -1), rest_word);
    features.add(32, token_shape, c(0));
    features.add(33, chunk.address, c(-1), c(0));
    features.add(34, chunk.address, classes(-1, 0));
    features.add(35, next, token_known << 2 | rest_known, c(0));
    features.add(36, token_shape, token_known, rest_word);
    features.add(37, rest_shape, c(-1));
}

}  // namespace crossarc::tokenizer
