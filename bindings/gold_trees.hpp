// What learners are given of a document: templates, and gold trees that have been checked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "core/conllu/document.hpp"
#include "core/features/templates.hpp"
#include "core/tree/labelled_tree.hpp"

namespace crossarc::bindings {

inline std::shared_ptr<const FeatureTemplates> compiled(const std::string& templates) {
    return std::make_shared<const FeatureTemplates>(templates);
}

struct WordRange {
    std::size_t first, count;
};

inline WordRange words_of(const Document& document, std::size_t sentence) {
    const auto first = static_cast<std::size_t>(document.first_words()[sentence]);
    return {first, static_cast<std::size_t>(document.first_words()[sentence + 1]) - first};
}

// `codes` are those of the whole document's DEPREL, `labels` how many a parser will have.
inline LabelledTree gold_tree(const Document& document, std::span<const std::int32_t> codes, std::size_t sentence,
                              int labels) {
    const auto [first, count] = words_of(document, sentence);
    const auto heads = document.heads().subspan(first, count);
    const auto own = codes.subspan(first, count);
    if (std::any_of(heads.begin(), heads.end(), [](Node head) { return head < 0; }))
        throw std::invalid_argument("all words need heads to learn from");
    if (std::any_of(own.begin(), own.end(), [&](Label label) { return label >= labels; }))
        throw std::invalid_argument("there are more labels than said");
    return {{heads.begin(), heads.end()}, {own.begin(), own.end()}};
}

}  // namespace crossarc::bindings
