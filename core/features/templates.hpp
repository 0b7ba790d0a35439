// The feature templates, from text to keys.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/address.hpp"
#include "core/features/attributes.hpp"

namespace crossarc {

using FeatureKey = std::uint64_t;
inline constexpr FeatureKey no_feature = 0;

// Templates are lines of atoms joined by "+", such as S0.w+B0.p; "#" begins a comment. An atom is an address and a dot and
//     w l p x m s f:NAME a:N z:N   an attribute of the word (see attributes.hpp)
//     d                            the label of the arc to it
//     vl vr                        its number of left and right children, 3 and more alike
//     sl sr                        the set of their labels
//     far                          its distance from B0: up to 5, up to 10, more
//     tie                          how it is linked to B0: head, dependent, not at all; by other arcs (planar, 2-planar,
//                                  covington)
// Where an atom's node is not there, the template has no feature; with "?" behind
// the address (S1?.p) it has one that says so.
class FeatureTemplates {
  public:
    explicit FeatureTemplates(std::string_view text);  // throws std::invalid_argument, with the line

    std::size_t size() const { return templates_.size(); }
    std::span<const Attribute> attributes() const { return attributes_; }

    // Writes one key for each template; no_feature where there is none. `rows` is from AttributeTable::sentence.
    void extract(const Configuration& c, std::span<const std::uint32_t> rows, FeatureKey* keys) const;

  private:
    enum class Kind : std::uint8_t { label, left_valency, right_valency, left_labels, right_labels, distance, tie, attribute };
    struct Atom {
        Kind kind;
        bool optional;       // a missing node is a value like others
        std::uint16_t node;  // of the addresses
        std::uint16_t attribute;

        bool operator==(const Atom&) const = default;
    };
    struct Template {
        std::uint16_t first, count;  // of the atoms used
    };

    void add_template(std::string_view line);
    std::uint16_t atom_index(std::string_view text);
    std::uint32_t value(const Atom& atom, const Configuration& c, const Node* nodes,
                        std::span<const std::uint32_t> rows) const;

    std::vector<Address> addresses_;
    std::vector<std::string> address_texts_;
    std::vector<Attribute> attributes_;
    std::vector<Atom> atoms_;               // each once
    std::vector<std::uint16_t> used_;       // the atoms of the templates, one template after the other
    std::vector<Template> templates_;
};

}  // namespace crossarc
