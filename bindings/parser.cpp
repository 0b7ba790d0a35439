// Training and parsing with the perceptron.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/derivation_numbers.hpp"
#include "bindings/gold_trees.hpp"
#include "bindings/module.hpp"
#include "bindings/parsed_trees.hpp"
#include "bindings/scored_steps.hpp"
#include "core/learning/trainer.hpp"

namespace crossarc::bindings {
namespace {

using Bytes = Input<std::uint8_t>;

std::vector<Example> examples_of(Document& document, const FeatureTemplates& templates, int labels) {
    const WithoutGil released;
    const AttributeTable table(document, templates.attributes());
    const std::vector<std::int32_t>& codes = document.coded(Column::deprel).codes;
    std::vector<Example> examples(document.sentence_count());
    for (std::size_t s = 0; s < examples.size(); ++s) {
        examples[s].gold = gold_tree(document, codes, s, labels);
        table.sentence(document, s, examples[s].rows);
        poll(work_of_transition);
    }
    return examples;
}

std::unique_ptr<PerceptronTrainers> make_trainer(Document& document, const std::string& system, const std::string& root,
                                                 const std::string& reconstruction, const std::string& root_links,
                                                 const std::string& templates, int labels, const std::string& oracle,
                                                 const OracleOptions& oracle_options, double exploration,
                                                 int first_exploration, bool deterministic_oracle, int beam,
                                                 bool max_violation, int least_updates, std::uint64_t seed,
                                                 int perceptrons, int threads) {
    auto own = compiled(templates);
    auto examples = examples_of(document, *own, labels);
    return std::make_unique<PerceptronTrainers>(
        make_system(system, {root, reconstruction, root_links}), std::move(own), labels, std::move(examples),
        TrainingOptions{oracle, oracle_options, exploration, first_exploration, deterministic_oracle, beam,
                        max_violation, least_updates, seed},
        perceptrons, threads);
}

PerceptronModel load(const std::string& system, const std::string& root, const std::string& reconstruction,
                     const std::string& root_links, const std::string& templates, int labels, const Bytes& weights) {
    const std::string_view bytes(reinterpret_cast<const char*>(weights.data()), weights.shape(0));
    return PerceptronModel(make_system(system, {root, reconstruction, root_links}), compiled(templates), labels, bytes);
}

nb::bytes weights(const PerceptronModel& model) {
    std::string bytes;
    model.write(bytes);
    return nb::bytes(bytes.data(), bytes.size());
}

nb::list derivation(const PerceptronModel& model, Document& document, std::size_t sentence, int beam, bool one_root,
                    const std::vector<std::string>& first) {
    if (sentence >= document.sentence_count()) throw nb::index_error("no such sentence");
    std::vector<ScoredStep> steps;
    {
        const WithoutGil released;
        const AttributeTable table(document, model.templates().attributes());
        auto parser = model.parser({.beam = first.empty() ? beam : 1, .one_root = one_root, .derivation = true});
        std::vector<std::uint32_t> rows;
        table.sentence(document, sentence, rows);
        const int words = static_cast<int>(words_of(document, sentence).count);
        if (first.empty()) {
            parser.parse(rows, words);
        } else {
            parser.follow(rows, words, named(parser.system(), first));
        }
        steps = scored_steps(parser);
    }
    return listed(steps);
}

enum class Told { builders, links };

template <Told what>
nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>> told(const PerceptronModel& model, Document& document, int beam,
                                                       bool one_root) {
    std::vector<std::int32_t> numbers;
    {
        const WithoutGil released;
        const AttributeTable table(document, model.templates().attributes());
        auto parser = model.parser({.beam = beam, .one_root = one_root, .derivation = true});
        std::vector<std::uint32_t> rows;
        for (std::size_t s = 0; s < document.sentence_count(); ++s) {
            table.sentence(document, s, rows);
            const LabelledTree& tree = parser.parse(rows, static_cast<int>(words_of(document, s).count));
            if constexpr (what == Told::builders) {
                append_builders(parser, tree, s, numbers);
            } else {
                append_links(parser, tree, s, numbers);
            }
        }
    }
    return array_of<std::int32_t>(std::move(numbers));
}

nb::tuple parse(const PerceptronModel& model, Document& document, int beam, bool one_root, bool margins, int threads) {
    constexpr std::size_t sentences_at_a_time = 16;
    const AttributeTable table = attribute_table(document, model.templates());
    const DecoderOptions options{.beam = beam, .one_root = one_root, .margins = margins};
    return parsed_trees(document, margins, threads, sentences_at_a_time, [&] {
        return [&, parser = model.parser(options), rows = std::vector<std::uint32_t>()](std::size_t s,
                                                                                        int words) mutable -> Parsed {
            table.sentence(document, s, rows);
            return {parser.parse(rows, words), parser.margins()};
        };
    });
}

// The features of every configuration of a derivation, for tests and other learners. Where there are labels, there is
// one for each transition.
std::vector<std::vector<FeatureKey>> feature_keys(Document& document, std::size_t sentence, const std::string& system,
                                                  const std::string& templates,
                                                  const std::vector<std::string>& transitions,
                                                  const std::vector<Label>& labels) {
    if (sentence >= document.sentence_count()) throw nb::index_error("no such sentence");
    if (!labels.empty() && labels.size() != transitions.size())
        throw std::invalid_argument("each transition has a label");
    const FeatureTemplates own(templates);
    std::vector<std::uint32_t> rows;
    attribute_table(document, own).sentence(document, sentence, rows);
    std::vector<std::vector<FeatureKey>> keys;
    const auto look = [&](const Configuration& c) {
        keys.emplace_back(own.size());
        keys.back().resize(own.extract(c, rows, keys.back().data()));
    };
    const SharedSystem known = make_system(system, {});
    Configuration c;
    known->start(c, static_cast<int>(words_of(document, sentence).count));
    look(c);
    for (std::size_t k = 0; k < transitions.size(); ++k) {
        const auto t = known->transition_named(transitions[k]);
        if (!t || known->why_not(c, *t) != nullptr) throw std::invalid_argument("no derivation: " + transitions[k]);
        known->apply(c, *t, labels.empty() ? 0 : labels[k]);
        look(c);
    }
    return keys;
}

}  // namespace

void register_parser(nb::module_& m) {
    nb::class_<PerceptronModel>(m, "PerceptronModel")
        .def_static("load", &load, nb::arg("system"), nb::arg("root"), nb::arg("reconstruction"), nb::arg("root_links"),
                    nb::arg("templates"), nb::arg("labels"), nb::arg("weights"))
        .def("weights", &weights)
        .def_prop_ro("weight_count", [](const PerceptronModel& model) { return model.weight_count(); })
        .def_prop_ro("labels_together",
                     [](const PerceptronModel& model) { return model.label_choice() == LabelChoice::together; })
        .def("parse", &parse, nb::arg("document"), nb::arg("beam"), nb::arg("one_root"), nb::arg("margins"),
             nb::arg("threads"))
        .def("derivation", &derivation, nb::arg("document"), nb::arg("sentence"), nb::arg("beam"), nb::arg("one_root"),
             nb::arg("first"))
        .def("builders", &told<Told::builders>, nb::arg("document"), nb::arg("beam"), nb::arg("one_root"))
        .def("links", &told<Told::links>, nb::arg("document"), nb::arg("beam"), nb::arg("one_root"));
    m.def("check_templates", [](const std::string& templates) { FeatureTemplates{templates}; }, nb::arg("templates"));
    m.def("feature_keys", &feature_keys, nb::arg("document"), nb::arg("sentence"), nb::arg("system"),
          nb::arg("templates"), nb::arg("transitions"), nb::arg("labels") = std::vector<Label>());
    nb::class_<PerceptronTrainers>(m, "PerceptronTrainers")
        .def(nb::new_(&make_trainer), nb::arg("document"), nb::arg("system"), nb::arg("root"),
             nb::arg("reconstruction"), nb::arg("root_links"), nb::arg("templates"), nb::arg("labels"),
             nb::arg("oracle"), nb::arg("oracle_options"), nb::arg("exploration"), nb::arg("first_exploration"),
             nb::arg("deterministic_oracle"), nb::arg("beam"), nb::arg("max_violation"), nb::arg("least_updates"),
             nb::arg("seed"), nb::arg("perceptrons"), nb::arg("threads"))
        .def("start_epoch", &PerceptronTrainers::start_epoch)
        .def("learn", &PerceptronTrainers::learn, nb::arg("examples"), nb::call_guard<WithoutGil>())
        .def("model", &PerceptronTrainers::model, nb::arg("least"), nb::call_guard<WithoutGil>());
}

}  // namespace crossarc::bindings
