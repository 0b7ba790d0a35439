#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/conllu/reader.hpp"
#include "core/learning/trainer.hpp"
#include "tests/core/random_trees.hpp"

// Parsers that are trained in a moment, on random trees of made-up words.
namespace crossarc::small {

// Every kind of atom, for nodes that are there and others that are not.
inline constexpr const char* templates_text =
    "S0.w\nB0.l\nS0.p+B0.p\nB1.x\nS0.m\nB0.f:Case\nS0.a:2\nB0.z:3\nB0.s\nS0.d\nS0l.d\nS0r2.p\nB0l'.d\nS0h.p\nS0.vl+S0."
    "vr\n"
    "S0.sl\nB0.sr\nS0.far\nS0.tie\nS1?.p+S0.p\nT0.p\nT0?.w+B0.w\nCL.w\nCR.d\nS2.p+S1.p+S0.p\n"
    "S0.nl+S0.nr\nS0.ll\nS0.lr+B0.ll\nT0.dist\nS0.link\nS0L1.d\nS0L3.w\nB0L2.d\nS0R1.d\nS0R3?.d\nS0LS.d\nS0RS.w\nUL."
    "w\nUR?.p\n";
inline constexpr int labels = 5;

inline std::shared_ptr<const FeatureTemplates> templates() {
    return std::make_shared<const FeatureTemplates>(templates_text);
}

inline std::string sentence(int words, std::mt19937& random) {
    const std::vector<std::int32_t> heads = random_tree(words, random);
    std::string text;
    for (int w = 1; w <= words; ++w) {
        const auto pick = [&](unsigned count) { return std::to_string(random() % count); };
        text += std::to_string(w) + "\tWord" + pick(30) + "\tlemma" + pick(20) + "\tT" + pick(6) + "\tX" + pick(9) +
                "\tCase=" + pick(4) + "\t" + std::to_string(heads[static_cast<std::size_t>(w) - 1]) + "\trelation" +
                pick(labels) + "\t_\t_\n";
    }
    return text + "\n";
}

inline Document document(const std::vector<int>& lengths, std::mt19937& random) {
    std::string text;
    for (const int length : lengths) text += sentence(length, random);
    return read_document(Text::of(text), {});
}

// The sentences of a document, and at the end one without words.
inline std::vector<Example> examples(Document& document, const FeatureTemplates& own) {
    const AttributeTable table(document, own.attributes());
    const std::vector<std::int32_t>& codes = document.coded(Column::deprel).codes;
    std::vector<Example> all(document.sentence_count() + 1);
    for (std::size_t s = 0; s < document.sentence_count(); ++s) {
        const auto first = document.first_words()[s], last = document.first_words()[s + 1];
        table.sentence(document, s, all[s].rows);
        all[s].gold = {{document.heads().begin() + first, document.heads().begin() + last},
                       {codes.begin() + first, codes.begin() + last}};
    }
    const std::size_t without_words = 2 * own.attributes().size();
    all.back().rows.assign(all[0].rows.begin(), all[0].rows.begin() + static_cast<std::ptrdiff_t>(without_words));
    return all;
}

inline PerceptronTrainer trainer(const SharedSystem& system, const std::string& oracle, std::vector<Example> from,
                                 int beam = 1) {
    TrainingOptions options;
    options.oracle = oracle;
    options.first_exploration = 1;
    options.least_updates = 2;
    options.beam = beam;
    return PerceptronTrainer(system, templates(), labels, std::make_shared<const std::vector<Example>>(std::move(from)),
                             options);
}

inline void learn(PerceptronTrainer& trainer, int epochs) {
    for (int epoch = 0; epoch < epochs; ++epoch) {
        trainer.start_epoch();
        while (trainer.learn(7) > 0) continue;
    }
}

}  // namespace crossarc::small
