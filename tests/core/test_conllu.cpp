// Reading and rewriting, mostly for the sanitizers: what is read is compared with a slow reader in Python.
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/conllu/reader.hpp"
#include "core/conllu/rewrite.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

using Labels = std::vector<std::string>;

// The text of a document with other trees.
std::string rewritten(const Document& document, std::vector<std::int32_t> heads, const std::vector<std::int32_t>& codes,
                      const Labels& labels, std::vector<float> confidences = {}, Broken broken = Broken::left_out) {
    TreeColumns trees{std::move(heads), coded_labels(codes, labels), std::move(confidences)};
    return written(document.with_trees(std::move(trees)), broken);
}

std::vector<std::int32_t> heads_of(const Document& document) {
    return {document.heads().begin(), document.heads().end()};
}

const std::string sentence =
    "# a comment\n"
    "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tde\tde\tADP\t_\t_\t2\tcase\t2:case\t_\n"
    "2\tle\tle\tDET\t_\t_\t0\troot\t0:root\tSpaceAfter=No\n"
    "2.1\tx\tx\tX\t_\t_\t_\t_\t2:dep\t_\n"
    "\n";

void spans_add_up_to_the_text() {
    const std::string text = "\n\n" + sentence + "# stray\n\n" + sentence + "\n# tail";
    const Document document = read_document(Text::of(text));
    CHECK_EQUAL(document.sentence_count(), 2u);
    CHECK_EQUAL(document.word_count(), 4u);
    CHECK_EQUAL(document.sentence_text(0), sentence);
    CHECK_EQUAL(document.sentence_line(0), 3u);
    std::string joined;
    for (std::size_t s = 0; s < document.sentence_count(); ++s) joined += document.sentence_span(s);
    joined += document.tail();
    CHECK_EQUAL(joined, text);
    CHECK_EQUAL(document.text_field(1, Column::misc), "SpaceAfter=No");
    CHECK_EQUAL(document.text_field(1, Column::id), "2");
}

void new_trees_change_only_their_columns() {
    const Document document = read_document(Text::of(sentence));
    std::string expected = sentence;
    expected.replace(expected.find("2\tcase\t2:case"), 13, "0\troot\t_");
    expected.replace(expected.find("0\troot\t0:root"), 13, "1\tdet\t_");
    CHECK_EQUAL(rewritten(document, {0, 1}, {1, 0}, {"det", "root"}), expected);
}

void confidences_go_with_their_trees() {
    std::string text = sentence;
    text.replace(text.find("SpaceAfter=No"), 13, "Confidence=0.97|SpaceAfter=No");
    const Document document = read_document(Text::of(text));
    const Labels labels = {"case", "root"};
    CHECK_EQUAL(rewritten(document, heads_of(document), {0, 1}, labels), sentence);
    std::string expected = sentence;
    expected.replace(expected.find("2:case\t_"), 8, "2:case\tConfidence=1.00");
    expected.replace(expected.find("SpaceAfter=No"), 13, "SpaceAfter=No|Confidence=0.50");
    CHECK_EQUAL(rewritten(document, heads_of(document), {0, 1}, labels, {1.0f, 0.5f}), expected);
}

// What later trees are put over is what the earlier ones have left; a document with trees is what its text would be.
void trees_follow_each_other() {
    const std::int32_t codes[] = {1, 0}, other_codes[] = {0, 2};
    const Labels labels = {"det", "root"}, other_labels = {"case", "x", "root"};
    Document twice = read_document(Text::of(sentence))
                         .with_trees({{0, 1}, coded_labels(codes, labels), {0.3f, 0.4f}})
                         .with_trees({{2, 0}, coded_labels(other_codes, other_labels)});
    std::string expected = sentence;
    expected.replace(expected.find("2:case"), 6, "_");
    expected.replace(expected.find("0:root"), 6, "_");
    CHECK_EQUAL(written(twice), expected);
    CHECK_EQUAL(written_sentence(twice, 0), expected);
    Document read = read_document(Text::of(expected));
    for (int column = 0; column < column_count; ++column) {
        const CodedColumn& own = twice.coded(static_cast<Column>(column));
        const CodedColumn& other = read.coded(static_cast<Column>(column));
        CHECK(own.codes == other.codes && own.table.strings() == other.table.strings());
    }
}

void what_is_no_tree_is_refused() {
    const Document document = read_document(Text::of("\n" + sentence));
    for (const auto& [heads, line] : {std::pair{std::vector<std::int32_t>{3, 0}, 4u}, {{0, 2}, 5u}, {{2, 1}, 4u}}) {
        std::uint64_t told = 0;
        try {
            rewritten(document, heads, {0, 0}, {"x"});
        } catch (const FormatError& error) {
            told = error.line;
        }
        CHECK_EQUAL(told, line);
    }
}

void what_is_broken_can_stay() {
    const std::string broken = "\n# broken\n1\tx\n\n";
    const std::string cycle = "1\ta\t_\t_\t_\t_\t1\tx\t_\t_\r\n\r\n";
    ReadOptions options;
    options.lenient = options.ignore_heads = true;
    const Document document = read_document(Text::of(broken + cycle + broken), options);
    CHECK_EQUAL(document.sentence_count(), 1u);
    CHECK_EQUAL(document.heads()[0], Document::no_head);
    const std::string parsed = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n";
    CHECK_EQUAL(rewritten(document, {0}, {0}, {"root"}), parsed);
    CHECK_EQUAL(rewritten(document, {0}, {0}, {"root"}, {}, Broken::kept), broken + parsed + broken);
}

void pieces_end_with_a_blank_line() {
    CHECK_EQUAL(complete_sentences(""), 0u);
    CHECK_EQUAL(complete_sentences("1\n2\n"), 0u);
    CHECK_EQUAL(complete_sentences("\n"), 1u);
    CHECK_EQUAL(complete_sentences("1\n\n2\n"), 3u);
    CHECK_EQUAL(complete_sentences("1\r\n\r\n2"), 5u);
    CHECK_EQUAL(complete_sentences("1\n  \n2\n"), 5u);
}

// Whatever the damage, reading ends with a document or with an error, and a lenient reader with a document.
void damage_does_no_harm() {
    std::mt19937 random(3);
    const std::string alphabet = "\t\n\r #-._0123456789\xFFx";
    for (int round = 0; round < 20000; ++round) {
        std::string text = sentence + sentence;
        for (int changes = static_cast<int>(random() % 4); changes >= 0; --changes) {
            const std::size_t at = random() % text.size();
            text.replace(at, random() % 3, random() % 3, alphabet[random() % alphabet.size()]);
            if (text.empty()) text = "x";
        }
        ReadOptions options;
        options.format = random() % 2 ? Format::conllu : Format::conllx;
        try {
            read_document(Text::of(text), options);
        } catch (const FormatError& error) {
            CHECK(error.line >= 1);
        }
        options.lenient = true;
        Document document = read_document(Text::of(text), options);
        for (int column = 0; column < column_count; ++column) document.coded(static_cast<Column>(column));
    }
}

}  // namespace

int main() {
    spans_add_up_to_the_text();
    new_trees_change_only_their_columns();
    confidences_go_with_their_trees();
    trees_follow_each_other();
    what_is_no_tree_is_refused();
    what_is_broken_can_stay();
    pieces_end_with_a_blank_line();
    damage_does_no_harm();
}
