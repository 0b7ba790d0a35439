#include "core/conllu/fill.hpp"

#include "core/interruption.hpp"

namespace crossarc {

std::string fill_columns(const Document& document, std::span<const ColumnFill> fills, Broken broken) {
    const std::string_view text = document.text();
    const auto place_of = [&](std::string_view part) { return static_cast<std::size_t>(part.data() - text.data()); };
    std::string out;
    out.reserve(text.size() + text.size() / 4);
    std::size_t done = 0;  // bytes of the text that are in the result, or are no part of it
    const auto copy_up_to = [&](std::size_t end) {
        out.append(text, done, end - done);
        done = end;
    };
    for (std::size_t sentence = 0; sentence < document.sentence_count(); ++sentence) {
        const std::string_view span = document.sentence_span(sentence);
        poll(static_cast<std::int64_t>(span.size()));
        if (broken == Broken::kept) copy_up_to(place_of(span));
        done = place_of(span);
        const auto last = static_cast<std::size_t>(document.first_words()[sentence + 1]);
        for (auto word = static_cast<std::size_t>(document.first_words()[sentence]); word < last; ++word)
            for (const auto& [column, codes, strings] : fills) {
                if (codes[word] < 0) continue;
                const std::string_view old = document.field(word, column);
                copy_up_to(place_of(old));
                out.append(strings[static_cast<std::size_t>(codes[word])]);
                done += old.size();
            }
        copy_up_to(place_of(span) + span.size());
    }
    if (broken == Broken::left_out) done = place_of(document.tail());
    copy_up_to(text.size());
    return out;
}

}  // namespace crossarc
