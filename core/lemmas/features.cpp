#include "core/lemmas/features.hpp"

#include "core/text/letter_case.hpp"

namespace crossarc::lemmas {
namespace {

using tagging::feature;
using tagging::hash_of;

// Numbers of templates. They are part of the model's format: new ones go to the end.
enum Template : unsigned {
    upos_alone = 1,
    tag_alone,
    case_and_upos,
    case_and_tag,
    first_ending = 16,
    first_ending_with_upos = 32,
    first_ending_with_tag = 48,
    first_beginning = 64,
};
constexpr unsigned longest_ending = 7, longest_beginning = 4;

}  // namespace

TagHashes TagHashes::of(std::string_view upos, std::string_view feats) {
    const Hash own = hash_of(upos);
    return {own, feature(0, own, hash_of(feats))};
}

void add_features(std::string_view lower, bool is_capital, const TagHashes& tag, std::vector<FeatureKey>& keys) {
    keys.push_back(feature(upos_alone, tag.upos));
    keys.push_back(feature(tag_alone, tag.whole));
    keys.push_back(feature(case_and_upos, tag.upos, is_capital));
    keys.push_back(feature(case_and_tag, tag.whole, is_capital));
    std::size_t begin = lower.size(), end = 0;
    for (unsigned length = 1; length <= longest_ending; ++length) {
        // Where the form begins is seen as its first character.
        const bool is_all = begin == 0;
        if (!is_all) begin = last_characters(lower.substr(0, begin), 1);
        const Hash ending = hash_of(lower.substr(begin)) + is_all;
        keys.push_back(feature(first_ending + length, ending));
        keys.push_back(feature(first_ending_with_upos + length, ending, tag.upos));
        keys.push_back(feature(first_ending_with_tag + length, ending, tag.whole));
        if (is_all) break;
    }
    for (unsigned length = 1; length <= longest_beginning && end < lower.size(); ++length) {
        end += first_characters(lower.substr(end), 1);
        keys.push_back(feature(first_beginning + length, hash_of(lower.substr(0, end)), tag.upos));
    }
}

}  // namespace crossarc::lemmas
