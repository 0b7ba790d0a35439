// Training and parsing with the perceptron.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <vector>

#include "bindings/module.hpp"
#include "core/parallel.hpp"
#include "core/search/perceptron.hpp"

namespace crossarc::bindings {
namespace {

struct ParserModel {
    std::shared_ptr<FeatureTemplates> templates;
    PerceptronModel model;
};

class Trainer {
  public:
    Trainer(Document& document, const std::string& system, const std::string& templates, int labels,
            const Input<std::int32_t>& label_codes, const std::string& oracle, bool regularize, double exploration,
            int first_exploration)
        : templates_(std::make_shared<FeatureTemplates>(templates)),
          trainer_(make_system(system, {}), *templates_, labels, {oracle, regularize, exploration, first_exploration, 1}) {
        const AttributeTable table(document, templates_->attributes());
        for (std::size_t s = 0; s < document.sentence_count(); ++s) {
            const auto first = static_cast<std::size_t>(document.first_words()[s]);
            const auto count = static_cast<std::size_t>(document.first_words()[s + 1]) - first;
            const auto heads = document.heads().subspan(first, count);
            const auto codes = span_of(label_codes).subspan(first, count);
            Example example{{}, {heads.begin(), heads.end()}, {codes.begin(), codes.end()}};
            table.sentence(document, s, example.rows);
            examples_.push_back(std::move(example));
        }
    }
    std::int64_t epoch(std::uint64_t seed) {
        nb::gil_scoped_release nogil;
        return trainer_.epoch(examples_, seed);
    }
    ParserModel model(float least) const { return {templates_, trainer_.model(least)}; }
    std::size_t rows() const { return trainer_.rows(); }

  private:
    std::shared_ptr<FeatureTemplates> templates_;
    PerceptronTrainer trainer_;
    std::vector<Example> examples_;
};

nb::tuple parse(const ParserModel& self, Document& document, int beam, int threads) {
    std::vector<std::int32_t> heads(document.word_count()), labels(document.word_count());
    {
        nb::gil_scoped_release nogil;
        const AttributeTable table(document, self.templates->attributes());
        parallel_for(document.sentence_count(), threads, 16, [&] {
            return [&, rows = std::vector<std::uint32_t>(), prediction = Prediction()](std::size_t s) mutable {
                const auto first = static_cast<std::size_t>(document.first_words()[s]);
                const auto count = static_cast<std::size_t>(document.first_words()[s + 1]) - first;
                table.sentence(document, s, rows);
                self.model.parse(rows, static_cast<int>(count), beam, prediction);
                std::copy(prediction.heads.begin(), prediction.heads.end(), heads.begin() + static_cast<std::ptrdiff_t>(first));
                std::copy(prediction.labels.begin(), prediction.labels.end(), labels.begin() + static_cast<std::ptrdiff_t>(first));
            };
        });
    }
    return nb::make_tuple(array_of<std::int32_t>(std::move(heads)), array_of<std::int32_t>(std::move(labels)));
}

}  // namespace

void register_parser(nb::module_& m) {
    nb::class_<ParserModel>(m, "PerceptronModel")
        .def("parse", &parse, nb::arg("document"), nb::arg("beam") = 1, nb::arg("threads") = 1)
        .def_prop_ro("rows", [](const ParserModel& self) { return self.model.rows(); });
    nb::class_<Trainer>(m, "PerceptronTrainer")
        .def(nb::init<Document&, const std::string&, const std::string&, int, const Input<std::int32_t>&, const std::string&,
                      bool, double, int>(),
             nb::arg("document"), nb::arg("system"), nb::arg("templates"), nb::arg("labels"), nb::arg("label_codes"),
             nb::arg("oracle"), nb::arg("regularize") = false, nb::arg("exploration") = 0.9,
             nb::arg("first_exploration") = 2)
        .def("epoch", &Trainer::epoch)
        .def("model", &Trainer::model, nb::arg("least") = 0.0f)
        .def_prop_ro("rows", &Trainer::rows);
}

}  // namespace crossarc::bindings
