#include "core/lemmas/document_lemmas.hpp"

#include "core/interruption.hpp"
#include "core/parallel.hpp"
#include "core/text/number_table.hpp"

namespace crossarc::lemmas {
namespace {

// Two codes in one number.
std::uint64_t pair_of(std::int32_t first, std::int32_t second) {
    return static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(second);
}
std::int32_t first_of(std::uint64_t pair) { return static_cast<std::int32_t>(pair >> 32); }
std::int32_t second_of(std::uint64_t pair) { return static_cast<std::int32_t>(pair & UINT32_MAX); }

}  // namespace

FilledLemmas fill_lemmas(const Model& model, Document& document, bool redo, int threads) {
    constexpr std::size_t lemmas_at_a_time = 64;
    const CodedColumn &forms = document.coded(Column::form), &upos = document.coded(Column::upos),
                      &feats = document.coded(Column::feats), &lemmas = document.coded(Column::lemma);
    const std::int32_t no_lemma = lemmas.table.find("_"), no_form = forms.table.find("_");
    FilledLemmas filled;
    filled.codes.assign(document.word_count(), -1);
    // Words that share FORM, UPOS and FEATS share their lemma.
    NumberTable tags, tagged_forms;
    for (std::size_t word = 0; word < document.word_count(); ++word) {
        poll(100);
        if ((!redo && lemmas.codes[word] != no_lemma) || forms.codes[word] == no_form) continue;
        if (forms.table[forms.codes[word]].size() > longest_form) continue;
        const std::int32_t tag = tags.intern(pair_of(upos.codes[word], feats.codes[word]));
        filled.codes[word] = tagged_forms.intern(pair_of(forms.codes[word], tag));
    }
    std::vector<TagHashes> hashes;
    for (std::int32_t tag = 0; tag < static_cast<std::int32_t>(tags.size()); ++tag)
        hashes.push_back(TagHashes::of(upos.table[first_of(tags[tag])], feats.table[second_of(tags[tag])]));
    std::vector<std::string> found(tagged_forms.size());
    parallel_for(found.size(), threads, lemmas_at_a_time, [&] {
        return [&, lemmatizer = Model::Lemmatizer(model)](std::size_t k) mutable {
            const std::uint64_t own = tagged_forms[static_cast<std::int32_t>(k)];
            const std::string_view form = forms.table[first_of(own)];
            poll(static_cast<std::int64_t>(5000 + form.size()));
            found[k] = lemmatizer.lemma(form, hashes[static_cast<std::size_t>(second_of(own))]);
        };
    });
    StringTable distinct;
    std::vector<std::int32_t> codes;
    for (const std::string& lemma : found) codes.push_back(distinct.intern(lemma));
    for (std::int32_t& code : filled.codes)
        if (code >= 0) code = codes[static_cast<std::size_t>(code)];
    filled.strings.assign(distinct.strings().begin(), distinct.strings().end());
    return filled;
}

}  // namespace crossarc::lemmas
