#include "core/conllu/rewrite.hpp"
#include "core/lemmas/document_lemmas.hpp"
#include "core/lemmas/trainer.hpp"
#include "core/tagging/document_tags.hpp"
#include "core/tagging/trainer.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/unicode.hpp"
#include "tests/core/check.hpp"
#include "tests/core/small_tagger.hpp"

using namespace crossarc;

namespace {

void test_letters() {
    CHECK_EQUAL(lower_case("ÄBC ΣΊΣΥΦΟΣ Ж1"), std::string("äbc σίσυφοσ ж1"));
    CHECK(upper_case(U'ä') == U'Ä');
    CHECK(upper_case(U'1') == U'1');
    CHECK(lower_case(U'İ') == U'i');  // the simple mapping: one character
    CHECK_EQUAL(last_characters("aßc", 2), 1u);
    CHECK_EQUAL(last_characters("aß", 5), 0u);
    CHECK_EQUAL(first_characters("ßac", 2), 3u);
    CHECK_EQUAL(lower_case("\xC3"), std::string("\xC3"));  // not well-formed: left alone
}

void test_filled_columns() {
    const Document document =
        read_document(Text::of("# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\t_\t_\t_\t0\troot\t_\tm\n"
                               "2\tb\tL\tX\t_\t_\t1\tdep\t_\t_"));
    const std::vector<std::int32_t> lemmas{0, -1}, upos{1, -1};
    const std::vector<std::string> strings{"lemma", "NOUN"};
    const std::vector<ColumnFill> fills{{Column::lemma, lemmas, strings}, {Column::upos, upos, strings}};
    CHECK_EQUAL(written(document.with_columns(fills)),
                std::string("# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\tlemma\tNOUN\t_\t_\t0\troot\t_\tm\n"
                            "2\tb\tL\tX\t_\t_\t1\tdep\t_\t_"));
}

void test_tagger() {
    Document train = small::tagged(80, 1), test = small::tagged(20, 2);
    tagging::Trainer trainer(train, nullptr, {});
    for (int epoch = 0; epoch < 5; ++epoch) trainer.learn();
    const tagging::Model model = trainer.model();
    std::string bytes, again;
    model.write(bytes);
    tagging::Model(bytes).write(again);
    CHECK(bytes == again);
    const auto filled = fill_tags(model, test, {}, true, 1);
    CHECK(filled == fill_tags(model, test, {}, true, 3));
    std::size_t right = 0;
    for (std::size_t word = 0; word < test.word_count(); ++word)
        right +=
            model.tags().strings(2)[static_cast<std::size_t>(filled[2][word])] == test.word_field(word, Column::feats);
    CHECK(right * 100 >= test.word_count() * 95);
}

void test_lemmatizer() {
    Document train = small::tagged(80, 1), test = small::tagged(20, 2);
    lemmas::Trainer trainer(train, nullptr, {});
    for (int epoch = 0; epoch < 5; ++epoch) trainer.learn();
    const lemmas::Model model = trainer.model();
    std::string bytes, again;
    model.write(bytes);
    lemmas::Model(bytes).write(again);
    CHECK(bytes == again);
    const auto filled = fill_lemmas(model, test, true, 1);
    CHECK(filled.codes == fill_lemmas(model, test, true, 3).codes);
    std::size_t right = 0;
    for (std::size_t word = 0; word < test.word_count(); ++word)
        right += filled.strings[static_cast<std::size_t>(filled.codes[word])] == test.word_field(word, Column::lemma);
    CHECK(right * 100 >= test.word_count() * 95);
}

}  // namespace

int main() {
    test_letters();
    test_filled_columns();
    test_tagger();
    test_lemmatizer();
}
