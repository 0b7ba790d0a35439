// Kernel machines: decisions by hand, and bytes that come back or are refused. What they learn from.
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/learning/examples.hpp"
#include "core/scorers/kernel_machine.hpp"
#include "tests/core/check.hpp"
#include "tests/core/small_parser.hpp"

using namespace crossarc;

namespace {

// Three classes with a vector each: {10, 20}, {20, 30}, {30}.
KernelMachine::Arrays three_classes() {
    return {{4, 0, 2},      {1, 1, 1}, {10, 20, 30}, {0, 1, 3, 5}, {0, 0, 1, 1, 2}, {1.0, -2.0, 3.0, 0.5, 1.5, -1.0},
            {0.1, 0.2, 0.3}};
}

constexpr Kernel kernel{0.5, 1.0, 2};

template <typename Make>
bool is_refused(Make&& make) {
    try {
        make();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void decisions_by_hand() {
    const KernelMachine machine(kernel, three_classes(), 5);
    KernelMachine::Memory memory;
    const std::vector<FeatureKey> keys{20, 30, 99};
    machine.decide(keys, memory);
    const double one = std::pow(0.5 * 1 + 1.0, 2), two = std::pow(0.5 * 2 + 1.0, 2);  // shared features: 1, 2, 1
    CHECK_EQUAL(memory.decisions.size(), 3u);
    CHECK(std::abs(memory.decisions[0] - (0.1 + 1.0 * one - 2.0 * two)) < 1e-12);
    CHECK(std::abs(memory.decisions[1] - (0.2 + 0.5 * one + 3.0 * one)) < 1e-12);
    CHECK(std::abs(memory.decisions[2] - (0.3 + 1.5 * two - 1.0 * one)) < 1e-12);
    float scores[5] = {-9, -9, -9, -9, -9};
    machine.score(keys, memory, scores);
    CHECK_EQUAL(scores[1], -9.0f);
    CHECK(scores[0] > scores[4] && scores[4] > scores[2]);  // two pairs, one, none
}

void bytes_come_back() {
    const KernelMachine machine(kernel, three_classes(), 5);
    std::string bytes;
    machine.write(bytes);
    std::string_view rest = bytes;
    const KernelMachine again(kernel, rest, 5);
    CHECK_EQUAL(rest.size(), 0u);
    std::string same;
    again.write(same);
    CHECK(same == bytes);
    for (std::size_t size = 0; size < bytes.size(); size += 8) {
        std::string_view cut(bytes.data(), size);
        CHECK(is_refused([&] { KernelMachine(kernel, cut, 5); }));
    }
}

void nonsense_is_refused() {
    const auto refused = [](auto&& spoil) {
        KernelMachine::Arrays arrays = three_classes();
        spoil(arrays);
        CHECK(is_refused([&] { KernelMachine(kernel, std::move(arrays), 5); }));
    };
    refused([](auto& a) { a.classes[0] = 5; });
    refused([](auto& a) { a.supports[1] = -1; });
    refused([](auto& a) { a.keys[2] = 10; });
    refused([](auto& a) { a.offsets[1] = 4; });
    refused([](auto& a) { a.vectors[0] = 3; });
    refused([](auto& a) { a.coefficients.pop_back(); });
    refused([](auto& a) { a.intercepts[0] = NAN; });
    refused([](auto& a) { a = {}; });
}

DerivationExamples examples_of(const char* system, const FeatureTemplates& templates,
                               const std::vector<Example>& trees) {
    std::vector<AnnotatedSentence> sentences;
    for (const Example& tree : trees) sentences.push_back({tree.rows, tree.rows, tree.gold});
    const FeatureTemplates split("S0.nl");
    return derivation_examples(make_system(system, {}), {}, templates, split, LabelChoice::after, small::labels,
                               sentences, SIZE_MAX);
}

// Every other word is a root, with the word after it below. Whichever word is looked at has one link to its left: that
// to the root, which the others get in the place of their own.
void one_link_to_the_root_for_each_word() {
    const FeatureTemplates left_valency("S0.nl");
    for (const char* system : {"undirected-planar", "undirected-2-planar", "undirected-covington"})
        for (const int words : {2, 8, 60}) {
            LabelledTree gold;
            for (int w = 1; w <= words; ++w) {
                gold.heads.push_back(w % 2 == 1 ? 0 : w - 1);
                gold.labels.push_back(0);
            }
            const ClassifiedRows roots = examples_of(system, left_valency, {{{}, gold}}).roots;
            CHECK_EQUAL(roots.classes.size(), static_cast<std::size_t>(words));
            for (int w = 1; w <= words; ++w) CHECK_EQUAL(roots.classes[static_cast<std::size_t>(w) - 1], w % 2);
            CHECK_EQUAL(std::set(roots.columns.begin(), roots.columns.end()).size(), 1u);
        }
}

// Trees of all kinds, most of them with several roots, for the sanitizers.
void examples_of_random_trees() {
    std::mt19937 random(3);
    Document document = small::document({1, 2, 3, 5, 8, 13, 40, 40}, random);
    const FeatureTemplates templates(small::templates_text);
    const std::vector<Example> trees = small::examples(document, templates);
    for (const char* system :
         {"arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar", "covington",
          "arc-eager+lba+rba", "undirected-planar", "undirected-2-planar", "undirected-covington"}) {
        const DerivationExamples found = examples_of(system, templates, trees);
        CHECK_EQUAL(found.roots.classes.size(), document.word_count());
        CHECK_EQUAL(found.transitions.classes.size() + 1, found.transitions.offsets.size());
    }
}

}  // namespace

int main() {
    one_link_to_the_root_for_each_word();
    examples_of_random_trees();
    decisions_by_hand();
    bytes_come_back();
    nonsense_is_refused();
}
