// Training, writing, reading and parsing with every system: what was read parses as what was trained does, whatever the
// length of the sentence, and the same seed gives the same bytes.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/learning/lesson.hpp"
#include "tests/core/check.hpp"
#include "tests/core/small_parser.hpp"

using namespace crossarc;

namespace {

void check_tree(const LabelledTree& tree, int words, bool one_root) {
    CHECK_EQUAL(tree.heads.size(), static_cast<std::size_t>(words));
    CHECK_EQUAL(tree.labels.size(), static_cast<std::size_t>(words));
    for (const Label label : tree.labels) CHECK(label >= 0 && label < small::labels);
    const auto roots = std::count(tree.heads.begin(), tree.heads.end(), 0);
    CHECK(words == 0 || roots >= 1);
    if (one_root && words > 0) CHECK_EQUAL(roots, 1);
    for (int w = 1; w <= words; ++w) {  // from every word there is a way up
        Node node = w;
        for (int steps = 0; node != 0; ++steps) {
            CHECK(steps <= words);
            node = tree.heads[static_cast<std::size_t>(node) - 1];
        }
    }
}

void check_derivation(const System& system, std::span<const Step> derivation, int words) {
    Configuration c;
    system.start(c, words);
    for (const auto& [transition, label] : derivation) {
        CHECK(system.why_not(c, transition) == nullptr);
        system.apply(c, transition, label);
    }
    CHECK(system.finished(c));
}

std::string bytes_of(const PerceptronModel& model) {
    std::string bytes;
    model.write(bytes);
    return bytes;
}

void train_and_parse(const SharedSystem& system, const std::string& oracle, int beam,
                     const std::vector<Example>& training, const std::vector<Example>& long_ones) {
    PerceptronTrainer trainer = small::trainer(system, oracle, training, beam);
    small::learn(trainer, 2);
    const PerceptronModel trained = trainer.model(0.05f);
    const std::string bytes = bytes_of(trained);
    const PerceptronModel loaded(system, small::templates(), small::labels, bytes);
    CHECK(bytes_of(loaded) == bytes);
    CHECK(loaded.weight_count() == trained.weight_count() && loaded.weight_count() > 0);

    PerceptronTrainer again = small::trainer(system, oracle, training, beam);
    small::learn(again, 2);
    CHECK(bytes_of(again.model(0.05f)) == bytes);

    for (const bool one_root : {true, false}) {
        auto first = trained.parser({.beam = beam, .one_root = one_root});
        auto second = loaded.parser({.beam = beam, .one_root = one_root, .margins = true, .derivation = true});
        for (const auto* some : {&training, &long_ones})
            for (const Example& example : *some) {
                const int words = static_cast<int>(example.gold.heads.size());
                const LabelledTree& tree = first.parse(example.rows, words);
                const LabelledTree& same = second.parse(example.rows, words);
                CHECK(tree.heads == same.heads && tree.labels == same.labels);
                CHECK(second.margins().labels.size() == tree.heads.size());
                check_derivation(*system, second.derivation(), words);
                check_tree(tree, words, one_root);
            }
    }
}

// Nothing but noise: any weights lead to a tree.
void parse_with_no_weights(const SharedSystem& system, const std::vector<Example>& examples) {
    PerceptronTrainer untrained = small::trainer(system, "static", examples);
    const PerceptronModel model = untrained.model(0.0f);
    auto parser = model.parser({});
    for (const Example& example : examples) {
        const int words = static_cast<int>(example.gold.heads.size());
        check_tree(parser.parse(example.rows, words), words, true);
    }
}

// Costs and scores in the order of Covington's list: SHIFT, NO-ARC, LEFT-ARC, RIGHT-ARC; -1 is not legal.
void check_lesson(const std::array<int, 4>& costs, const std::array<float, 4>& scores, bool deterministic,
                  std::string_view predicted, std::string_view right, bool is_mistake) {
    const SharedSystem covington = make_system("covington", {});
    Costs all;
    for (std::size_t k = 0; k < costs.size(); ++k)
        if (costs[k] >= 0) all.add({{0, static_cast<std::uint8_t>(k)}, costs[k]});
    const Lesson found = lesson(covington->kinds(), all, [&](Transition t) { return scores[t.kind]; }, deterministic);
    CHECK(covington->name_of(found.predicted) == predicted && covington->name_of(found.right) == right);
    CHECK_EQUAL(found.is_mistake, is_mistake);
}

void check_lessons() {
    const auto shift = "SHIFT", no_arc = "NO-ARC", left = "LEFT-ARC";
    check_lesson({0, 0, 0, 1}, {3, 2, 1, 0}, false, shift, shift, false);  // all that cost the least are right …
    check_lesson({0, 0, 0, 1}, {3, 2, 1, 0}, true, shift, left, true);     // … or one alone, and arcs come first
    check_lesson({0, 0, 1, -1}, {3, 2, 1, 9}, true, shift, no_arc, true);
    check_lesson({0, 0, 1, -1}, {2, 3, 1, 9}, true, no_arc, no_arc, false);
    check_lesson({1, 2, 2, 2}, {0, 3, 1, 1}, true, no_arc, shift, true);  // what costs less goes before
    check_lesson({1, 2, 2, 2}, {0, 3, 1, 1}, false, no_arc, shift, true);
}

}  // namespace

int main() {
    check_lessons();
    std::mt19937 random(1);
    std::vector<int> lengths{1, 1, 2, 2, 3};
    for (int count = 0; count < 20; ++count) lengths.push_back(1 + static_cast<int>(random() % 14));
    Document treebank = small::document(lengths, random), long_one = small::document({300}, random);
    const std::vector<Example> training = small::examples(treebank, *small::templates());
    const std::vector<Example> long_ones = small::examples(long_one, *small::templates());

    std::vector<std::string> names;
    for (const SystemDescription& description : system_descriptions()) names.emplace_back(description.name);
    for (const char* extended : {"arc-eager+lba+rba", "arc-eager+lnba+rnba", "arc-standard+lba+lnba", "arc-hybrid+rnba",
                                 "arc-hybrid-swap+lba+rba+lnba+rnba", "planar+rba+rnba", "2-planar+lba+rba+lnba+rnba"})
        names.emplace_back(extended);
    for (const std::string& name : names) {
        std::vector<SystemOptions> variants{{}};
        if (name == "arc-eager") variants.push_back({"first", "", ""});
        if (name.starts_with("undirected")) variants = {{"", "naive", ""}, {"", "label", "trusted"}, {"", "label", ""}};
        for (const SystemOptions& variant : variants) {
            const SharedSystem system = make_system(name, variant);
            for (const std::string_view oracle : oracle_names(*system))
                for (const int beam : {1, 4}) train_and_parse(system, std::string(oracle), beam, training, long_ones);
            parse_with_no_weights(system, training);
        }
    }
}
