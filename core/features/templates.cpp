#include "core/features/templates.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>

namespace crossarc {
namespace {

// The atoms that are no attributes of words, in the order of FeatureTemplates::Kind.
constexpr std::string_view kind_names[] = {"d",  "vl", "vr", "sl", "sr",   "far", "tie",
                                           "nl", "nr", "ll", "lr", "dist", "link"};

// Values of atoms that are no attributes begin here; below are those of nodes and attributes that are missing.
constexpr std::uint32_t first_value = AttributeTable::lacking + 1;

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Near distances exactly, far ones in classes.
std::uint32_t distance_class(int distance) {
    return static_cast<std::uint32_t>(distance <= 5 ? distance : distance <= 10 ? 6 : 7);
}

std::uint64_t text_hash(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a, the same on every machine
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return hash * 0x9E3779B97F4A7C15u;
}

// The lowest byte of an atom's hash is 1 if the atom is missing and 0 if not, so that a sum of hashes has how many are.
constexpr std::uint64_t missing_bits = 0xFF;
constexpr std::uint16_t most_summands = missing_bits;

std::uint64_t value_hash(std::uint32_t value, std::uint64_t salt, bool is_missing) {
    std::uint64_t hash = (value ^ salt) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ (hash >> 29)) * 0x94D049BB133111EBu;
    return ((hash ^ (hash >> 32)) & ~missing_bits) | static_cast<std::uint64_t>(is_missing);
}

std::uint32_t tie(const Configuration& c, Node x, Node y) {
    if (c.head(x) == y) return 1;
    if (c.head(y) == x) return 2;
    return c.connected(x, y) ? 3 : 0;
}

std::uint32_t label_and_direction(const Configuration::Edge& edge) {
    return 2 * static_cast<std::uint32_t>(edge.label) + (edge.leftward ? 1 : 0);
}

std::uint32_t link(const Configuration& c, Node x, Node y) {
    const int between = c.link_between(x, y);
    if (between != Configuration::no_link) return 2 + label_and_direction(c.edge(between));
    return c.connected(x, y) ? 1 : 0;
}

}  // namespace

FeatureTemplates::FeatureTemplates(std::string_view text) {
    for (int number = 1; !text.empty(); ++number) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty()) continue;
        try {
            add_template(line);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument("line " + std::to_string(number) + " of the features: " + error.what());
        }
    }
    if (templates_.empty()) throw std::invalid_argument("there is no feature template");
    group();
}

void FeatureTemplates::add_template(std::string_view line) {
    Template added{static_cast<std::uint16_t>(used_.size()), 0};
    if (line.ends_with('+')) throw std::invalid_argument("'" + std::string(line) + "' ends with '+'");
    while (!line.empty()) {
        const std::string_view atom = line.substr(0, line.find('+'));
        line.remove_prefix(std::min(atom.size() + 1, line.size()));
        used_.push_back(atom_index(trimmed(atom)));
        ++added.count;
    }
    if (used_.size() > 60000) throw std::invalid_argument("too many templates");
    if (added.count > most_summands) throw std::invalid_argument("a template has too many atoms");
    templates_.push_back(added);
}

std::uint16_t FeatureTemplates::atom_index(std::string_view text) {
    Atom atom{Kind::attribute, 0, 0, AttributeTable::no_node_value + 1, text_hash(text)};
    if (const auto known = std::find(atoms_.begin(), atoms_.end(), atom); known != atoms_.end())
        return static_cast<std::uint16_t>(known - atoms_.begin());
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) throw std::invalid_argument("'" + std::string(text) + "' has no dot");
    std::string_view address = text.substr(0, dot);
    const std::string_view what = text.substr(dot + 1);
    const bool optional = address.ends_with('?');
    if (optional) address.remove_suffix(1);
    atom.node = node_index(Address(address));
    if (const auto own = std::find(std::begin(kind_names), std::end(kind_names), what); own != std::end(kind_names)) {
        atom.kind = static_cast<Kind>(own - std::begin(kind_names));
        const Place& place = places_[atom.node];
        if (atom.kind == Kind::label && place.from != Place::nowhere && Address::is_along_link(place.step))
            atom.kind = Kind::link_label;
    } else {
        const Attribute attribute = Attribute::named(what);
        if (attribute.kind == Attribute::Kind::feature) atom.least = AttributeTable::lacking + 1;
        const auto same = std::find(attributes_.begin(), attributes_.end(), attribute);
        atom.attribute = static_cast<std::uint16_t>(same - attributes_.begin());
        if (same == attributes_.end()) attributes_.push_back(attribute);
    }
    if (optional) atom.least = 0;
    atoms_.push_back(atom);
    if (atoms_.size() > most_atoms) throw std::invalid_argument("too many atoms");
    return static_cast<std::uint16_t>(atoms_.size() - 1);
}

std::uint16_t FeatureTemplates::node_index(const Address& address) {
    const auto index_of = [&](const Place& wanted) {
        const auto known = std::find_if(places_.begin(), places_.end(), [&](const Place& place) {
            return place.start == wanted.start && place.from == wanted.from && place.step == wanted.step;
        });
        const auto index = static_cast<std::uint16_t>(known - places_.begin());
        if (known == places_.end()) places_.push_back(wanted);
        if (places_.size() > most_nodes) throw std::invalid_argument("too many nodes");
        return index;
    };
    const Address start = address.without_steps();
    std::uint16_t index = index_of({start, Place::nowhere, {}});
    for (const Address::Step step : address.steps()) index = index_of({start, index, step});
    return index;
}

// Atoms of a kind and templates of a length next to each other, so that extraction is a few plain loops.
void FeatureTemplates::group() {
    std::vector<std::uint16_t> order(atoms_.size()), place(atoms_.size());
    std::iota(order.begin(), order.end(), std::uint16_t{0});
    const auto rank = [&](std::uint16_t atom) { return std::pair(atoms_[atom].kind, is_in_buffer(atoms_[atom])); };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
    std::vector<Atom> atoms;
    for (const std::uint16_t atom : order) {
        place[atom] = static_cast<std::uint16_t>(atoms.size());
        atoms.push_back(atoms_[atom]);
        ++first_atom_[static_cast<std::size_t>(atoms_[atom].kind) + 1];
    }
    std::partial_sum(first_atom_.begin(), first_atom_.end(), first_atom_.begin());
    atoms_ = std::move(atoms);
    for (std::uint16_t& atom : used_) atom = place[atom];
    std::stable_sort(templates_.begin(), templates_.end(), [](const auto& a, const auto& b) { return a.count < b.count; });
    while (first_of_buffer_ < atoms_.size() && !is_in_buffer(atoms_[first_of_buffer_])) ++first_of_buffer_;
    for (const Template& own : templates_) {
        const auto begin = used_.begin() + own.first;
        const bool is_of_buffer =
            std::all_of(begin, begin + own.count, [&](std::uint16_t atom) { return atom >= first_of_buffer_; });
        (is_of_buffer ? of_buffer_ : others_).push_back(own);
    }
}

bool FeatureTemplates::is_in_buffer(const Atom& atom) const {
    return atom.kind == Kind::attribute && places_[atom.node].from == Place::nowhere &&
           places_[atom.node].start.is_in_buffer();
}

template <FeatureTemplates::Kind kind>
void FeatureTemplates::look_at_atoms(std::size_t first_atom, std::size_t end, const Configuration& c,
                                     std::span<const std::uint32_t> rows, Glance& glance) const {
    const Node first = c.first();
    const auto seen = [&](Node node) -> std::uint32_t {
        if constexpr (kind == Kind::label)
            return c.has_head(node) ? first_value + 1 + static_cast<std::uint32_t>(c.label(node)) : first_value;
        if constexpr (kind == Kind::left_valency)
            return first_value + static_cast<std::uint32_t>(std::min(c.left_valency(node), 3));
        if constexpr (kind == Kind::right_valency)
            return first_value + static_cast<std::uint32_t>(std::min(c.right_valency(node), 3));
        if constexpr (kind == Kind::left_labels) return first_value + c.left_labels(node);
        if constexpr (kind == Kind::right_labels) return first_value + c.right_labels(node);
        if constexpr (kind == Kind::distance)
            return first == no_node ? 0 : first_value + distance_class(std::abs(first - node));
        if constexpr (kind == Kind::tie) return first == no_node ? 0 : first_value + tie(c, node, first);
        if constexpr (kind == Kind::left_count) return first_value + static_cast<std::uint32_t>(c.left_valency(node));
        if constexpr (kind == Kind::right_count) return first_value + static_cast<std::uint32_t>(c.right_valency(node));
        if constexpr (kind == Kind::left_label_set) return std::max(first_value, c.left_label_set(node));
        if constexpr (kind == Kind::right_label_set) return std::max(first_value, c.right_label_set(node));
        if constexpr (kind == Kind::exact_distance)
            return first == no_node ? 0 : first_value + static_cast<std::uint32_t>(std::abs(first - node));
        if constexpr (kind == Kind::link) return first == no_node ? 0 : first_value + link(c, node, first);
        return 0;
    };
    for (std::size_t a = first_atom; a < end; ++a) {
        const Node node = glance.nodes[atoms_[a].node];
        std::uint32_t value;
        if constexpr (kind == Kind::attribute) {
            value = rows[static_cast<std::size_t>(node + 1) * attributes_.size() + atoms_[a].attribute];
        } else if constexpr (kind == Kind::link_label) {
            const Place& place = places_[atoms_[a].node];
            const int link = Address::link(c, glance.nodes[place.from], place.step);
            value = node == no_node ? AttributeTable::no_node_value : first_value + label_and_direction(c.edge(link));
        } else {
            value = node == no_node ? AttributeTable::no_node_value : seen(node);
        }
        glance.hashes[a] = value_hash(value, atoms_[a].salt, value < atoms_[a].least);
    }
}

template <FeatureTemplates::Kind kind>
void FeatureTemplates::look_at_kind(const Configuration& c, Glance& glance) const {
    constexpr auto group = static_cast<std::size_t>(kind);
    look_at_atoms<kind>(first_atom_[group], first_atom_[group + 1], c, {}, glance);
}

void FeatureTemplates::look_at_rare_kinds(const Configuration& c, Glance& glance) const {
    look_at_kind<Kind::left_count>(c, glance);
    look_at_kind<Kind::right_count>(c, glance);
    look_at_kind<Kind::left_label_set>(c, glance);
    look_at_kind<Kind::right_label_set>(c, glance);
    look_at_kind<Kind::exact_distance>(c, glance);
    look_at_kind<Kind::link>(c, glance);
    look_at_kind<Kind::link_label>(c, glance);
}

bool FeatureTemplates::look(const Configuration& c, std::span<const std::uint32_t> rows, Glance& glance) const {
    bool is_new = !glance.is_of_this_sentence;
    for (std::size_t k = 0; k < places_.size(); ++k) {
        const Place& place = places_[k];
        const bool starts = place.from == Place::nowhere;
        const Node node = starts ? place.start.start(c) : Address::follow(c, glance.nodes[place.from], place.step);
        is_new |= starts && node != glance.nodes[k] && place.start.is_in_buffer();
        glance.nodes[k] = node;
    }
    glance.is_of_this_sentence = true;
    look_at_kind<Kind::label>(c, glance);
    look_at_kind<Kind::left_valency>(c, glance);
    look_at_kind<Kind::right_valency>(c, glance);
    look_at_kind<Kind::left_labels>(c, glance);
    look_at_kind<Kind::right_labels>(c, glance);
    look_at_kind<Kind::distance>(c, glance);
    look_at_kind<Kind::tie>(c, glance);
    const std::size_t first_attribute = first_atom_[static_cast<std::size_t>(Kind::attribute)];
    if (first_atom_[static_cast<std::size_t>(Kind::left_count)] < first_attribute) look_at_rare_kinds(c, glance);
    look_at_atoms<Kind::attribute>(first_attribute, is_new ? atoms_.size() : first_of_buffer_, c, rows, glance);
    return is_new;
}

std::size_t FeatureTemplates::write_keys(std::span<const Template> templates, const Glance& glance,
                                         FeatureKey* keys) const {
    const std::uint64_t* const hashes = glance.hashes.data();
    std::size_t count = 0;
    for (const Template& own : templates) {
        const std::uint16_t* atom = used_.data() + own.first;
        FeatureKey key = hashes[*atom];
        for (std::uint16_t k = 1; k < own.count; ++k) key += hashes[*++atom];
        keys[count] = key;
        count += (key & missing_bits) == 0;
    }
    return count;
}

std::size_t FeatureTemplates::extract(const Configuration& c, std::span<const std::uint32_t> rows, FeatureKey* keys) const {
    Glance glance;
    glance.nodes.fill(no_node);
    look(c, rows, glance);
    return write_keys(templates_, glance, keys);
}

}  // namespace crossarc
