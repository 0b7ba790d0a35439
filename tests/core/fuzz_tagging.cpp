// libFuzzer: the bytes of a tagger or lemmatizer, changed in any way, are refused or fill in columns that can be read
// again.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/conllu/rewrite.hpp"
#include "core/lemmas/document_lemmas.hpp"
#include "core/lemmas/trainer.hpp"
#include "core/tagging/document_tags.hpp"
#include "core/tagging/trainer.hpp"
#include "tests/core/changed_bytes.hpp"
#include "tests/core/small_tagger.hpp"

using namespace crossarc;
using namespace crossarc::fuzzing;

namespace {

struct Fixture {
    Document treebank = small::tagged(12, 1);
    // Entries with all of a tag, with some of it, and for words that are there.
    Document lexicon = read_document(
        Text::of("1\tbalat\tbala\tNOUN\tN\tNumber=Dual\t0\troot\t_\t_\n2\tkomet\t_\tNOUN\t_\t_\t1\tdep\t_\t_\n3\t" +
                 std::string(treebank.word_field(0, Column::form)) + "\t_\t_\tN\t_\t1\tdep\t_\t_\n\n"));
    std::string tagger, lemmatizer;

    Fixture() {
        tagging::Trainer tags(treebank, &lexicon, {});
        lemmas::Trainer lemmas(treebank, &lexicon, {});
        tags.learn();
        lemmas.learn();
        tags.model().write(tagger);
        lemmas.model().write(lemmatizer);
    }
};

void require_readable(const Document& document, Column column, const std::vector<std::int32_t>& codes,
                      const std::vector<std::string>& strings) {
    for (const std::int32_t code : codes) require(code >= -1 && code < static_cast<std::int64_t>(strings.size()));
    const ColumnFill fill{column, codes, strings};
    require(read_document(Text::of(written(document.with_columns({&fill, 1})))).word_count() == document.word_count());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Fixture fixture;
    Input input(data, size);
    const bool is_tagger = input.number(1) % 2 == 0;
    std::string bytes = is_tagger ? fixture.tagger : fixture.lemmatizer;
    change_often(bytes, input);
    Document& document = fixture.treebank;
    try {
        std::string again;
        if (is_tagger) {
            const tagging::Model model(bytes);
            for (const tagging::Missing& missing : {tagging::Missing{}, tagging::Missing{false, true, true}})
                for (const bool redo : {true, false}) {
                    const auto filled = fill_tags(model, document, missing, redo, 1);
                    require_readable(document, Column::feats, filled[2], model.tags().strings(2));
                }
            model.write(again);
        } else {
            const lemmas::Model model(bytes);
            const auto filled = fill_lemmas(model, document, true, 1);
            require_readable(document, Column::lemma, filled.codes, filled.strings);
            model.write(again);
        }
    } catch (const std::invalid_argument&) {
    }
    return 0;
}
