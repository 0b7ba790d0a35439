// Does a word go on behind a space?
#pragma once

#include <cstdint>
#include <span>

#include "core/tokenizer/features.hpp"
#include "core/tokenizer/known_words.hpp"
#include "core/tokenizer/passage.hpp"

namespace crossarc::tokenizer {

// `begin` is the first piece of the word so far, `right` the piece behind the space in question.
inline void join_features(const Passage& passage, std::span<const Span> pieces, std::size_t begin, std::size_t right,
                          const KnownWords& known, FeatureList& features) {
    const auto word = [&](std::ptrdiff_t k) -> std::uint64_t {
        const auto at = static_cast<std::ptrdiff_t>(right) + k;
        if (at < 0 || at >= static_cast<std::ptrdiff_t>(pieces.size())) return 0;
        return passage.word(pieces[static_cast<std::size_t>(at)]);
    };
    const auto first_class = [&](std::size_t piece) -> std::uint64_t {
        return piece < pieces.size() ? static_cast<std::uint64_t>(passage.of(pieces[piece].begin)) : 99;
    };
    const Span current{pieces[begin].begin, pieces[right - 1].end};
    const Span longer{current.begin, pieces[right].end};
    const Span pair{pieces[right - 1].begin, pieces[right].end};
    const bool is_last = right + 1 >= pieces.size();
    const bool glued = is_last || pieces[right + 1].begin == pieces[right].end;
    const std::uint64_t sizes = length_step(pieces[right - 1].size()) << 4 | length_step(pieces[right].size());
    const std::uint64_t count = right - begin;
    const std::uint64_t capitals = (first_class(right - 1) << 10 | first_class(right) << 5) ^ first_class(right + 1);
    // The longest known words that begin with the word so far, and with the right piece.
    std::uint64_t from_current = 0, from_right = 0;
    for (std::size_t last = right; last < pieces.size() && last < right + 3; ++last) {
        if (last > right && pieces[last].begin == pieces[last - 1].end) break;
        if (known({current.begin, pieces[last].end}) != 0) from_current = last - right + 1;
        if (last > right && known({pieces[right].begin, pieces[last].end}) != 0) from_right = last - right;
    }
    const std::uint64_t known_words = known(longer) << 10 | known(current) << 8 | known(pieces[right]) << 6 |
                                      known(pair) << 4 | std::uint64_t{known.begins_word(longer)} << 3 | glued;

    features.clear();
    features.add(100, 0);
    features.add(101, word(-1));
    features.add(102, word(0));
    features.add(103, word(-1), word(0));
    features.add(104, word(-2), word(-1));
    features.add(105, glued ? 1 : word(1), word(0));
    features.add(106, word(-2), word(-1), word(0));
    features.add(107, word(-1), word(0), glued ? 1 : word(1));
    features.add(108, passage.word(current));
    features.add(109, passage.word(longer));
    features.add(110, known_words);
    features.add(111, from_current, from_right);
    features.add(112, from_current, from_right, known_words);
    features.add(113, passage.shape(current), passage.shape(pieces[right]));
    features.add(114, capitals);
    features.add(115, capitals, count);
    features.add(116, sizes, count);
    features.add(117, first_class(right - 1), first_class(right), pieces[right].size());
    features.add(118, count);
    features.add(119, from_current, word(-1));
    features.add(120, from_current, word(0));
    features.add(121, from_right, word(0));
    features.add(122, word(-1), first_class(right));
    features.add(123, first_class(right - 1), word(0));
    features.add(124, count, word(0));
    features.add(125, glued ? 1 : word(1), from_current);
}

}  // namespace crossarc::tokenizer
