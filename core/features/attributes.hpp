// What features see of words: columns, single features of FEATS, beginnings and ends of forms, as numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/conllu/document.hpp"
#include "core/configuration.hpp"

namespace crossarc {

// One attribute by its name in templates: w form, l lemma, p UPOS, x XPOS, m all of FEATS, f:Case one of FEATS, a:3 and
// z:3 the first and last three characters of the form, s its shape.
struct Attribute {
    enum class Kind : std::uint8_t { form, lemma, upos, xpos, feats, feature, prefix, suffix, shape };

    Kind kind = Kind::form;
    std::string feature;  // the name of one of FEATS
    int characters = 0;   // of a prefix or suffix

    static Attribute named(std::string_view name);  // throws std::invalid_argument

    Column column() const;
    std::string_view of(std::string_view field, std::string& memory) const;  // "" if there is none

    bool operator==(const Attribute&) const = default;
};

// The attributes of the words of a document, by word and attribute. Values are hashes of strings, so that a model needs
// no list of words; a word that lacks an attribute has the value `lacking`.
class AttributeTable {
  public:
    static constexpr std::uint32_t no_node_value = 0;  // of a node that there is not
    static constexpr std::uint32_t root_value = 1;     // of the artificial root
    static constexpr std::uint32_t lacking = 2;

    AttributeTable(Document& document, std::span<const Attribute> attributes);

    // The values of the words of a sentence: row 0 is no node, row 1 the root, row w + 1 word w.
    void sentence(const Document& document, std::size_t sentence, std::vector<std::uint32_t>& rows) const;

    std::size_t width() const { return width_; }

  private:
    std::size_t width_;
    std::vector<std::uint32_t> values_;  // [word][attribute]
};

}  // namespace crossarc
