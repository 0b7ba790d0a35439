#include "core/features/templates.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace crossarc {
namespace {

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
    Atom atom{Kind::distance, false, 0, 0};
    if (text != "dist") {
        const std::size_t dot = text.find('.');
        if (dot == std::string_view::npos) throw std::invalid_argument("'" + std::string(text) + "' has no dot");
        std::string address(text.substr(0, dot));
        const std::string_view what = text.substr(dot + 1);
        if (address.ends_with('?')) {
            atom.optional = true;
            address.pop_back();
        }
        const auto known = std::find(address_texts_.begin(), address_texts_.end(), address);
        atom.node = static_cast<std::uint16_t>(known - address_texts_.begin());
        if (known == address_texts_.end()) {
            addresses_.emplace_back(address);
            address_texts_.push_back(address);
        }
        if (what == "d") {
            atom.kind = Kind::label;
        } else if (what == "vl") {
            atom.kind = Kind::left_valency;
        } else if (what == "vr") {
            atom.kind = Kind::right_valency;
        } else if (what == "sl") {
            atom.kind = Kind::left_labels;
        } else if (what == "sr") {
            atom.kind = Kind::right_labels;
        } else {
            atom.kind = Kind::attribute;
            const Attribute attribute = Attribute::named(what);
            const auto same = std::find(attributes_.begin(), attributes_.end(), attribute);
            atom.attribute = static_cast<std::uint16_t>(same - attributes_.begin());
            if (same == attributes_.end()) attributes_.push_back(attribute);
        }
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
    if (atom.kind == Kind::distance) {
        const Node left = c.top(), right = c.first();
        if (left == no_node || right == no_node) return 0;
        return 1 + distance_class(std::abs(right - left));
    }
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
