// From text to words and sentences.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/module.hpp"
#include "core/tokenizer/gold_text.hpp"
#include "core/tokenizer/text_stream.hpp"
#include "core/tokenizer/trainer.hpp"

namespace crossarc::bindings {
namespace {

using tokenizer::Model;
using tokenizer::TextFormat;
using tokenizer::TextStream;

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

TextFormat format_named(std::string_view name) {
    if (name == "text") return TextFormat::text;
    if (name == "lines") return TextFormat::lines;
    if (name == "tokens") return TextFormat::tokens;
    throw nb::value_error("the format is 'text', 'lines' or 'tokens'");
}

// A stream keeps its model.
struct Stream {
    std::shared_ptr<const Model> model;
    TextStream stream;
};

template <class Work>
nb::bytes written(const Work& work) {
    std::string output;
    {
        const WithoutGil released;
        work(output);
    }
    return bytes_of(output);
}

}  // namespace

void register_tokenizer(nb::module_& m) {
    nb::class_<Model>(m, "TokenizerModel", "What a tokenizer has learnt from a treebank.")
        .def_static(
            "train",
            [](const Document& treebank, std::uint64_t seed, int threads) {
                const WithoutGil released;
                return std::make_shared<Model>(tokenizer::train(treebank, {seed, threads}));
            },
            nb::arg("treebank"), nb::arg("seed"), nb::arg("threads"))
        .def_static(
            "load", [](const nb::bytes& bytes) { return std::make_shared<Model>(view(bytes)); }, nb::arg("bytes"))
        .def("bytes", [](const Model& model) { return bytes_of(model.bytes()); })
        .def_prop_ro("weight_count", [](const Model& model) {
            return model.split.size() + model.join.size() + model.sentence.size() + model.expand.size();
        });

    nb::class_<Stream>(m, "TextStream", "Text, piece by piece, to sentences in CoNLL-U.")
        .def(
            "__init__",
            [](Stream* self, std::shared_ptr<Model> model, const std::string& format, bool offsets) {
                TextStream stream(model.get(), format_named(format), offsets);
                new (self) Stream{std::move(model), std::move(stream)};
            },
            nb::arg("model").none(), nb::arg("format"), nb::arg("offsets"))
        .def(
            "feed",
            [](Stream& self, const nb::bytes& text) {
                return written([&](std::string& output) { self.stream.feed(view(text), output); });
            },
            nb::arg("text"))
        .def("flush", [](Stream& self) { return written([&](std::string& output) { self.stream.flush(output); }); })
        .def("finish", [](Stream& self) { return written([&](std::string& output) { self.stream.finish(output); }); });

    m.def(
        "tokenized",
        [](const std::shared_ptr<Model>& model, const nb::list& texts, const std::string& format, bool offsets) {
            std::vector<nb::bytes> own;  // others may change the list meanwhile
            for (const nb::handle text : texts) own.push_back(nb::cast<nb::bytes>(text));
            std::vector<std::string> outputs(own.size());
            const TextFormat as = format_named(format);
            {
                const WithoutGil released;
                for (std::size_t place = 0; place < own.size(); ++place) {
                    TextStream stream(model.get(), as, offsets);
                    stream.feed(view(own[place]), outputs[place]);
                    stream.finish(outputs[place]);
                }
            }
            nb::list found;
            for (const std::string& output : outputs) found.append(bytes_of(output));
            return found;
        },
        nb::arg("model").none(), nb::arg("texts"), nb::arg("format"), nb::arg("offsets"));

    m.def(
        "restored_text",
        [](const Document& document) {
            return written([&](std::string& output) { output = tokenizer::restored_text(document); });
        },
        nb::arg("document"));
}

}  // namespace crossarc::bindings
