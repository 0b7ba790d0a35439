#include "core/tagging/given.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/interruption.hpp"

namespace crossarc::tagging {
namespace {

using Fields = std::array<std::string_view, TagSet::columns>;

// The tags that agree with what is given. If there are none, UPOS counts alone, then XPOS, then nothing.
std::vector<Tag> agreeing_tags(const Fields& fields, const Missing& is_wanted, const TagSet& tags) {
    constexpr std::size_t most = 256;
    const auto agree_in = [&](const std::array<bool, TagSet::columns>& counts) {
        std::array<std::int64_t, TagSet::columns> codes;
        for (std::size_t column = 0; column < codes.size(); ++column)
            codes[column] = tags.find(static_cast<int>(column), fields[column]);
        std::vector<Tag> found;
        for (Tag tag = 0; tag < tags.size(); ++tag) {
            bool agrees = true;
            for (std::size_t column = 0; column < codes.size(); ++column)
                agrees &= !counts[column] || tags.code(static_cast<int>(column), tag) == codes[column];
            if (agrees) found.push_back(tag);
        }
        return found;
    };
    std::vector<Tag> found = agree_in({!is_wanted[0], !is_wanted[1], !is_wanted[2]});
    for (std::size_t column = 0; column < 2 && found.empty(); ++column)
        if (!is_wanted[column] && fields[column] != "_") found = agree_in({column == 0, column == 1, false});
    if (found.empty()) found = agree_in({false, false, false});
    std::stable_sort(found.begin(), found.end(), [&](Tag a, Tag b) { return tags.count(a) > tags.count(b); });
    found.resize(std::min(found.size(), most));
    return found;
}

}  // namespace

Missing missing_columns(Document& document) {
    Missing missing;
    for (std::size_t column = 0; column < missing.size(); ++column)
        missing[column] = document.filled(tag_columns[column]) == 0;
    return missing;
}

GivenTags::GivenTags(Document& document, const TagSet& tags, const Missing& missing, bool redo)
    : numbers_(document.word_count(), -1) {
    if (redo || (missing[0] && missing[1] && missing[2])) return;
    std::array<const CodedColumn*, TagSet::columns> coded;
    for (std::size_t column = 0; column < coded.size(); ++column) coded[column] = &document.coded(tag_columns[column]);
    std::map<std::array<std::int32_t, TagSet::columns>, std::int32_t> known;
    for (std::size_t word = 0; word < document.word_count(); ++word) {
        poll(100);
        std::array<std::int32_t, TagSet::columns> codes;
        Fields fields;
        for (std::size_t column = 0; column < coded.size(); ++column) {
            codes[column] = coded[column]->codes[word];
            fields[column] = coded[column]->table[codes[column]];
        }
        if (std::all_of(fields.begin(), fields.end(), [](std::string_view field) { return field == "_"; })) continue;
        const auto [place, is_new] = known.try_emplace(codes, static_cast<std::int32_t>(given_.size()));
        numbers_[word] = place->second;
        if (!is_new) continue;
        Given given{missing, {}, TagSight::of({fields[0], fields[1], fields[2]})};
        if (missing[0] || missing[1] || missing[2]) given.agreeing = agreeing_tags(fields, missing, tags);
        given_.push_back(std::move(given));
    }
}

}  // namespace crossarc::tagging
