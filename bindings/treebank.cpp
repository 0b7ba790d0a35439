// Treebanks: indexing CoNLL-U and CoNLL-X text, other trees for its words, and writing it with them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/module.hpp"
#include "core/conllu/document.hpp"
#include "core/conllu/reader.hpp"
#include "core/conllu/rewrite.hpp"
#include "core/conllu/written_fields.hpp"
#include "core/text/json.hpp"

namespace crossarc::bindings {
namespace {

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

// Text that lives in a Python bytes object, which is given back when the last user is done with it.
Text share(nb::bytes bytes) {
    const std::string_view content = view(bytes);
    std::shared_ptr<const void> owner(bytes.release().ptr(), [](const void* object) {
        nb::gil_scoped_acquire gil;
        Py_DECREF(static_cast<PyObject*>(const_cast<void*>(object)));
    });
    return {std::move(owner), content};
}

Format format_named(std::string_view name) {
    if (name == "conllu") return Format::conllu;
    if (name == "conllx") return Format::conllx;
    throw nb::value_error("the format is 'conllu' or 'conllx'");
}

const char* name_of(Format format) { return format == Format::conllu ? "conllu" : "conllx"; }

Column column_at(int column) {
    if (column < 0 || column >= column_count) throw nb::index_error("there are 10 columns, 0 to 9");
    return static_cast<Column>(column);
}

const CodedColumn& coded(Document& document, int column) {
    const Column known = column_at(column);
    const WithoutGil released;
    return document.coded(known);
}

nb::str decoded(std::string_view string) { return nb::str(string.data(), string.size()); }

Document read(nb::bytes text, std::optional<std::string> format, bool lenient, std::uint64_t first_line,
              bool ignore_heads) {
    ReadOptions options;
    if (format) options.format = format_named(*format);
    options.lenient = lenient;
    options.first_line = first_line;
    options.ignore_heads = ignore_heads;
    Text shared = share(std::move(text));
    const WithoutGil released;
    return read_document(std::move(shared), options);
}

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

Document with_trees(const Document& document, const Input<std::int32_t>& heads, const Input<std::int32_t>& codes,
                    const std::vector<std::string>& deprels, const std::optional<Input<float>>& confidences) {
    if (confidences && (confidences->shape(0) != document.word_count() || document.format() != Format::conllu))
        throw nb::value_error("confidences are for all words, and for CoNLL-U");
    for (const std::int32_t code : span_of(codes))
        if (code < 0 || static_cast<std::size_t>(code) >= deprels.size()) throw nb::index_error("no such label");
    const WithoutGil released;
    TreeColumns trees{{span_of(heads).begin(), span_of(heads).end()}, coded_labels(span_of(codes), deprels)};
    if (confidences) trees.confidences.assign(span_of(*confidences).begin(), span_of(*confidences).end());
    return document.with_trees(std::move(trees));
}

using FilledColumn = std::tuple<int, Input<std::int32_t>, std::vector<std::string>>;

Document with_columns(const Document& document, const std::vector<FilledColumn>& columns) {
    std::vector<ColumnFill> fills;
    for (const auto& [number, codes, strings] : columns) {
        for (const std::int32_t code : span_of(codes))
            if (code >= 0 && static_cast<std::size_t>(code) >= strings.size()) throw nb::index_error("no such string");
        for (const std::string& string : strings)
            if (string.empty() || string.find_first_of("\t\n\r") != std::string::npos)
                throw nb::value_error("a string would break the file");
        fills.push_back({column_at(number), span_of(codes), strings});
    }
    const WithoutGil released;
    return document.with_columns(fills);
}

nb::bytes write(const Document& document, bool keep_broken) {
    std::string text;
    {
        const WithoutGil released;
        text = written(document, keep_broken ? Broken::kept : Broken::left_out);
    }
    return bytes_of(text);
}

// Where a text goes on behind so many times of `end`; npos if it has fewer of them.
std::size_t behind(std::string_view text, std::size_t from, std::string_view end, std::size_t times) {
    for (; times > 0; --times) {
        const std::size_t found = text.find(end, from);
        if (found == std::string_view::npos) return found;
        from = found + end.size();
    }
    return from;
}

std::vector<std::size_t> count_of_ends(const nb::list& texts, const nb::bytes& end) {
    std::vector<nb::bytes> own;  // others may change the list meanwhile
    for (const nb::handle text : texts) own.push_back(nb::cast<nb::bytes>(text));
    std::vector<std::size_t> counts(own.size());
    const WithoutGil released;
    for (std::size_t place = 0; place < own.size(); ++place)
        for (std::size_t from = 0; (from = behind(view(own[place]), from, view(end), 1)) != std::string_view::npos;)
            ++counts[place];
    return counts;
}

nb::list json_pieces(const nb::bytes& text, const nb::bytes& end, const std::vector<std::size_t>& counts) {
    std::vector<std::string> pieces(counts.size());
    std::size_t from = 0;
    {
        const WithoutGil released;
        for (std::size_t place = 0; place < counts.size() && from != std::string_view::npos; ++place) {
            const std::size_t to =
                counts.size() == 1 ? text.size() : behind(view(text), from, view(end), counts[place]);
            if (to != std::string_view::npos) append_json(view(text).substr(from, to - from), pieces[place]);
            from = to;
        }
    }
    if (from != text.size()) throw nb::value_error("the text has another number of ends");
    nb::list found;
    for (const std::string& piece : pieces) found.append(bytes_of(piece));
    return found;
}

nb::list fields(const Document& document, std::size_t first_word, std::size_t last_word, int column) {
    if (last_word > document.word_count()) throw nb::index_error("no such word");
    const Column known = column_at(column);
    WrittenFields own(document);
    nb::list strings;
    for (std::size_t word = first_word; word < last_word; ++word) strings.append(decoded(own.field(word, known)));
    return strings;
}

}  // namespace

void register_treebank(nb::module_& m) {
    using Self = nb::handle_t<Document>;
    const auto get = [](Self self) -> Document& { return nb::cast<Document&>(self); };

    nb::exception<FormatError>(m, "FormatError", PyExc_ValueError);
    nb::register_exception_translator(
        [](const std::exception_ptr& pointer, void* type) {
            try {
                std::rethrow_exception(pointer);
            } catch (const FormatError& error) {
                const nb::object arguments = nb::make_tuple(error.line, error.what());
                PyErr_SetObject(static_cast<PyObject*>(type), arguments.ptr());
            }
        },
        nb::object(m.attr("FormatError")).release().ptr());

    nb::class_<Document>(m, "Document", "The text of a treebank and an index over its sentences and words.")
        .def_prop_ro("format", [](const Document& d) { return name_of(d.format()); })
        .def_prop_ro("ignores_heads", &Document::ignores_heads)
        .def_prop_ro("line_count", &Document::line_count)
        .def_prop_ro("sentence_count", &Document::sentence_count)
        .def_prop_ro("word_count", &Document::word_count)
        .def_prop_ro("heads", [get](Self self) { return view_of(get(self).heads(), self); })
        .def_prop_ro("first_words", [get](Self self) { return view_of(get(self).first_words(), self); })
        .def_prop_ro("problems",
                     [](const Document& d) {
                         nb::list list;
                         for (const Problem& problem : d.problems())
                             list.append(nb::make_tuple(problem.line, problem.message));
                         return list;
                     })
        .def(
            "sentence_text",
            [](const Document& d, std::size_t sentence) {
                if (sentence >= d.sentence_count()) throw nb::index_error("no such sentence");
                return bytes_of(written_sentence(d, sentence));
            },
            nb::arg("sentence"))
        .def(
            "sentence_line",
            [](const Document& d, std::size_t sentence) {
                if (sentence >= d.sentence_count()) throw nb::index_error("no such sentence");
                return d.sentence_line(sentence);
            },
            nb::arg("sentence"))
        .def(
            "word_line",
            [](const Document& d, std::size_t sentence, std::size_t word) {
                if (sentence >= d.sentence_count() || word >= d.word_count()) throw nb::index_error("no such word");
                return d.word_line_number(sentence, word);
            },
            nb::arg("sentence"), nb::arg("word"))
        .def("fields", &fields, nb::arg("first_word"), nb::arg("last_word"), nb::arg("column"))
        .def(
            "codes",
            [get](Self self, int column) {
                return view_of(std::span<const std::int32_t>(coded(get(self), column).codes), self);
            },
            nb::arg("column"))
        .def(
            "strings",
            [](Document& d, int column) {
                nb::list strings;
                for (const std::string_view string : coded(d, column).table.strings()) strings.append(decoded(string));
                return strings;
            },
            nb::arg("column"))
        .def(
            "filled",
            [](Document& d, int column) {
                const Column known = column_at(column);
                const WithoutGil released;
                return d.filled(known);
            },
            nb::arg("column"), "How many words have something else than _ there.")
        .def("with_trees", &with_trees, nb::arg("heads"), nb::arg("deprel_codes"), nb::arg("deprels"),
             nb::arg("confidences") = nb::none())
        .def("with_columns", &with_columns, nb::arg("columns"),
             "For columns the numbers of the words' strings, -1 where they keep their own, and the strings.")
        .def("shares_text_with", &Document::shares_text_with, nb::arg("other"))
        .def("written", &write, nb::arg("keep_broken") = false);

    m.def("read", &read, nb::arg("text"), nb::arg("format").none() = nb::none(), nb::arg("lenient") = false,
          nb::arg("first_line") = 1, nb::arg("ignore_heads") = false);
    m.def("count_of_ends", &count_of_ends, nb::arg("texts"), nb::arg("end"));
    m.def("json_pieces", &json_pieces, nb::arg("text"), nb::arg("end"), nb::arg("counts"));
    m.def("complete_sentences", [](const nb::bytes& text) { return complete_sentences(view(text)); }, nb::arg("text"));
}

}  // namespace crossarc::bindings
