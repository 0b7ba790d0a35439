// libFuzzer: the bytes of a model, changed in any way, are refused or parse. An input is a list of changes to a model
// that was trained here: so it is as good as one from the very start, and the fuzzer need not find out what a model
// looks like.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/small_parser.hpp"

using namespace crossarc;

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

// Reads numbers off the front of the input; 0 when it is used up.
class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
    bool empty() const { return left_ == 0; }
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t value = 0;
        for (; bytes > 0 && left_ > 0; --bytes, --left_) value = value << 8 | *data_++;
        return value;
    }

  private:
    const std::uint8_t* data_;
    std::size_t left_;
};

void change(std::string& bytes, Input& input) {
    const std::uint64_t kind = input.number(1), raw = input.number(3);
    if (bytes.empty()) return;
    // The beginning, where sizes are, is as likely as all the rest.
    const std::size_t at = raw % (kind & 0x80 ? std::min<std::size_t>(bytes.size(), 64) : bytes.size());
    switch (kind & 7) {
        case 0:
            bytes[at] = static_cast<char>(input.number(1));
            break;
        case 1:
        case 2: {
            const std::size_t width = kind & 1 ? 8 : 4;  // as the file's own numbers, least byte first
            const std::uint64_t value = input.number(width);
            for (std::size_t k = 0; k < width && at / width * width + k < bytes.size(); ++k)
                bytes[at / width * width + k] = static_cast<char>(value >> 8 * k);
            break;
        }
        case 3:
            bytes.resize(at);
            break;
        case 4:
            bytes.erase(at, input.number(1));
            break;
        case 5:
            bytes.insert(at, bytes.substr(at, input.number(1)));
            break;
        case 6:
            bytes.append(input.number(1), static_cast<char>(input.number(1)));
            break;
        default:
            bytes[at] = static_cast<char>(bytes[at] ^ 1 << (input.number(1) & 7));
    }
}

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Fixture fixture;
    Input input(data, size);
    const Trained& original = fixture.models[input.number(1) % fixture.models.size()];
    const int labels = static_cast<int>(input.number(1) % 8 ? small::labels : input.number(4));
    std::string bytes = original.bytes;
    for (int changes = 0; changes < 50 && !input.empty(); ++changes) change(bytes, input);
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
