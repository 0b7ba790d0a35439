#include "core/tagging/tag_set.hpp"

#include <algorithm>
#include <set>

namespace crossarc::tagging {
namespace {

// Tags and XPOS that are rarer are told by their parts alone.
constexpr std::uint32_t least_count_of_part = 10;

// What is between "|": the attributes of FEATS; some treebanks have such lists in XPOS, too.
template <class Visit>
void each_piece(std::string_view list, const Visit& visit) {
    while (!list.empty()) {
        const std::string_view piece = list.substr(0, list.find('|'));
        visit(piece);
        list.remove_prefix(std::min(piece.size() + 1, list.size()));
    }
}

}  // namespace

TagSight TagSight::of(const TagFields& fields) {
    TagSight sight;
    sight.upos = hash_of(fields.upos);
    sight.whole = feature(0, sight.upos, hash_of(fields.xpos), hash_of(fields.feats));
    each_piece(fields.feats, [&](std::string_view attribute) { sight.attributes.push_back(hash_of(attribute)); });
    return sight;
}

std::uint32_t TagSet::intern(int column, std::string_view string) {
    auto& codes = codes_[static_cast<std::size_t>(column)];
    auto& strings = strings_[static_cast<std::size_t>(column)];
    if (const auto known = codes.find(string); known != codes.end()) return known->second;
    codes.emplace(string, static_cast<std::uint32_t>(strings.size()));
    strings.emplace_back(string);
    return static_cast<std::uint32_t>(strings.size() - 1);
}

Tag TagSet::add(const TagFields& fields, std::uint32_t count) {
    const std::array<std::uint32_t, columns> codes{intern(0, fields.upos), intern(1, fields.xpos),
                                                   intern(2, fields.feats)};
    const auto [place, is_new] = numbers_.try_emplace(codes, static_cast<Tag>(tags_.size()));
    if (is_new) tags_.push_back({codes, 0});
    tags_[place->second].count += count;
    return place->second;
}

std::int64_t TagSet::find(int column, std::string_view string) const {
    const auto& codes = codes_[static_cast<std::size_t>(column)];
    const auto known = codes.find(string);
    return known == codes.end() ? none : static_cast<std::int64_t>(known->second);
}

std::int64_t TagSet::find(const TagFields& fields) const {
    const std::array<std::int64_t, columns> found{find(0, fields.upos), find(1, fields.xpos), find(2, fields.feats)};
    std::array<std::uint32_t, columns> codes;
    for (std::size_t column = 0; column < columns; ++column) {
        if (found[column] == none) return none;
        codes[column] = static_cast<std::uint32_t>(found[column]);
    }
    const auto number = numbers_.find(codes);
    return number == numbers_.end() ? none : static_cast<std::int64_t>(number->second);
}

TagFields TagSet::fields(Tag tag) const {
    return {strings_[0][code(0, tag)], strings_[1][code(1, tag)], strings_[2][code(2, tag)]};
}

void TagSet::finish() {
    constexpr Part no_part = 0;
    part_count_ = first_part;
    const auto next = [&] { return part_count_ < most_parts ? static_cast<Part>(part_count_++) : no_part; };
    std::map<std::string, Part> parts;
    const auto part_named = [&](std::string name) {
        const auto place = parts.find(name);
        return place != parts.end() ? place->second : parts.emplace(std::move(name), next()).first->second;
    };
    std::vector<std::uint64_t> seen_xpos(strings_[1].size());
    for (const Entry& entry : tags_) seen_xpos[entry.codes[1]] += entry.count;

    parts_.clear();
    first_parts_.assign(1, 0);
    sights_.clear();
    for (const Entry& entry : tags_) {
        const TagFields own = fields(static_cast<Tag>(sights_.size()));
        std::set<Part> of_tag{part_named("u|" + std::string(own.upos))};
        if (entry.count >= least_count_of_part) of_tag.insert(next());
        if (seen_xpos[entry.codes[1]] >= least_count_of_part) of_tag.insert(part_named("x|" + std::string(own.xpos)));
        if (own.xpos.find('|') != std::string_view::npos)
            each_piece(own.xpos, [&](std::string_view piece) { of_tag.insert(part_named("p|" + std::string(piece))); });
        each_piece(own.feats, [&](std::string_view piece) { of_tag.insert(part_named("f|" + std::string(piece))); });
        of_tag.erase(no_part);
        parts_.insert(parts_.end(), of_tag.begin(), of_tag.end());
        first_parts_.push_back(static_cast<std::uint32_t>(parts_.size()));
        sights_.push_back(TagSight::of(own));
    }
}

void TagSet::write(std::string& bytes) const {
    BytesWriter writer(bytes);
    for (const auto& strings : strings_) {
        writer.value(static_cast<std::uint64_t>(strings.size()));
        for (const std::string& string : strings) writer.string(string);
    }
    writer.values(tags_);
}

TagSet TagSet::read(std::string_view& bytes) {
    BytesReader reader(bytes);
    TagSet set;
    for (int column = 0; column < columns; ++column) {
        const std::size_t count = reader.count(sizeof(std::uint32_t));
        for (std::size_t code = 0; code < count; ++code) {
            const std::string string = reader.string();
            if (!fits_column(string)) throw std::invalid_argument("a tag would break the file");
            if (set.intern(column, string) != code) throw std::invalid_argument("a tag is there twice");
        }
    }
    set.tags_ = reader.values<Entry>();
    if (set.tags_.empty()) throw std::invalid_argument("the model has no tags");
    for (const Entry& entry : set.tags_) {
        for (std::size_t column = 0; column < columns; ++column)
            if (entry.codes[column] >= set.strings_[column].size()) throw std::invalid_argument("a tag has no name");
        if (!set.numbers_.try_emplace(entry.codes, static_cast<Tag>(set.numbers_.size())).second)
            throw std::invalid_argument("a tag is there twice");
    }
    set.finish();
    return set;
}

}  // namespace crossarc::tagging
