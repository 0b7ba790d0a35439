// The trees of a document as arrays, parsed by several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/module.hpp"
#include "core/conllu/document.hpp"
#include "core/features/templates.hpp"
#include "core/parallel.hpp"
#include "core/parsing/decoder.hpp"
#include "core/tree/labelled_tree.hpp"

namespace crossarc::bindings {

inline AttributeTable attribute_table(Document& document, const FeatureTemplates& templates) {
    const WithoutGil released;
    return AttributeTable(document, templates.attributes());
}

struct Parsed {
    const LabelledTree& tree;
    const Margins& margins;
};

// Heads and labels by word, and if they are wanted the margins of transitions and labels. `make_parser()` gives each
// thread a function that parses: from a sentence and the number of its words to what is `Parsed`.
template <class MakeParser>
nb::tuple parsed_trees(const Document& document, bool margins, int threads, std::size_t sentences_at_a_time,
                       const MakeParser& make_parser) {
    const std::size_t words = document.word_count();
    std::vector<std::int32_t> heads(words), labels(words);
    std::vector<float> transition_margins(margins ? words : 0), label_margins(margins ? words : 0);
    {
        const WithoutGil released;
        parallel_for(document.sentence_count(), threads, sentences_at_a_time, [&] {
            return [&, parse = make_parser()](std::size_t s) mutable {
                const auto at = static_cast<std::ptrdiff_t>(document.first_words()[s]);
                const Parsed own =
                    parse(s, static_cast<int>(document.first_words()[s + 1] - document.first_words()[s]));
                std::copy(own.tree.heads.begin(), own.tree.heads.end(), heads.begin() + at);
                std::copy(own.tree.labels.begin(), own.tree.labels.end(), labels.begin() + at);
                if (!margins) return;
                std::copy(own.margins.transitions.begin(), own.margins.transitions.end(),
                          transition_margins.begin() + at);
                std::copy(own.margins.labels.begin(), own.margins.labels.end(), label_margins.begin() + at);
            };
        });
    }
    return nb::make_tuple(array_of<std::int32_t>(std::move(heads)), array_of<std::int32_t>(std::move(labels)),
                          array_of<float>(std::move(transition_margins)), array_of<float>(std::move(label_margins)));
}

}  // namespace crossarc::bindings
