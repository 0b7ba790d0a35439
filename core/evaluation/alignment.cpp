#include "core/evaluation/alignment.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/evaluation/common_subsequence.hpp"
#include "core/interruption.hpp"

namespace crossarc {
namespace {

// Words of both sides: up to which ones they have been gone through.
struct Place {
    std::size_t gold, predicted;
};

// Whether a word belongs to a stretch of text that ends at `end`: a multiword token that begins in it does.
bool is_within(const TokenSpans& spans, std::size_t word, std::int64_t end) {
    if (word >= spans.words()) return false;
    return spans.in_multiword(word) ? spans.begin(word) < end : spans.end(word) <= end;
}

struct Stretch {
    Place first, behind;
};

// The stretch of a multiword token that the place is at, on either side.
Stretch multiword_stretch(const TokenSpans& gold, const TokenSpans& predicted, Place at) {
    std::int64_t end = 0;
    if (gold.in_multiword(at.gold)) {
        end = gold.end(at.gold);
        if (!predicted.in_multiword(at.predicted) && predicted.begin(at.predicted) < gold.begin(at.gold))
            ++at.predicted;
    } else {
        end = predicted.end(at.predicted);
        if (gold.begin(at.gold) < predicted.begin(at.predicted)) ++at.gold;
    }
    const Place first = at;
    while (is_within(gold, at.gold, end) || is_within(predicted, at.predicted, end)) {
        const bool gold_is_next = at.gold < gold.words() && (at.predicted >= predicted.words() ||
                                                             gold.begin(at.gold) <= predicted.begin(at.predicted));
        const TokenSpans& side = gold_is_next ? gold : predicted;
        std::size_t& word = gold_is_next ? at.gold : at.predicted;
        if (side.in_multiword(word)) end = std::max(end, side.end(word));
        ++word;
    }
    return {first, at};
}

}  // namespace

WordPairs align_words(const TokenSpans& gold, const TokenSpans& predicted, std::span<const std::int32_t> gold_forms,
                      std::span<const std::int32_t> predicted_forms) {
    for (const TokenSpans* spans : {&gold, &predicted})  // an empty stretch would have no end
        if (std::adjacent_find(spans->cuts.begin(), spans->cuts.end()) != spans->cuts.end())
            throw std::invalid_argument("a token has no characters");
    WordPairs pairs;
    const auto pair = [&](std::size_t own, std::size_t other) {
        pairs.gold.push_back(static_cast<std::int32_t>(own));
        pairs.predicted.push_back(static_cast<std::int32_t>(other));
    };
    for (Place at{0, 0}; at.gold < gold.words() && at.predicted < predicted.words();) {
        poll(10);
        if (gold.in_multiword(at.gold) || predicted.in_multiword(at.predicted)) {
            const auto [first, behind] = multiword_stretch(gold, predicted, at);
            const auto common = longest_common_subsequence(
                gold_forms.subspan(first.gold, behind.gold - first.gold),
                predicted_forms.subspan(first.predicted, behind.predicted - first.predicted));
            for (const auto& [own, other] : common) pair(first.gold + own, first.predicted + other);
            at = behind;
        } else if (gold.begin(at.gold) == predicted.begin(at.predicted) &&
                   gold.end(at.gold) == predicted.end(at.predicted)) {
            pair(at.gold++, at.predicted++);
        } else if (gold.begin(at.gold) <= predicted.begin(at.predicted)) {
            ++at.gold;
        } else {
            ++at.predicted;
        }
    }
    return pairs;
}

}  // namespace crossarc
