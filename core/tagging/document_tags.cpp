#include "core/tagging/document_tags.hpp"

#include "core/parallel.hpp"
#include "core/tagging/decoder.hpp"

namespace crossarc::tagging {

FilledTags fill_tags(const Model& model, Document& document, const Missing& missing, bool redo, int threads) {
    constexpr std::size_t sentences_at_a_time = 16;
    const CodedColumn& forms = document.coded(Column::form);
    const Vocabulary vocabulary(model, forms.table.strings(), threads);
    const GivenTags given(document, model.tags(), missing, redo);
    FilledTags filled;
    for (auto& column : filled) column.resize(document.word_count());
    parallel_for(document.sentence_count(), threads, sentences_at_a_time, [&] {
        return [&, decoder = Decoder(model, vocabulary), tags = std::vector<Tag>()](std::size_t sentence) mutable {
            const auto first = static_cast<std::size_t>(document.first_words()[sentence]);
            const auto end = static_cast<std::size_t>(document.first_words()[sentence + 1]);
            tags.resize(end - first);
            decoder.tag(std::span(forms.codes).subspan(first, end - first), given, first, tags);
            for (std::size_t word = first; word < end; ++word)
                for (std::size_t column = 0; column < filled.size(); ++column) {
                    const int own = static_cast<int>(column);
                    filled[column][word] = GivenTags::is_wanted(given.of(word), own)
                                               ? static_cast<std::int32_t>(model.tags().code(own, tags[word - first]))
                                               : -1;
                }
        };
    });
    return filled;
}

}  // namespace crossarc::tagging
