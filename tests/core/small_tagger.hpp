// A small treebank to tag and lemmatize.
#pragma once

#include <random>
#include <string>

#include "core/conllu/reader.hpp"

namespace crossarc::small {

// Words whose endings tell their tags and lemmas.
inline Document tagged(int sentences, unsigned seed) {
    std::mt19937 random(seed);
    const auto pick = [&](std::string_view of) { return of[random() % of.size()]; };
    std::string text;
    for (int s = 0; s < sentences; ++s) {
        for (int word = 1; word <= 5; ++word) {
            const std::string stem{pick("bdgk"), pick("aeiou"), pick("lmnr"), pick("aeiou"), pick("st")};
            const bool is_noun = word % 2 == 1, is_plural = random() % 2 == 0;
            const std::string form = stem + (is_noun ? (is_plural ? "ai" : "a") : (is_plural ? "unt" : "et"));
            text += std::to_string(word) + "\t" + form + "\t" + stem + (is_noun ? "" : "e") + "\t" +
                    (is_noun ? "NOUN\tN" : "VERB\tV") + "\tNumber=" + (is_plural ? "Plur" : "Sing") + "\t" +
                    (word == 2 ? "0\troot" : "2\tdep") + "\t_\t_\n";
        }
        text += "\n";
    }
    return read_document(Text::of(std::move(text)));
}

}  // namespace crossarc::small
