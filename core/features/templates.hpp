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
//     d                            the label of the arc to it; of addresses that end with a link, that of the link, with the
//                                  direction that it prefers
//     vl vr                        its number of left and right children, 3 and more alike
//     sl sr                        the set of their labels
//     far                          its distance from B0: up to 5, up to 10, more
//     tie                          how it is linked to B0: head, dependent, not at all; by other arcs (planar, 2-planar,
//                                  covington)
//     link                         the link between it and B0 in undirected systems: its label and direction, none, or others
//     nl nr ll lr dist             vl vr sl sr far exactly: numbers, sets of labels (of links as well), the distance
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

    // The same for those who look at one configuration after the other: what is seen of words of the buffer alone stays as
    // long as these words are the same, and most transitions do not change them.
    static constexpr std::size_t most_nodes = 64, most_atoms = 256;
    struct Glance {
        std::array<Node, most_nodes> nodes;
        std::array<std::uint64_t, most_atoms> hashes;
        bool is_of_this_sentence = false;  // if not, all is new
    };
    // Returns whether the words of the buffer are others than at the last glance.
    bool look(const Configuration& c, std::span<const std::uint32_t> rows, Glance& glance) const;
    std::size_t keys_of_buffer(const Glance& glance, FeatureKey* keys) const { return write_keys(of_buffer_, glance, keys); }
    std::size_t other_keys(const Glance& glance, FeatureKey* keys) const { return write_keys(others_, glance, keys); }

  private:
    enum class Kind : std::uint8_t {
        label,
        left_valency,
        right_valency,
        left_labels,
        right_labels,
        distance,
        tie,
        left_count,  // from here on the kinds that most templates do without
        right_count,
        left_label_set,
        right_label_set,
        exact_distance,
        link,
        link_label,
        attribute,
    };
    static constexpr std::size_t kind_count = 15;

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
    bool is_in_buffer(const Atom& atom) const;
    template <Kind kind>
    void look_at_atoms(std::size_t first, std::size_t end, const Configuration& c, std::span<const std::uint32_t> rows,
                       Glance& glance) const;
    template <Kind kind>
    void look_at_kind(const Configuration& c, Glance& glance) const;
    void look_at_rare_kinds(const Configuration& c, Glance& glance) const;
    std::size_t write_keys(std::span<const Template> templates, const Glance& glance, FeatureKey* keys) const;

    std::vector<Place> places_;
    std::vector<Attribute> attributes_;
    std::vector<Atom> atoms_;                               // each once, by kind, words of the buffer last
    std::size_t first_of_buffer_ = 0;                       // atom
    std::array<std::size_t, kind_count + 1> first_atom_{};  // of each kind
    std::vector<std::uint16_t> used_;                       // the atoms of the templates, one template after the other
    std::vector<Template> templates_;                       // those with the fewest atoms first
    std::vector<Template> of_buffer_, others_;              // the same: with atoms of the buffer alone, and with others
};

}  // namespace crossarc
