// What the lemmatizer looks at to choose a rule: how a form begins and ends, alone and with its tag.
#pragma once

#include <string_view>
#include <vector>

#include "core/tagging/hashing.hpp"

namespace crossarc::lemmas {

using tagging::Hash;

// UPOS and FEATS of a word. XPOS is left out: where it says more, that is seldom of use to find a lemma.
struct TagHashes {
    Hash upos, whole;

    static TagHashes of(std::string_view upos, std::string_view feats);
};

// The keys of the features of a form in lower case and its casing.
void add_features(std::string_view lower, bool is_capital, const TagHashes& tag, std::vector<FeatureKey>& keys);

}  // namespace crossarc::lemmas
