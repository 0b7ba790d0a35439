// Evaluation: which words of two treebanks are the same.
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <stdexcept>

#include "bindings/module.hpp"
#include "core/evaluation/alignment.hpp"
#include "core/evaluation/token_spans.hpp"

namespace crossarc::bindings {
namespace {

TokenSpans spans_of(const Document& document) {
    const WithoutGil released;
    return token_spans(document);
}

nb::bytes text_of(const TokenSpans& spans, std::size_t begin, std::size_t size) {
    const std::string_view text = std::string_view(spans.text).substr(std::min(begin, spans.text.size()), size);
    return nb::bytes(text.data(), text.size());
}

nb::tuple align(const TokenSpans& gold, const TokenSpans& predicted, const Input<std::int32_t>& gold_forms,
                const Input<std::int32_t>& predicted_forms) {
    if (gold_forms.shape(0) != gold.words() || predicted_forms.shape(0) != predicted.words())
        throw nb::value_error("there must be a form for each word");
    WordPairs pairs;
    {
        const WithoutGil released;
        pairs = align_words(gold, predicted, span_of(gold_forms), span_of(predicted_forms));
    }
    return nb::make_tuple(array_of<std::int32_t>(std::move(pairs.gold)),
                          array_of<std::int32_t>(std::move(pairs.predicted)));
}

std::uint64_t line_of(const Document& document, std::size_t token) {
    const WithoutGil released;
    return token_line(document, token);
}

template <typename T>
std::span<const T> whole(const std::vector<T>& values) {
    return values;
}

}  // namespace

void register_evaluation(nb::module_& m) {
    using Self = nb::handle_t<TokenSpans>;
    const auto get = [](Self self) -> const TokenSpans& { return nb::cast<const TokenSpans&>(self); };

    nb::class_<TokenSpans>(m, "TokenSpans", "The tokens of a treebank as stretches of their text without spaces.")
        .def(nb::new_(&spans_of), nb::arg("document"))
        .def_prop_ro("size", [](const TokenSpans& spans) { return spans.text.size(); })
        .def("text", &text_of, nb::arg("begin"), nb::arg("size"))
        .def_prop_ro("cuts", [get](Self self) { return view_of(whole(get(self).cuts), self); })
        .def_prop_ro("token_of", [get](Self self) { return view_of(whole(get(self).token_of), self); })
        .def_prop_ro("first_tokens", [get](Self self) { return view_of(whole(get(self).first_tokens), self); })
        .def_prop_ro("multiword",
                     [get](Self self) {
                         const auto& flags = get(self).multiword;
                         return Array<bool>(flags.data(), {flags.size()}, self);
                     })
        .def("difference", &first_difference, nb::arg("other"));

    m.def("align_words", &align, nb::arg("gold"), nb::arg("predicted"), nb::arg("gold_forms"),
          nb::arg("predicted_forms"));
    m.def("token_line", &line_of, nb::arg("document"), nb::arg("token"));
}

}  // namespace crossarc::bindings
