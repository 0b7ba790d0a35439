// The tokenizer's parts: characters, the search for sentences, classifiers, models as bytes.
#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/conllu/reader.hpp"
#include "core/text/unicode.hpp"
#include "core/tokenizer/classifier.hpp"
#include "core/tokenizer/dual_learning.hpp"
#include "core/tokenizer/sentence_breaks.hpp"
#include "tests/core/check.hpp"
#include "tests/core/small_tokenizer.hpp"

using namespace crossarc;
using namespace crossarc::tokenizer;

namespace {

void characters_have_classes_and_cases() {
    CHECK(class_of('a') == CharacterClass::lower);
    CHECK(class_of(U'Ä') == CharacterClass::upper);
    CHECK(class_of(U'漢') == CharacterClass::han);
    CHECK(class_of(0xE000) == CharacterClass::unassigned);
    CHECK(class_of(0x110000) == CharacterClass::unassigned);
    CHECK(class_of(0x10FFFF) == CharacterClass::unassigned);
    CHECK(class_of('\t') == CharacterClass::blank);
    CHECK(class_of(0x2028) == CharacterClass::line_end);
    CHECK(lower_case(U'Σ') == U'σ');
    CHECK(upper_case(U'ÿ') == U'Ÿ');
    CHECK(lower_case(U'İ') == U'i');
    CHECK(upper_case(U'ß') == U'ß');  // its upper case is two characters
    for (char32_t c = 0; c < 0x110000; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;
        std::string text;
        append_character(c, text);
        std::size_t at = 0;
        CHECK(decode_character(text, at) == c);
        CHECK_EQUAL(at, text.size());
    }
}

// The slow twin of the search: every way to cut the text into sentences, with its chance.
double best_value(std::span<const BreakScore> places, const BreakModel& model, std::vector<std::uint32_t> chosen) {
    const std::size_t n = places.size();
    std::vector<std::vector<double>> sentence(n, std::vector<double>(n));  // the chance that first to last is one
    for (unsigned cuts = 0; cuts < 1u << (n - 1); ++cuts) {
        double chance = 1.0;
        std::vector<std::pair<std::size_t, std::size_t>> found;
        std::size_t first = 0;
        for (std::size_t token = 0; token < n; ++token) {
            const bool last = token + 1 == n, cut = last || (cuts >> token & 1);
            const double here = last ? 1.0
                                     : static_cast<double>(model.chance(places[token], break_length(token + 1 - first),
                                                                        places[first].start));
            chance *= cut ? here : 1.0 - here;
            if (cut) found.emplace_back(std::exchange(first, token + 1), token);
        }
        for (const auto& [begin, end] : found) sentence[begin][end] += chance;
    }
    const auto value = [&](auto is_end) {
        double sum = 0.0;
        std::size_t first = 0;
        for (std::size_t token = 0; token < n; ++token)
            if (is_end(token))
                sum += sentence[std::exchange(first, token + 1)][token] - static_cast<double>(model.cost);
        return sum;
    };
    if (!chosen.empty())
        return value([&](std::size_t token) { return std::find(chosen.begin(), chosen.end(), token) != chosen.end(); });
    double best = -1e9;
    for (unsigned cuts = 0; cuts < 1u << (n - 1); ++cuts)
        best = std::max(best, value([&](std::size_t token) { return token + 1 == n || (cuts >> token & 1); }));
    return best;
}

void sentences_are_the_best_of_all() {
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0.0f, 2.0f);
    SentenceSearch search;
    for (int round = 0; round < 300; ++round) {
        BreakModel model;
        for (float& score : model.length_scores) score = 0.5f * normal(random);
        model.slope = 0.5f + 0.1f * static_cast<float>(round % 10);
        model.cost = 0.05f * static_cast<float>(round % 11);
        std::vector<BreakScore> places(1 + random() % 9);
        for (BreakScore& place : places)
            place = {normal(random), static_cast<std::uint8_t>(random() % break_types),
                     round % 3 == 0 ? 0.0f : normal(random)};
        const std::vector<std::uint32_t> ends = search.ends(places, model);
        CHECK_EQUAL(ends.back() + 1, places.size());
        CHECK(std::is_sorted(ends.begin(), ends.end()));
        // Chances that are given up may cost that much.
        CHECK(best_value(places, model, ends) > best_value(places, model, {}) - 0.01);
    }
    CHECK(search.ends({}, BreakModel()).empty());
}

void classifiers_learn_and_are_kept() {
    std::mt19937 random(2);
    Lessons lessons;
    FeatureList features;
    const auto draw = [&] {  // the answer is whether most of five features are even
        features.clear();
        int even = 0;
        for (std::uint64_t k = 0; k < 5; ++k) {
            const std::uint64_t value = random() % 100;
            features.add(k, value);
            even += value % 2 == 0;
        }
        return even > 2;
    };
    for (int k = 0; k < 5000; ++k) {
        const bool answer = draw();
        lessons.add(features, answer, static_cast<std::uint32_t>(k % 2));
    }
    const Classifier classifier = learn(lessons, {});
    std::string bytes;
    BytesWriter writer(bytes);
    classifier.write(writer);
    std::string_view rest = bytes;
    BytesReader reader(rest);
    const Classifier read(reader);
    CHECK(rest.empty());
    int right = 0;
    for (int k = 0; k < 1000; ++k) {
        const bool answer = draw();
        right += classifier.decides(features) == answer;
        CHECK_EQUAL(read.score(features.all()), classifier.score(features.all()));
    }
    CHECK(right > 950);
    CHECK_EQUAL(learn(Lessons(), {}).score(features.all()), 0.0f);
    CHECK(learn(lessons, {}, 0).score(features.all()) != classifier.score(features.all()));
}

// Half the sum of squared weights, and the cost of what they do not explain.
double penalized_loss(const Lessons& lessons, const std::vector<double>& weights, double cost) {
    double loss = 0.0;
    for (const double weight : weights) loss += 0.5 * weight * weight;
    for (std::size_t lesson = 0; lesson < lessons.size(); ++lesson) {
        double sum = 0.0;
        for (const std::uint32_t number : lessons.numbers(lesson)) sum += weights[number];
        loss += cost * std::log1p(std::exp(lessons.answer(lesson) ? -sum : sum));
    }
    return loss;
}

// The slow twin of learning with a penalty: all lessons at once, down the gradient.
std::vector<double> down_the_gradient(const Lessons& lessons, double cost) {
    std::vector<double> weights(lessons.features().size());
    for (int round = 0; round < 3000; ++round) {
        std::vector<double> gradient = weights;
        for (std::size_t lesson = 0; lesson < lessons.size(); ++lesson) {
            double sum = 0.0;
            for (const std::uint32_t number : lessons.numbers(lesson)) sum += weights[number];
            const double error = (lessons.answer(lesson) ? 1.0 : 0.0) - 1.0 / (1.0 + std::exp(-sum));
            for (const std::uint32_t number : lessons.numbers(lesson)) gradient[number] -= cost * error;
        }
        for (std::size_t k = 0; k < weights.size(); ++k) weights[k] -= 0.01 * gradient[k];
    }
    return weights;
}

void penalized_weights_are_the_best() {
    std::mt19937 random(3);
    for (const float cost : {0.1f, 2.0f}) {
        Lessons lessons;
        FeatureList features;
        for (int k = 0; k < 120; ++k) {
            features.clear();
            for (std::uint64_t kind = 0; kind < 4; ++kind) features.add(kind, random() % 8);
            lessons.add(features, random() % 4 == 0, static_cast<std::uint32_t>(k % 2));
        }
        DualLearningOptions options;
        options.epochs = 50;
        options.cost = cost;
        const Classifier classifier = learn_penalized(lessons, options);
        std::vector<double> weights;
        for (const Feature feature : lessons.features())
            weights.push_back(static_cast<double>(classifier.weight_of(feature)));
        const double best = penalized_loss(lessons, down_the_gradient(lessons, static_cast<double>(cost)),
                                           static_cast<double>(cost));
        CHECK(penalized_loss(lessons, weights, static_cast<double>(cost)) < best * 1.001);
        CHECK(learn_penalized(lessons, options, 1).score(features.all()) != classifier.score(features.all()));
        options.seed = 7;
        const float other = learn_penalized(lessons, options).score(features.all());
        CHECK(std::abs(other - classifier.score(features.all())) < 0.05f);
    }
    CHECK_EQUAL(learn_penalized(Lessons(), {}).size(), 0u);
}

void words_of_multiword_tokens_are_found_again() {
    const std::vector<std::string_view> words{"vamos", "nos"};
    for (const Expansion& expansion : expansions_of("Vámonos", words)) {
        std::vector<std::string> found;
        Expansions::apply(expansion, "Vámonos", found);
        CHECK_EQUAL(found.size(), 2u);
        CHECK_EQUAL(found[0], "Vamos");
        CHECK_EQUAL(found[1], "nos");
    }
    const std::vector<std::string_view> prefixed{"w", "ktb"};
    CHECK(expansions_of("wktb", prefixed).back().kind == Expansion::Kind::prefix);
}

void models_are_read_as_they_were_written() {
    const Model model = small::tokenizer();
    const std::string bytes = model.bytes();
    CHECK_EQUAL(Model(bytes).bytes(), bytes);
    CHECK_EQUAL(small::tokenized(model, small::text), small::tokenized(Model(bytes), small::text));
    const Model bare = small::tokenizer(small::bare_treebank_text());
    CHECK(bare.word_breaks && !model.word_breaks);
    CHECK_EQUAL(Model(bare.bytes()).bytes(), bare.bytes());
    CHECK_EQUAL(small::tokenized(bare, "nu weg geht nu haus sieht"),
                small::tokenized(Model(bare.bytes()), "nu weg geht nu haus sieht"));
    // Format 1 does not say whether sentences end with words: they do not.
    std::string older = bytes;
    const std::size_t flag = sizeof(std::uint32_t) + std::size_t{character_classes} * character_classes + 3;
    older[0] = 1;
    older.erase(flag, 1);
    CHECK_EQUAL(Model(older).bytes(), bytes);
}

}  // namespace

int main() {
    characters_have_classes_and_cases();
    sentences_are_the_best_of_all();
    classifiers_learn_and_are_kept();
    penalized_weights_are_the_best();
    words_of_multiword_tokens_are_found_again();
    models_are_read_as_they_were_written();
}
