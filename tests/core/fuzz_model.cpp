// libFuzzer: the bytes of a model, changed in any way, are refused or parse. An input is a list of changes to a model
// that was trained here: so it is as good as one from the very start, and the fuzzer need not find out what a model
// looks like.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/changed_bytes.hpp"
#include "tests/core/small_parser.hpp"

using namespace crossarc;
using namespace crossarc::fuzzing;

namespace {

struct Trained {
    SharedSystem system;
    std::string bytes;
};

struct Fixture {
    std::vector<Example> examples;
    std::vector<Trained> models;

    Fixture() {
        std::mt19937 random(1);
        Document treebank = small::document({1, 2, 5, 9, 12}, random);
        examples = small::examples(treebank, *small::templates());
        for (const char* name : {"arc-eager", "arc-hybrid-swap", "2-planar", "covington", "arc-eager+lba+rnba",
                                 "undirected-2-planar", "undirected-covington"}) {
            const SharedSystem system = make_system(name, {});
            PerceptronTrainer trainer = small::trainer(system, "static", examples);
            small::learn(trainer, 1);
            std::string bytes;
            trainer.model(0.3f).write(bytes);
            models.push_back({system, bytes});
        }
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Fixture fixture;
    Input input(data, size);
    const Trained& original = fixture.models[input.number(1) % fixture.models.size()];
    const int labels = static_cast<int>(input.number(1) % 8 ? small::labels : input.number(4));
    std::string bytes = original.bytes;
    change_often(bytes, input);
    try {
        const PerceptronModel model(original.system, small::templates(), labels, bytes);
        using Options = DecoderOptions;
        for (const Options& options : {Options{1, true, true}, Options{1, false, false}, Options{3, true, true}}) {
            auto parser = model.parser(options);
            for (const Example& example : fixture.examples) {
                const LabelledTree& tree = parser.parse(example.rows, static_cast<int>(example.gold.heads.size()));
                require(tree.heads.size() == example.gold.heads.size());
                for (const Label label : tree.labels) require(label >= 0 && label < labels);
            }
        }
        std::string again;
        model.write(again);
    } catch (const std::invalid_argument&) {
    }
    return 0;
}
