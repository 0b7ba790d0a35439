#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/conllu/document.hpp"

namespace crossarc {

struct ReadOptions {
    std::optional<Format> format;        // looked for in the text if not given
    bool lenient = false;                // leave out broken sentences and note them, instead of throwing
    bool ignore_heads = false;           // for who will replace them: whatever HEAD says is no_head, and no error
    std::uint64_t first_line = 1;        // of this text in its file: texts may be read piece by piece
    std::size_t longest_line = 1 << 20;  // bytes: what is longer is no word of a treebank
};

// Indexes a text of whole sentences. Throws FormatError at the first thing that is wrong.
Document read_document(Text text, const ReadOptions& options = {});

// How much of a text that goes on is made of whole sentences: the size up to and with its last blank line, 0 if
// there is none.
std::size_t complete_sentences(std::string_view text);

// CoNLL-U if there is anything that only CoNLL-U has, or if the tags are those of Universal Dependencies.
Format detect_format(std::string_view text);

}  // namespace crossarc
