#include "core/lemmas/document_lemmas.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/interruption.hpp"
#include "core/parallel.hpp"

namespace crossarc::lemmas {
namespace {

// The codes of FORM, UPOS and FEATS: words that share them share their lemma.
using Key = std::array<std::int32_t, 3>;
struct KeyHash {
    std::size_t operator()(const Key& key) const {
        return tagging::feature(static_cast<unsigned>(key[0]), static_cast<Hash>(key[1]), static_cast<Hash>(key[2]));
    }
};

}  // namespace

FilledLemmas fill_lemmas(const Model& model, Document& document, bool redo, int threads) {
    constexpr std::size_t lemmas_at_a_time = 64;
    const CodedColumn &forms = document.coded(Column::form), &upos = document.coded(Column::upos),
                      &feats = document.coded(Column::feats), &lemmas = document.coded(Column::lemma);
    const std::int32_t no_lemma = lemmas.table.find("_"), no_form = forms.table.find("_");
    FilledLemmas filled;
    filled.codes.assign(document.word_count(), -1);
    std::unordered_map<Key, std::int32_t, KeyHash> numbers;
    std::vector<Key> keys;
    for (std::size_t word = 0; word < document.word_count(); ++word) {
        poll(100);
        if ((!redo && lemmas.codes[word] != no_lemma) || forms.codes[word] == no_form) continue;
        if (forms.table[forms.codes[word]].size() > longest_form) continue;
        const Key key{forms.codes[word], upos.codes[word], feats.codes[word]};
        const auto [place, is_new] = numbers.try_emplace(key, static_cast<std::int32_t>(keys.size()));
        filled.codes[word] = place->second;
        if (is_new) keys.push_back(key);
    }
    std::vector<std::string> found(keys.size());
    parallel_for(keys.size(), threads, lemmas_at_a_time, [&] {
        return [&, lemmatizer = Model::Lemmatizer(model)](std::size_t k) mutable {
            const std::string_view form = forms.table[keys[k][0]];
            poll(static_cast<std::int64_t>(5000 + form.size()));
            found[k] = lemmatizer.lemma(form, TagHashes::of(upos.table[keys[k][1]], feats.table[keys[k][2]]));
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
