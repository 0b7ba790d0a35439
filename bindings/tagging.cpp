// Tagging: UPOS, XPOS and FEATS.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "bindings/module.hpp"
#include "bindings/stages.hpp"
#include "core/tagging/document_tags.hpp"
#include "core/tagging/trainer.hpp"

namespace crossarc::bindings {
namespace {

nb::tuple tag(const tagging::Model& model, Document& document, const std::optional<tagging::Missing>& missing,
              bool redo, int threads) {
    tagging::FilledTags filled;
    {
        const WithoutGil released;
        filled = fill_tags(model, document, missing ? *missing : tagging::missing_columns(document), redo, threads);
    }
    return nb::make_tuple(column(std::move(filled[0]), model.tags().strings(0)),
                          column(std::move(filled[1]), model.tags().strings(1)),
                          column(std::move(filled[2]), model.tags().strings(2)));
}

}  // namespace

void register_tagging(nb::module_& m) {
    using tagging::Model;
    nb::class_<Model>(m, "TaggerModel")
        .def_static("load", &loaded<Model>, nb::arg("bytes"))
        .def("stored", &stored<Model>)
        .def_prop_ro("tag_count", [](const Model& model) { return model.tags().size(); })
        .def_prop_ro("form_count", [](const Model& model) { return model.analyzer().dictionary().size(); })
        .def_prop_ro("weight_count", [](const Model& model) { return model.weights().size(); })
        .def("tag", &tag, nb::arg("document"), nb::arg("missing").none(), nb::arg("redo"), nb::arg("threads"),
             "For UPOS, XPOS and FEATS the numbers of the words' strings, -1 where the document's own stays, and the "
             "strings.");
    register_trainer<tagging::Trainer, tagging::TrainingOptions>(m, "TaggerTrainer", "tagger_trainer");
}

}  // namespace crossarc::bindings
