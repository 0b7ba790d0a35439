// Sentences of a passage as CoNLL-U: words, with all white space in MISC.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/tokenizer/passage.hpp"

namespace crossarc::tokenizer {

class ConlluWriter {
  public:
    explicit ConlluWriter(bool offsets) : offsets_(offsets) {}

    struct Sentence {
        const Passage& passage;
        std::span<const Span> tokens;
        std::string_view space_before, space_after;  // of all of it
        bool begins_paragraph = false;
        bool ends_text = false;
        std::uint64_t offset = 0;  // of the passage in the text, in characters
    };
    // The words of each token, by its number in the sentence, if they are several.
    using Words = std::function<std::span<const std::string>(std::size_t)>;

    void write(const Sentence& sentence, const Words& words, std::string& output);

  private:
    void write_text(const Sentence& sentence, std::string& output) const;
    void write_misc(const Sentence& sentence, std::size_t token, std::string& output) const;

    bool offsets_;
    std::uint64_t sentences_ = 0;
};

}  // namespace crossarc::tokenizer
