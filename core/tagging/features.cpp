#include "core/tagging/features.hpp"

#include <algorithm>
#include <string>

#include "core/text/letter_case.hpp"

namespace crossarc::tagging {
namespace {

constexpr unsigned longest_beginning = 4, longest_ending = 6;

// Numbers of templates. They are part of the model's format: new ones go to the end.
enum Template : unsigned {
    bias = 1,
    own_form,
    own_lower,
    own_shape,
    own_ambiguity,
    own_ending_and_shape,
    endings = 16,     // and the length
    beginnings = 32,  // likewise
    form_before = 48,
    form_after,
    form_before_2,
    form_after_2,
    ending_before,
    ending_after,
    forms_before,
    forms_after,
    forms_around,
    shape_and_before,
    tag_before,
    tag_before_2,
    tags_before,
    upos_before,
    uposes_before,
    attribute_before,
    tag_and_form,
    tag_and_ending,
    tag_and_ambiguity,
    ambiguity_after,
    ambiguities_after,
    tag_and_ambiguity_after,
    own_ambiguity_and_after,
    tag_after,
    tags_after,
    upos_after,
    attribute_after,
};

// Capitals, small letters and digits as X, x and 9, all other ASCII characters as they are; runs are cut to two.
Hash shape_of(std::string_view form) {
    constexpr std::size_t longest = 12;
    std::string shape;
    // Runs are cut, so that a shape may stand for any number of characters; a limit keeps endless ones from taking
    // long.
    for (std::size_t left = 100; left > 0 && !form.empty() && shape.size() < longest; --left) {
        const auto [code, size] = first_character(form);
        form.remove_prefix(size);
        const bool is_letter = code >= 0x80 || (code | 0x20) - U'a' < 26;
        const bool is_digit = code - U'0' < 10;
        const char kind = is_letter ? (is_upper_case(code) ? 'X' : 'x') : is_digit ? '9' : static_cast<char>(code);
        if (shape.size() >= 2 && shape.back() == kind && shape[shape.size() - 2] == kind) continue;
        shape.push_back(kind);
    }
    return hash_of(shape);
}

}  // namespace

FormSight sight_of(std::string_view form, std::string_view lower) {
    FormSight sight;
    sight.form = hash_of(form);
    sight.lower = hash_of(lower);
    sight.ending = hash_of(lower.substr(last_characters(lower, 3)));
    sight.shape = shape_of(form);
    return sight;
}

const TagSight& no_tag() {
    static const TagSight sight = TagSight::of({"", "", ""});
    return sight;
}

const FormSight& no_form() {
    static const FormSight sight{1, 1, 1, 1, 1, &no_tag(), true};
    return sight;
}

void add_form_features(std::string_view lower, const FormSight& sight, std::vector<FeatureKey>& keys) {
    keys.push_back(feature(bias, 0));
    keys.push_back(feature(own_shape, sight.shape));
    if (sight.is_known) {
        keys.push_back(feature(own_form, sight.form));
        keys.push_back(feature(own_lower, sight.lower));
    }
    keys.push_back(feature(own_ambiguity, sight.ambiguity));
    keys.push_back(feature(own_ending_and_shape, sight.ending, sight.shape));
    std::size_t begin = lower.size(), end = 0;
    for (unsigned length = 1; length <= longest_ending && begin > 0; ++length) {
        begin = last_characters(lower.substr(0, begin), 1);
        keys.push_back(feature(endings + length, hash_of(lower.substr(begin))));
    }
    for (unsigned length = 1; length <= longest_beginning && end < lower.size(); ++length) {
        end += first_characters(lower.substr(end), 1);
        keys.push_back(feature(beginnings + length, hash_of(lower.substr(0, end))));
    }
}

std::size_t context_features(const FormSight* const* word, const TagSight& last, const TagSight& second_last,
                             ContextKeys& keys) {
    const FormSight &own = *word[0], &before = *word[-1], &after = *word[1];
    const TagSight &next = *after.likeliest, &second_next = *word[2]->likeliest;
    std::size_t count = 0;
    const auto add = [&](FeatureKey key) { keys[count++] = key; };
    add(feature(form_before, before.form));
    add(feature(form_after, after.form));
    add(feature(form_before_2, word[-2]->form));
    add(feature(form_after_2, word[2]->form));
    add(feature(ending_before, before.ending));
    add(feature(ending_after, after.ending));
    add(feature(forms_before, before.lower, own.lower));
    add(feature(forms_after, own.lower, after.lower));
    add(feature(forms_around, before.lower, after.lower));
    add(feature(shape_and_before, own.shape, before.shape));
    add(feature(tag_before, last.whole));
    add(feature(tag_before_2, second_last.whole));
    add(feature(tags_before, second_last.whole, last.whole));
    add(feature(upos_before, last.upos));
    add(feature(uposes_before, second_last.upos, last.upos));
    add(feature(tag_and_form, last.whole, own.lower));
    add(feature(tag_and_ending, last.whole, own.ending));
    add(feature(tag_and_ambiguity, last.whole, own.ambiguity));
    add(feature(ambiguity_after, after.ambiguity));
    add(feature(ambiguities_after, after.ambiguity, word[2]->ambiguity));
    add(feature(tag_and_ambiguity_after, last.whole, after.ambiguity));
    add(feature(own_ambiguity_and_after, own.ambiguity, after.ambiguity));
    add(feature(tag_after, next.whole));
    add(feature(tags_after, next.whole, second_next.whole));
    add(feature(upos_after, next.upos));
    for (std::size_t k = 0; k < std::min(last.attributes.size(), most_attributes); ++k)
        add(feature(attribute_before, last.attributes[k]));
    for (std::size_t k = 0; k < std::min(next.attributes.size(), most_attributes); ++k)
        add(feature(attribute_after, next.attributes[k]));
    return count;
}

}  // namespace crossarc::tagging
