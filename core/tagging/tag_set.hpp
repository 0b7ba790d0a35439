// Tags and the parts that they are made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tagging/hashing.hpp"
#include "core/stored_bytes.hpp"

namespace crossarc::tagging {

using Tag = std::uint32_t;
using Part = std::uint16_t;

// UPOS, XPOS and FEATS of a word, together its tag.
struct TagFields {
    std::string_view upos, xpos, feats;
};

// What a tag says of the words after it, as hashes for features.
struct TagSight {
    Hash whole = 0, upos = 0;
    std::vector<Hash> attributes;  // each of FEATS

    static TagSight of(const TagFields& fields);
};

// The tags of a treebank, numbered. A tag is the sum of its parts: itself, its UPOS, its XPOS, each attribute of its
// FEATS and each piece of an XPOS that is a list. Parts are numbered behind those that are not of tags but say what
// speaks for a candidate.
class TagSet {
  public:
    static constexpr int columns = 3;              // UPOS, XPOS, FEATS
    static constexpr std::size_t first_part = 32;  // those before are of evidence
    static constexpr std::size_t most_parts = 60000;
    static constexpr std::int64_t none = -1;

    Tag add(const TagFields& fields, std::uint32_t count);
    void finish();  // to be called when all are there: finds the parts

    std::size_t size() const { return tags_.size(); }
    std::size_t part_count() const { return part_count_; }
    TagFields fields(Tag tag) const;
    std::uint32_t count(Tag tag) const { return tags_[tag].count; }
    std::int64_t find(const TagFields& fields) const;
    std::span<const Part> parts(Tag tag) const {
        return std::span(parts_).subspan(first_parts_[tag], first_parts_[tag + 1] - first_parts_[tag]);
    }
    const TagSight& sight(Tag tag) const { return sights_[tag]; }

    // The strings of a column, and the number of a tag's among them.
    const std::vector<std::string>& strings(int column) const { return strings_[static_cast<std::size_t>(column)]; }
    std::int64_t find(int column, std::string_view string) const;
    std::uint32_t code(int column, Tag tag) const { return tags_[tag].codes[static_cast<std::size_t>(column)]; }

    void write(std::string& bytes) const;
    static TagSet read(std::string_view& bytes);  // throws std::invalid_argument

  private:
    struct Entry {
        std::array<std::uint32_t, columns> codes;
        std::uint32_t count;
    };
    std::uint32_t intern(int column, std::string_view string);

    std::array<std::vector<std::string>, columns> strings_;
    std::array<std::map<std::string, std::uint32_t, std::less<>>, columns> codes_;
    std::map<std::array<std::uint32_t, columns>, Tag> numbers_;
    std::vector<Entry> tags_;
    std::size_t part_count_ = first_part;
    std::vector<Part> parts_;
    std::vector<std::uint32_t> first_parts_;
    std::vector<TagSight> sights_;
};

}  // namespace crossarc::tagging
