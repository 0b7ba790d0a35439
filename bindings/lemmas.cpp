// Lemmatizing.
#include <cstdint>
#include <utility>

#include "bindings/module.hpp"
#include "bindings/stages.hpp"
#include "core/lemmas/document_lemmas.hpp"
#include "core/lemmas/trainer.hpp"

namespace crossarc::bindings {
namespace {

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
    nb::class_<Model>(m, "LemmatizerModel")
        .def_static("load", &loaded<Model>, nb::arg("bytes"))
        .def("stored", &stored<Model>)
        .def_prop_ro("rule_count", [](const Model& model) { return model.rules().size(); })
        .def("lemmatize", &lemmatize, nb::arg("document"), nb::arg("redo"), nb::arg("threads"),
             "The numbers of the words' lemmas, -1 where the document's own stays, and the lemmas.");
    register_trainer<lemmas::Trainer, lemmas::TrainingOptions>(m, "LemmatizerTrainer", "lemmatizer_trainer");
    m.def("edit_rule", &edit_rule, nb::arg("form"), nb::arg("lemma"));
}

}  // namespace crossarc::bindings
