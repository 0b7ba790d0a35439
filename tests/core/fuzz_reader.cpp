// libFuzzer: any bytes, read strictly and leniently, in one piece and cut in two.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/conllu/reader.hpp"
#include "core/conllu/rewrite.hpp"
#include "core/tree/profile.hpp"

using namespace crossarc;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void use(Document& document) {
    for (int column = 0; column < column_count; ++column) document.coded(static_cast<Column>(column));
    const CodedColumn& deprels = document.coded(Column::deprel);
    const std::vector<std::string> labels(deprels.table.strings().begin(), deprels.table.strings().end());
    const std::vector<std::int32_t> heads(document.heads().begin(), document.heads().end());
    const std::string text = written(document.with_trees({heads, coded_labels(deprels.codes, labels)}));
    require(text == document.text() || text.size() < document.text().size());  // old confidences do not stay
    std::vector<std::uint8_t> flags(document.word_count());
    mark_nonprojective_arcs({document.heads(), document.first_words()}, 1, flags);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    ReadOptions options;
    options.longest_line = 200;
    try {
        Document document = read_document(Text::of(text), options);
        use(document);
        // Cut where sentences end, the pieces hold what the whole does.
        const std::size_t cut = complete_sentences(std::string_view(text).substr(0, size / 2));
        options.format = document.format();
        const Document first = read_document(Text::of(text.substr(0, cut)), options);
        options.first_line = 1 + first.line_count();
        const Document second = read_document(Text::of(text.substr(cut)), options);
        require(first.word_count() + second.word_count() == document.word_count());
        require(first.line_count() + second.line_count() == document.line_count());
    } catch (const FormatError&) {
    }
    options = {};
    options.lenient = options.ignore_heads = true;
    const Document unjudged = read_document(Text::of(text), options);
    const std::vector<std::int32_t> zeros(unjudged.word_count());
    Document flat = unjudged.with_trees({zeros, coded_labels(zeros, std::vector<std::string>{"x"})});
    for (int column = 0; column < column_count; ++column) flat.coded(static_cast<Column>(column));
    written(flat, Broken::kept);
    ReadOptions strict;
    strict.format = unjudged.format();
    const std::string parsed = written(flat);
    require(read_document(Text::of(parsed), strict).word_count() == unjudged.word_count());
    options.ignore_heads = false;
    Document document = read_document(Text::of(text), options);
    std::string kept;
    for (std::size_t s = 0; s < document.sentence_count(); ++s) kept += document.sentence_span(s);
    kept += document.tail();
    options.lenient = false;
    options.format = document.format();
    Document again = read_document(Text::of(kept), options);
    require(again.word_count() == document.word_count());
    use(again);
    return 0;
}
