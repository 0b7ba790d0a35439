// The feature templates, from text to keys.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/address.hpp"
#include "core/features/attributes.hpp"

namespace crossarc {

using FeatureKey = std::uint64_t;

// Templates are lines of atoms joined by "+", such as S0.w+B0.p; "#" begins a comment. An atom is an address and a dot and
//     w l p x m s f:NAME a:N z:N   an attribute of the word (see attributes.hpp)
//     d                            the label of the arc to it
//     vl vr                        its number of left and right children, 3 and more alike
//     sl sr                        the set of their labels
//     far                          its distance from B0: up to 5, up to 10, more
//     tie                          how it is linked to B0: head, dependent, not at all; by other arcs (planar, 2-planar,
//                                  covington)
// Where an atom's node is not there, or has no such feature in FEATS, the template has no feature; with "?" behind the
// address (S1?.p) it has one that says so.
//
// Compiled, templates are a flat program: nodes, each one step from an earlier one; atoms, each a hash of what it sees;
// and keys, each a sum of atoms' hashes. Equal sets of atoms with equal values have equal keys, in whatever template.
class FeatureTemplates {
  public:
    explicit FeatureTemplates(std::string_view text);  // throws std::invalid_argument, with the line

    std::size_t size() const { return templates_.size(); }
    std::span<const Attribute> attributes() const { return attributes_; }

    // Writes the keys of the features that a configuration has and returns how many there are, at most `size`. `rows` is
    // from AttributeTable::sentence.
    std::size_t extract(const Configuration& c, std::span<const std::uint32_t> rows, FeatureKey* keys) const;

  private:
    enum class Kind : std::uint8_t { label, left_valency, right_valency, left_labels, right_labels, distance, tie, attribute };
    static constexpr std::size_t kind_count = 8;

    // A node of the configuration: where an address starts, or one step from another node.
    struct Place {
        static constexpr std::uint16_t nowhere = UINT16_MAX;

        Address start;
        std::uint16_t from = nowhere;
        Address::Step step{};
    };
    struct Atom {
        Kind kind;
        std::uint16_t node;
        std::uint16_t attribute;
        std::uint32_t least;  // a value below this is no feature
        std::uint64_t salt;   // a hash of the atom's text

        bool operator==(const Atom& other) const { return salt == other.salt; }
    };
    struct Template {
        std::uint16_t first, count;  // of the atoms used
    };

    void add_template(std::string_view line);
    std::uint16_t atom_index(std::string_view text);
    std::uint16_t node_index(const Address& address);
    void group();
    template <Kind kind>
    void look(const Configuration& c, std::span<const std::uint32_t> rows, const Node* nodes, std::uint64_t* hashes,
              bool* missing) const;

    std::vector<Place> places_;
    std::vector<Attribute> attributes_;
    std::vector<Atom> atoms_;                               // each once, by kind
    std::array<std::size_t, kind_count + 1> first_atom_{};  // of each kind
    std::vector<std::uint16_t> used_;                       // the atoms of the templates, one template after the other
    std::vector<Template> templates_;                       // those with the fewest atoms first
};

}  // namespace crossarc
