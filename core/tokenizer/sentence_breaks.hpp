// Which of the places where a sentence may end do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stored_bytes.hpp"
#include "core/tokenizer/break_features.hpp"

namespace crossarc::tokenizer {

// What is known of a place: the score without that of the length, the kind of token, and what a sentence that begins
// with the token adds to the score of each place that it may end at.
struct BreakScore {
    float score;
    std::uint8_t type;
    float start = 0.0f;
};

// How scores become chances, and chances sentences.
struct BreakModel {
    std::array<float, break_types * break_lengths> length_scores{};  // [type][length]
    float slope = 1.0f, offset = 0.0f;  // of the odds: what is learnt is too sure of itself (Platt 1999)
    float cost = 0.4f;                  // of a sentence

    // Of a place, by the length as break_length has it and the score of the sentence's start.
    float chance(const BreakScore& place, std::size_t length, float start = 0.0f) const;
    static BreakModel read(BytesReader& reader);  // throws std::invalid_argument
    void write(BytesWriter& writer) const;
};

// The chance of a break depends on how far the last one is. The sentences chosen are those with the largest sum of
// chances to be right, less a cost for each: with half the F score that is reached for a cost, that is the largest
// expected F score (sentences that are surely right are worth as much as breaks; where little is sure, breaks alone
// would be too many or too few). All of the text's last breaks are kept in mind whose chance is worth it.
class SentenceSearch {
  public:
    // The number of the last token of each sentence; the last token is one.
    const std::vector<std::uint32_t>& ends(std::span<const BreakScore> places, const BreakModel& model);

  private:
    struct Start {
        std::uint32_t token;  // the sentence's first
        std::uint32_t node;   // the break before it
        double chance;        // that it begins there and goes on up to here
        double value;         // of the sentences before
    };
    struct Node {
        std::uint32_t token, before;
    };
    std::vector<Start> starts_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace crossarc::tokenizer
