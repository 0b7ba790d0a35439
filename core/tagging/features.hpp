// What the tagger looks at to choose a word's tag.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/tagging/tag_set.hpp"

namespace crossarc::tagging {

// What features of a word and of its neighbours see of a form.
struct FormSight {
    Hash form = 0, lower = 0;
    Hash ending = 0;                      // its last three characters
    Hash shape = 0;                       // capitals, digits and signs
    Hash ambiguity = 0;                   // which tags it can have
    const TagSight* likeliest = nullptr;  // of them
    bool is_known = false;
};

// Without ambiguity, which is not the form's alone.
FormSight sight_of(std::string_view form, std::string_view lower);

// What there is before and behind a sentence.
const FormSight& no_form();
const TagSight& no_tag();

// Adds the features that see the form alone. The first two are also those of evidence.
inline constexpr std::size_t evidence_features = 2;
void add_form_features(std::string_view lower, const FormSight& sight, std::vector<FeatureKey>& keys);

// Those that see where a word is: its neighbours' forms, the tags before it and what the words after it can be.
inline constexpr std::size_t reach = 2;  // words to either side
inline constexpr std::size_t most_attributes = 8;
inline constexpr std::size_t most_context_features = 25 + 2 * most_attributes;
using ContextKeys = std::array<FeatureKey, most_context_features>;

// Returns how many there are. `word` has `reach` neighbours to either side; `last` and `second_last` are the tags
// before.
std::size_t context_features(const FormSight* const* word, const TagSight& last, const TagSight& second_last,
                             ContextKeys& keys);

}  // namespace crossarc::tagging
