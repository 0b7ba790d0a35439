#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/conllu/document.hpp"

namespace crossarc {

// The fields of a document's words as they are written: those of the text, columns that were filled, and where trees
// have replaced others
// - HEAD and DEPREL of the last ones;
// - in CoNLL-U, DEPS, which becomes "_" where a new arc contradicts it;
// - in CoNLL-U, MISC, where Confidence=0.xx is that of the new arc, or goes with the old one.
class WrittenFields {
  public:
    struct Field {
        std::string_view before;  // in the text
        std::string_view now;
        bool is_new = false;  // it was changed, if only to what it was before
    };

    // `old_confidences`: whether MISC may have some in the text, which is to be looked at then.
    explicit WrittenFields(const Document& document, bool old_confidences = true);

    // Where this is false, trees leave a column as it is.
    static bool can_be_new(Column column);

    std::string_view field(std::size_t word, Column column);

    // Finds the fields of a word below. They are valid until the next look; those that are not new may be empty.
    void look_at(std::size_t word);
    Field head, deprel, deps, misc;

  private:
    void look_at_arc(std::size_t word);
    void look_at_misc(std::size_t word);
    void replace_arc(const TreeColumns& trees, std::size_t word);
    void replace_misc(const TreeColumns& trees, std::size_t word);

    const Document& document_;
    bool is_conllu_;
    bool looks_at_misc_;
    std::string head_memory_, misc_memory_;
};

inline constexpr std::string_view confidence_name = "Confidence=";

}  // namespace crossarc
