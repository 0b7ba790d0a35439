// Whether a stretch of text is a word that is known.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tokenizer/lexicon.hpp"
#include "core/tokenizer/passage.hpp"

namespace crossarc::tokenizer {

// In training all words are known, from the very place that is looked at: so that it learns what to do with words that
// are not, an occurrence does not count for itself.
class KnownWords {
  public:
    KnownWords(const Lexicon& lexicon, const Passage& passage) : lexicon_(lexicon), passage_(passage) {}
    // `ends[b]` is where the gold token that begins at b ends, or 0.
    KnownWords(const Lexicon& lexicon, const Passage& passage, const std::vector<std::uint32_t>& ends)
        : lexicon_(lexicon), passage_(passage), ends_(&ends) {}

    std::uint64_t operator()(Span span) const {
        const std::uint32_t count = lexicon_.count(Entry::token, passage_.word(span));
        const bool itself = ends_ != nullptr && (*ends_)[span.begin] == span.end;
        return count_step(count - (itself && count > 0 ? 1 : 0));
    }
    bool begins_word(Span span) const {
        return lexicon_.count(Entry::opening, passage_.word(span)) > (ends_ ? 1u : 0u);
    }
    bool has_small_form(Span span) const { return lexicon_.count(Entry::lower_token, passage_.word(span)) > 0; }
    // How often the form stood for several words, and for itself.
    std::uint64_t expansion_counts(Span span, bool expanded_here = false) const {
        const std::uint64_t word = passage_.word(span);
        std::uint32_t expanded = lexicon_.count(Entry::expansion, word), plain = lexicon_.count(Entry::plain, word);
        if (ends_ != nullptr && (expanded_here ? expanded : plain) > 0) --(expanded_here ? expanded : plain);
        return count_step(expanded) << 2 | count_step(plain);
    }

  private:
    const Lexicon& lexicon_;
    const Passage& passage_;
    const std::vector<std::uint32_t>* ends_ = nullptr;
};

}  // namespace crossarc::tokenizer
