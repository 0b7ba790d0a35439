// The raw text of a treebank, and where its tokens and sentences are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/conllu/document.hpp"

namespace crossarc::tokenizer {

// A token as it stands in the text, the words that it is made of if they are several, and the white space behind it.
struct GoldToken {
    std::string_view form;
    std::vector<std::string_view> words;
    std::string space_before, space_after;
    std::string text;               // as it stood there, if that is not the form
    bool space_is_written = false;  // by SpacesAfter, to the byte
};

struct GoldSentence {
    std::vector<GoldToken> tokens;
    bool begins_paragraph = false;  // or document
    bool has_text = false;          // there is a comment with its text, or some SpaceAfter=No
};

GoldSentence gold_sentence(std::string_view lines);

// Sentences that stand together in a text.
struct GoldParagraph {
    std::string text;
    struct Token {
        std::uint32_t begin, end;  // bytes
        bool ends_sentence;
        std::vector<std::string_view> words;
    };
    std::vector<Token> tokens;
};

// The text is what a test's is: sentences with a space between them, or none where the treebank says so.
std::vector<GoldParagraph> gold_paragraphs(const Document& document);

// Whether anything tells where the text has spaces.
bool has_raw_text(const Document& document);

// All text of a document, to the byte as far as the document tells.
std::string restored_text(const Document& document);

}  // namespace crossarc::tokenizer
