// All that a tokenizer has learnt.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/stored_bytes.hpp"
#include "core/tokenizer/classifier.hpp"
#include "core/tokenizer/expansions.hpp"
#include "core/tokenizer/lexicon.hpp"
#include "core/tokenizer/passage.hpp"
#include "core/tokenizer/sentence_breaks.hpp"

namespace crossarc::tokenizer {

// Which places between characters that touch are worth a question. Most are within words, and it is known beforehand
// that nothing ends there.
class SplitPlaces {
  public:
    enum class Kind : std::uint8_t {
        ask,     // nothing is known of such a place
        never,   // a token never ended between two such characters
        listed,  // seldom: only where the lexicon has the four characters around it
    };

    Kind kind(CharacterClass left, CharacterClass right) const { return kinds_[place(left, right)]; }
    void set(CharacterClass left, CharacterClass right, Kind kind) { kinds_[place(left, right)] = kind; }

    static std::uint64_t around(const Passage& passage, std::int64_t at) {
        std::uint64_t value = 0;
        for (std::int64_t k = at - 2; k < at + 2; ++k) value = value << 21 ^ value >> 43 ^ passage.character(k);
        return value;
    }
    bool worth_asking(const Passage& passage, std::int64_t at, const Lexicon& lexicon) const {
        switch (kind(passage.of(at - 1), passage.of(at))) {
            case Kind::ask:
                return true;
            case Kind::never:
                return false;
            case Kind::listed:
                return lexicon.count(Entry::split, around(passage, at)) > 0;
        }
        return true;
    }

    static SplitPlaces read(BytesReader& reader);  // throws std::invalid_argument
    void write(BytesWriter& writer) const;

  private:
    static std::size_t place(CharacterClass left, CharacterClass right) {
        return static_cast<std::size_t>(left) * character_classes + static_cast<std::size_t>(right);
    }
    std::array<Kind, static_cast<std::size_t>(character_classes) * character_classes> kinds_{};
};

struct Model {
    SplitPlaces split_places;
    bool splits_graphemes = false;  // the treebank has tokens that end within one
    bool joins = false;             // and words with spaces
    bool line_ends = false;         // and ends of lines within paragraphs
    bool word_breaks = false;       // most of its sentences end with a word: there is no punctuation to go by
    Lexicon lexicon;
    Classifier split, join, sentence, expand;
    BreakModel breaks;
    Expansions expansions;

    Model() = default;
    explicit Model(std::string_view bytes);  // throws std::invalid_argument if they are no model
    std::string bytes() const;
};

}  // namespace crossarc::tokenizer
