// Lemmatizing.
#include <cstdint>
#include <utility>

#include "bindings/module.hpp"
#include "bindings/stage_columns.hpp"
#include "core/lemmas/document_lemmas.hpp"
#include "core/lemmas/trainer.hpp"

namespace crossarc::bindings {
namespace {

lemmas::Trainer make_trainer(const Document& treebank, const Document* lexicon, std::uint64_t seed) {
    const WithoutGil released;
    lemmas::TrainingOptions options;
    options.seed = seed;
    return lemmas::Trainer(treebank, lexicon, options);
}

lemmas::Model load(const Bytes& bytes) {
    const WithoutGil released;
    return lemmas::Model(view_of(bytes));
}

nb::tuple lemmatize(const lemmas::Model& model, Document& document, bool redo, int threads) {
    lemmas::FilledLemmas filled;
    {
        const WithoutGil released;
        filled = fill_lemmas(model, document, redo, threads);
    }
    return column(std::move(filled.codes), filled.strings);
}

// The rule between a form and its lemma, for tests: casing, and what is replaced by what at the beginning and at the
// end.
nb::object edit_rule(const std::string& form, const std::string& lemma) {
    if (form.empty() || lemma.empty()) throw nb::value_error("neither a form nor a lemma is empty");
    const lemmas::EditRule rule = lemmas::EditRule::between(form, lemma);
    if (rule.is_whole) return nb::none();
    return nb::make_tuple(static_cast<int>(rule.casing), rule.old_begin, rule.new_begin, rule.old_end, rule.new_end);
}

}  // namespace

void register_lemmas(nb::module_& m) {
    using lemmas::Model;
    using lemmas::Trainer;
    nb::class_<Model>(m, "LemmatizerModel")
        .def_static("load", &load, nb::arg("bytes"))
        .def("stored", &stored<Model>)
        .def_prop_ro("rule_count", [](const Model& model) { return model.rules().size(); })
        .def("lemmatize", &lemmatize, nb::arg("document"), nb::arg("redo"), nb::arg("threads"),
             "The numbers of the words' lemmas, -1 where the document's own stays, and the lemmas.");
    nb::class_<Trainer>(m, "LemmatizerTrainer")
        .def("learn",
             [](Trainer& trainer) {
                 const WithoutGil released;
                 trainer.learn();
             })
        .def("model", [](const Trainer& trainer) {
            const WithoutGil released;
            return trainer.model();
        });
    m.def("lemmatizer_trainer", &make_trainer, nb::arg("treebank"), nb::arg("lexicon").none(), nb::arg("seed"));
    m.def("edit_rule", &edit_rule, nb::arg("form"), nb::arg("lemma"));
}

}  // namespace crossarc::bindings
