// Reading and rewriting, mostly for the sanitizers: what is read is compared with a slow reader in Python.
#include <random>
#include <string>

#include "core/conllu/reader.hpp"
#include "core/conllu/rewrite.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

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
    CHECK_EQUAL(document.field(1, Column::misc), "SpaceAfter=No");
    CHECK_EQUAL(document.field(1, Column::id), "2");
}

void new_trees_change_only_their_columns() {
    const Document document = read_document(Text::of(sentence));
    const std::int32_t heads[] = {0, 1};
    const std::int32_t codes[] = {1, 0};
    const std::string_view labels[] = {"det", "root"};
    std::string expected = sentence;
    expected.replace(expected.find("2\tcase\t2:case"), 13, "0\troot\t_");
    expected.replace(expected.find("0\troot\t0:root"), 13, "1\tdet\t_");
    CHECK_EQUAL(rewrite_trees(document, {heads, codes, labels}), expected);
}

void confidences_go_with_their_trees() {
    std::string text = sentence;
    text.replace(text.find("SpaceAfter=No"), 13, "Confidence=0.97|SpaceAfter=No");
    const Document document = read_document(Text::of(text));
    const std::int32_t codes[] = {0, 1};
    const std::string_view labels[] = {"case", "root"};
    CHECK_EQUAL(rewrite_trees(document, {document.heads(), codes, labels}), sentence);
    const float confidences[] = {1.0f, 0.5f};
    std::string expected = sentence;
    expected.replace(expected.find("2:case\t_"), 8, "2:case\tConfidence=1.00");
    expected.replace(expected.find("SpaceAfter=No"), 13, "SpaceAfter=No|Confidence=0.50");
    CHECK_EQUAL(rewrite_trees(document, {document.heads(), codes, labels, confidences}), expected);
}

void what_is_broken_can_stay() {
    const std::string broken = "\n# broken\n1\tx\n\n";
    const std::string cycle = "1\ta\t_\t_\t_\t_\t1\tx\t_\t_\r\n\r\n";
    ReadOptions options;
    options.lenient = options.ignore_heads = true;
    const Document document = read_document(Text::of(broken + cycle + broken), options);
    CHECK_EQUAL(document.sentence_count(), 1u);
    CHECK_EQUAL(document.heads()[0], Document::no_head);
    const std::int32_t heads[] = {0};
    const std::int32_t codes[] = {0};
    const std::string_view labels[] = {"root"};
    const std::string parsed = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n";
    CHECK_EQUAL(rewrite_trees(document, {heads, codes, labels}), parsed);
    CHECK_EQUAL(rewrite_trees(document, {heads, codes, labels}, Broken::kept), broken + parsed + broken);
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
    what_is_broken_can_stay();
    pieces_end_with_a_blank_line();
    damage_does_no_harm();
}
