#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/conllu/reader.hpp"
#include "core/tokenizer/text_stream.hpp"
#include "core/tokenizer/trainer.hpp"

// A tokenizer that is trained in a moment, on a treebank with all that there is to learn.
namespace crossarc::small {

inline std::string treebank_text() {
    const auto row = [](std::string_view id, std::string_view form, std::string_view misc = "_") {
        return std::string(id) + "\t" + std::string(form) + "\t_\t_\t_\t_\t_\t_\t_\t" + std::string(misc) + "\n";
    };
    std::string text;
    for (int k = 0; k < 40; ++k) {
        const std::string noun = k % 2 ? "weg" : "Nova Terra";
        if (k % 5 == 0) text += "# newpar\n";
        text += "# text = Dr. Ana sieht " + noun + ", zum haus-lo" + (k % 3 ? "." : "?") + "\n";
        text += row("1", "Dr.") + row("2", "Ana") + row("3", "sieht") + row("4", noun, "SpaceAfter=No") + row("5", ",");
        text += row("6-7", "zum") + row("6", "zu") + row("7", "dem") + row("8-9", "haus-lo", "SpaceAfter=No");
        text += row("8", "haus") + row("9", "lo") + row("10", k % 3 ? "." : "?") + "\n";
    }
    return text;
}

// Of a language without punctuation.
inline std::string bare_treebank_text() {
    std::string text;
    for (int k = 0; k < 60; ++k) {
        const std::string noun = k % 2 ? "weg" : "haus", verb = k % 3 ? "sieht" : "geht";
        text += "# text = nu " + noun + " " + verb + "\n";
        int id = 0;
        for (const std::string& form : {std::string("nu"), noun, verb})
            text += std::to_string(++id) + "\t" + form + "\t_\t_\t_\t_\t_\t_\t_\t_\n";
        text += "\n";
    }
    return text;
}

inline constexpr std::string_view text = "Ana sieht Nova Terra, zum haus. Dr. Ana sieht weg-lo?\n\nZum haus!";

inline tokenizer::Model tokenizer(std::string treebank = treebank_text()) {
    ReadOptions options;
    options.ignore_heads = true;
    return tokenizer::train(read_document(Text::of(std::move(treebank)), options), {});
}

inline std::string tokenized(const tokenizer::Model& model, std::string_view content,
                             tokenizer::TextFormat format = tokenizer::TextFormat::text) {
    std::string output;
    tokenizer::TextStream stream(&model, format, false);
    stream.feed(content, output);
    stream.finish(output);
    return output;
}

}  // namespace crossarc::small
