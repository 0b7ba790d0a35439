#include "core/features/templates.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace crossarc {
namespace {

// The atoms that are no attributes of words, in the order of FeatureTemplates::Kind.
constexpr std::string_view kind_names[] = {"d", "vl", "vr", "sl", "sr", "far", "tie"};

constexpr std::size_t most_nodes = 64, most_atoms = 256;
constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15u;

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Near distances exactly, far ones in classes.
std::uint32_t distance_class(int distance) {
    return static_cast<std::uint32_t>(distance <= 5 ? distance : distance <= 10 ? 6 : 7);
}

std::uint32_t tie(const Configuration& c, Node x, Node y) {
    if (c.head(x) == y) return 1;
    if (c.head(y) == x) return 2;
    return c.connected(x, y) ? 3 : 0;
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
    templates_.push_back(added);
}

std::uint16_t FeatureTemplates::atom_index(std::string_view text) {
    Atom atom{Kind::attribute, false, 0, 0};
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) throw std::invalid_argument("'" + std::string(text) + "' has no dot");
    std::string address(text.substr(0, dot));
    const std::string_view what = text.substr(dot + 1);
    if (address.ends_with('?')) {
        atom.optional = true;
        address.pop_back();
    }
    const auto known_address = std::find(address_texts_.begin(), address_texts_.end(), address);
    atom.node = static_cast<std::uint16_t>(known_address - address_texts_.begin());
    if (known_address == address_texts_.end()) {
        addresses_.emplace_back(address);
        address_texts_.push_back(address);
    }
    if (const auto own = std::find(std::begin(kind_names), std::end(kind_names), what); own != std::end(kind_names)) {
        atom.kind = static_cast<Kind>(own - std::begin(kind_names));
    } else {
        const Attribute attribute = Attribute::named(what);
        const auto same = std::find(attributes_.begin(), attributes_.end(), attribute);
        atom.attribute = static_cast<std::uint16_t>(same - attributes_.begin());
        if (same == attributes_.end()) attributes_.push_back(attribute);
    }
    const auto known = std::find(atoms_.begin(), atoms_.end(), atom);
    const auto index = static_cast<std::uint16_t>(known - atoms_.begin());
    if (known == atoms_.end()) atoms_.push_back(atom);
    if (atoms_.size() > most_atoms || addresses_.size() > most_nodes) throw std::invalid_argument("too many atoms");
    return index;
}

// 0 where the node is missing and that is no value.
std::uint32_t FeatureTemplates::value(const Atom& atom, const Configuration& c, const Node* nodes,
                                      std::span<const std::uint32_t> rows) const {
    const Node node = nodes[atom.node];
    if (node == no_node) return atom.optional ? 3 : 0;
    switch (atom.kind) {
        case Kind::label:
            return c.has_head(node) ? 5 + static_cast<std::uint32_t>(c.label(node)) : 4;
        case Kind::left_valency:
            return 5 + static_cast<std::uint32_t>(std::min(c.left_valency(node), 3));
        case Kind::right_valency:
            return 5 + static_cast<std::uint32_t>(std::min(c.right_valency(node), 3));
        case Kind::left_labels:
            return 5 + c.left_labels(node);
        case Kind::right_labels:
            return 5 + c.right_labels(node);
        case Kind::distance:
            return c.first() == no_node ? 0 : 5 + distance_class(std::abs(c.first() - node));
        case Kind::tie:
            return c.first() == no_node ? 0 : 5 + tie(c, node, c.first());
        default:
            return rows[(static_cast<std::size_t>(node) + 1) * attributes_.size() + atom.attribute];
    }
}

void FeatureTemplates::extract(const Configuration& c, std::span<const std::uint32_t> rows, FeatureKey* keys) const {
    Node nodes[most_nodes];
    for (std::size_t a = 0; a < addresses_.size(); ++a) nodes[a] = addresses_[a].node(c);
    std::uint32_t values[most_atoms];
    for (std::size_t a = 0; a < atoms_.size(); ++a) values[a] = value(atoms_[a], c, nodes, rows);
    for (std::size_t t = 0; t < templates_.size(); ++t) {
        std::uint64_t key = (t + 1) * multiplier;
        bool present = true;
        for (std::uint16_t k = 0; k < templates_[t].count; ++k) {
            const std::uint32_t atom_value = values[used_[templates_[t].first + k]];
            present &= atom_value != 0;
            key = (key ^ atom_value) * multiplier;
            key ^= key >> 29;
        }
        keys[t] = present ? key | 1 : no_feature;
    }
}

}  // namespace crossarc
