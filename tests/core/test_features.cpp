// Glances at one configuration after the other see the features that a look at each by itself does.
#include <algorithm>
#include <random>
#include <vector>

#include "tests/core/check.hpp"
#include "tests/core/small_parser.hpp"

using namespace crossarc;

namespace {

std::vector<FeatureKey> sorted(std::vector<FeatureKey> keys, std::size_t count) {
    keys.resize(count);
    std::sort(keys.begin(), keys.end());
    return keys;
}

void derive_at_random(const System& system, const FeatureTemplates& templates, const std::vector<Example>& examples,
                      std::mt19937& random) {
    FeatureTemplates::Glance glance{};
    std::vector<FeatureKey> fresh(templates.size()), of_buffer(templates.size()), all(templates.size());
    std::size_t buffer_count = 0, kept = 0;
    for (const Example& example : examples) {
        Configuration c;
        system.start(c, static_cast<int>(example.gold.heads.size()));
        glance.is_of_this_sentence = false;
        while (!system.finished(c)) {
            if (templates.look(c, example.rows, glance)) {
                buffer_count = templates.keys_of_buffer(glance, of_buffer.data());
            } else {
                ++kept;
            }
            std::copy_n(of_buffer.begin(), buffer_count, all.begin());
            const std::size_t count = buffer_count + templates.other_keys(glance, all.data() + buffer_count);
            CHECK(sorted(all, count) == sorted(fresh, templates.extract(c, example.rows, fresh.data())));
            Moves legal;
            system.legal(c, legal);
            system.apply(c, legal[random() % legal.size()], static_cast<Label>(random() % small::labels));
        }
    }
    CHECK(kept > 0);
}

// Copies that are made by journals, after they have gone other ways, are copies.
void copy_at_random(const System& system, const FeatureTemplates& templates, const Example& example,
                    std::mt19937& random) {
    const auto seen = [&](const Configuration& c) {
        std::vector<FeatureKey> keys(templates.size());
        const std::size_t count = templates.extract(c, example.rows, keys.data());
        return sorted(keys, count);
    };
    const auto go_on = [&](Configuration& c, unsigned choice) {
        Moves legal;
        system.legal(c, legal);
        system.apply(c, legal[choice % legal.size()], static_cast<Label>(choice % small::labels));
    };
    Configuration plain, kept, copy;
    for (Configuration* c : {&plain, &kept}) system.start(*c, static_cast<int>(example.gold.heads.size()));
    kept.keep_journal();
    copy = kept;
    while (!system.finished(plain)) {
        const auto choice = static_cast<unsigned>(random());
        go_on(plain, choice);
        go_on(kept, choice);
        for (int k = 0; k < 3 && !system.finished(copy); ++k) go_on(copy, static_cast<unsigned>(random()));
        copy = kept;
        CHECK(copy == plain);
        CHECK(seen(copy) == seen(plain));
    }
}

}  // namespace

int main() {
    std::mt19937 random(1);
    Document document = small::document({1, 2, 3, 5, 8, 13, 21, 34}, random);
    const auto templates = small::templates();
    const std::vector<Example> examples = small::examples(document, *templates);
    for (const char* name : {"arc-standard", "arc-eager", "arc-hybrid-swap", "planar", "2-planar", "covington",
                             "arc-eager+lba+rba", "arc-eager+lnba", "undirected-2-planar", "undirected-covington"}) {
        const SharedSystem system = make_system(name, {});
        derive_at_random(*system, *templates, examples, random);
        copy_at_random(*system, *templates, examples.back(), random);
    }
}
