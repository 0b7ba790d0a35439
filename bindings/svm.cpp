// Support vector machines: what they learn from, and parsing with what they have learnt.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/derivation_numbers.hpp"
#include "bindings/gold_trees.hpp"
#include "bindings/module.hpp"
#include "bindings/parsed_trees.hpp"
#include "bindings/scored_steps.hpp"
#include "core/learning/examples.hpp"
#include "core/learning/linear_model.hpp"
#include "core/scorers/kernel_model.hpp"

namespace crossarc::bindings {
namespace {

template <typename T>
std::vector<T> vector_of(const Input<T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

std::vector<AnnotatedSentence> sentences_of(Document& document, const FeatureTemplates& templates,
                                            const FeatureTemplates& split, int labels) {
    const AttributeTable table(document, templates.attributes()), split_table(document, split.attributes());
    const std::vector<std::int32_t>& codes = document.coded(Column::deprel).codes;
    std::vector<AnnotatedSentence> sentences(document.sentence_count());
    for (std::size_t s = 0; s < sentences.size(); ++s) {
        sentences[s].gold = gold_tree(document, codes, s, labels);
        table.sentence(document, s, sentences[s].rows);
        split_table.sentence(document, s, sentences[s].split_rows);
        poll(work_of_transition);
    }
    return sentences;
}

nb::tuple arrays_of(ClassifiedRows rows) {
    return nb::make_tuple(
        array_of<std::int64_t>(std::move(rows.offsets)), array_of<std::int32_t>(std::move(rows.columns)),
        array_of<std::int32_t>(std::move(rows.classes)), array_of<std::uint64_t>(std::move(rows.groups)),
        array_of<std::uint64_t>(std::move(rows.substitutes)), array_of<std::uint64_t>(std::move(rows.keys)));
}

LabelChoice label_choice(bool together) { return together ? LabelChoice::together : LabelChoice::after; }

nb::tuple examples(Document& document, const std::string& system, const std::string& root,
                   const std::string& reconstruction, const std::string& root_links, const std::string& templates,
                   const std::string& split, bool together, int labels, std::size_t most_features,
                   const OracleOptions& oracle_options) {
    const FeatureTemplates own(templates), own_split(split);
    if (own_split.size() != 1) throw std::invalid_argument("transitions are split by one template");
    const auto known = make_system(system, {root, reconstruction, root_links});
    DerivationExamples found;
    {
        const WithoutGil released;
        const auto sentences = sentences_of(document, own, own_split, labels);
        found = derivation_examples(known, oracle_options, own, own_split, label_choice(together), labels, sentences,
                                    most_features);
    }
    return nb::make_tuple(arrays_of(std::move(found.transitions)), arrays_of(std::move(found.labels)),
                          arrays_of(std::move(found.roots)), array_of<std::uint8_t>(std::move(found.label_uses)));
}

using Rows = std::tuple<Input<std::uint64_t>, Input<std::int32_t>, Input<float>>;

WeightRows rows_of(const Rows& rows) {
    return {span_of(std::get<0>(rows)), span_of(std::get<1>(rows)), span_of(std::get<2>(rows))};
}

nb::bytes linear_weights(const std::string& system, const std::string& root, const std::string& reconstruction,
                         const std::string& root_links, const std::string& templates, bool together,
                         const Input<std::uint8_t>& label_uses, const Rows& transitions,
                         const std::vector<std::tuple<int, Rows>>& labels) {
    std::vector<LabelRows> label_rows;
    for (const auto& [kind, rows] : labels) label_rows.push_back({kind, rows_of(rows)});
    std::string bytes;
    {
        const WithoutGil released;
        bytes = linear_model_bytes(make_system(system, {root, reconstruction, root_links}), compiled(templates),
                                   label_choice(together), vector_of(label_uses), rows_of(transitions), label_rows);
    }
    return nb::bytes(bytes.data(), bytes.size());
}

KernelModel make_model(const std::string& system, const std::string& root, const std::string& reconstruction,
                       const std::string& root_links, const std::string& templates, const std::string& split,
                       const Input<std::uint8_t>& label_uses, double gamma, double coef0, int degree) {
    return KernelModel(make_system(system, {root, reconstruction, root_links}), compiled(templates), compiled(split),
                       {gamma, coef0, degree}, LabelUses(vector_of(label_uses)));
}

KernelModel load(const std::string& system, const std::string& root, const std::string& reconstruction,
                 const std::string& root_links, const std::string& templates, const std::string& split, int labels,
                 const Input<std::uint8_t>& weights) {
    const std::string_view bytes(reinterpret_cast<const char*>(weights.data()), weights.shape(0));
    return KernelModel(make_system(system, {root, reconstruction, root_links}), compiled(templates), compiled(split),
                       labels, bytes);
}

void add(KernelModel& model, int decision, std::uint64_t group, const Input<std::int32_t>& classes,
         const Input<std::int32_t>& supports, const Input<std::uint64_t>& keys, const Input<std::int64_t>& offsets,
         const Input<std::int32_t>& vectors, const Input<double>& coefficients, const Input<double>& intercepts) {
    model.add(decision, group,
              {vector_of(classes), vector_of(supports), vector_of(keys), vector_of(offsets), vector_of(vectors),
               vector_of(coefficients), vector_of(intercepts)});
}

// The decisions of one machine about one example, pair by pair, for tests.
nb::ndarray<nb::numpy, double, nb::ndim<1>> decisions(const KernelModel& model, int decision, std::uint64_t group,
                                                      const Input<std::uint64_t>& keys) {
    const KernelMachine* const machine = model.machines(decision).of(group, group);
    if (machine == nullptr) throw nb::index_error("there is no such machine");
    KernelMachine::Memory memory;
    machine->decide(span_of(keys), memory);
    return array_of<double>(std::move(memory.decisions));
}

nb::bytes weights(const KernelModel& model) {
    std::string bytes;
    model.write(bytes);
    return nb::bytes(bytes.data(), bytes.size());
}

// One thread's parser with what it needs of each sentence.
class SentenceParser {
  public:
    SentenceParser(const KernelModel& model, Document& document, const AttributeTable& table,
                   const AttributeTable& split_table, const DecoderOptions& options)
        : parser(model.parser(options)), document_(document), table_(table), split_table_(split_table) {}

    const LabelledTree& parse(std::size_t sentence, int words) {
        table_.sentence(document_, sentence, rows_);
        split_table_.sentence(document_, sentence, split_rows_);
        return parser.parse({rows_, split_rows_}, words);
    }

    void follow(std::size_t sentence, int words, const std::vector<Transition>& first) {
        table_.sentence(document_, sentence, rows_);
        split_table_.sentence(document_, sentence, split_rows_);
        parser.follow({rows_, split_rows_}, words, first);
    }

    KernelModel::Parser parser;

  private:
    Document& document_;
    const AttributeTable& table_;
    const AttributeTable& split_table_;
    std::vector<std::uint32_t> rows_, split_rows_;
};

nb::list derivation(const KernelModel& model, Document& document, std::size_t sentence, int, bool one_root,
                    const std::vector<std::string>& first) {
    if (sentence >= document.sentence_count()) throw nb::index_error("no such sentence");
    std::vector<ScoredStep> steps;
    {
        const WithoutGil released;
        const AttributeTable table(document, model.templates().attributes());
        const AttributeTable split_table(document, model.split().attributes());
        SentenceParser own(model, document, table, split_table, {.one_root = one_root, .derivation = true});
        const int words = static_cast<int>(words_of(document, sentence).count);
        if (first.empty()) {
            own.parse(sentence, words);
        } else {
            own.follow(sentence, words, named(own.parser.system(), first));
        }
        steps = scored_steps(own.parser);
    }
    return listed(steps);
}

enum class Told { builders, links };

template <Told what>
nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>> told(const KernelModel& model, Document& document, int,
                                                       bool one_root) {
    std::vector<std::int32_t> numbers;
    {
        const WithoutGil released;
        const AttributeTable table(document, model.templates().attributes());
        const AttributeTable split_table(document, model.split().attributes());
        SentenceParser own(model, document, table, split_table, {.one_root = one_root, .derivation = true});
        for (std::size_t s = 0; s < document.sentence_count(); ++s) {
            const LabelledTree& tree = own.parse(s, static_cast<int>(words_of(document, s).count));
            if constexpr (what == Told::builders) {
                append_builders(own.parser, tree, s, numbers);
            } else {
                append_links(own.parser, tree, s, numbers);
            }
        }
    }
    return array_of<std::int32_t>(std::move(numbers));
}

// As that of PerceptronModel.
nb::tuple parse(const KernelModel& model, Document& document, int beam, bool one_root, bool margins, int threads) {
    constexpr std::size_t sentences_at_a_time = 4;
    const DecoderOptions options{.beam = beam, .one_root = one_root, .margins = margins};
    model.parser(options);  // throws if there is none
    const AttributeTable table = attribute_table(document, model.templates());
    const AttributeTable split_table = attribute_table(document, model.split());
    return parsed_trees(document, margins, threads, sentences_at_a_time, [&] {
        return [own = SentenceParser(model, document, table, split_table, options)](
                   std::size_t s, int words) mutable -> Parsed { return {own.parse(s, words), own.parser.margins()}; };
    });
}

}  // namespace

void register_svm(nb::module_& m) {
    m.def("derivation_examples", &examples, nb::arg("document"), nb::arg("system"), nb::arg("root"),
          nb::arg("reconstruction"), nb::arg("root_links"), nb::arg("templates"), nb::arg("split"), nb::arg("together"),
          nb::arg("labels"), nb::arg("most_features"), nb::arg("oracle_options") = OracleOptions{});
    m.def("linear_weights", &linear_weights, nb::arg("system"), nb::arg("root"), nb::arg("reconstruction"),
          nb::arg("root_links"), nb::arg("templates"), nb::arg("together"), nb::arg("label_uses"),
          nb::arg("transitions"), nb::arg("labels"));
    nb::class_<KernelModel>(m, "KernelModel")
        .def(nb::new_(&make_model), nb::arg("system"), nb::arg("root"), nb::arg("reconstruction"),
             nb::arg("root_links"), nb::arg("templates"), nb::arg("split"), nb::arg("label_uses"), nb::arg("gamma"),
             nb::arg("coef0"), nb::arg("degree"))
        .def_static("load", &load, nb::arg("system"), nb::arg("root"), nb::arg("reconstruction"), nb::arg("root_links"),
                    nb::arg("templates"), nb::arg("split"), nb::arg("labels"), nb::arg("weights"))
        .def("add", &add, nb::arg("decision"), nb::arg("group"), nb::arg("classes"), nb::arg("supports"),
             nb::arg("keys"), nb::arg("offsets"), nb::arg("vectors"), nb::arg("coefficients"), nb::arg("intercepts"))
        .def("decisions", &decisions, nb::arg("decision"), nb::arg("group"), nb::arg("keys"))
        .def("weights", &weights)
        .def_prop_ro("weight_count", &KernelModel::weight_count)
        .def("parse", &parse, nb::arg("document"), nb::arg("beam"), nb::arg("one_root"), nb::arg("margins"),
             nb::arg("threads"))
        .def("derivation", &derivation, nb::arg("document"), nb::arg("sentence"), nb::arg("beam"), nb::arg("one_root"),
             nb::arg("first"))
        .def("builders", &told<Told::builders>, nb::arg("document"), nb::arg("beam"), nb::arg("one_root"))
        .def("links", &told<Told::links>, nb::arg("document"), nb::arg("beam"), nb::arg("one_root"));
}

}  // namespace crossarc::bindings
