#include "core/systems/system.hpp"

#include <algorithm>
#include <charconv>

#include "core/interruption.hpp"
#include "core/oracles/target.hpp"

namespace crossarc {

std::optional<Transition> System::transition_named(std::string_view name) const {
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        const Kind& own = kinds_[kind];
        Transition t{0, static_cast<std::uint8_t>(kind)};
        if (!own.is_numbered && name == own.name) return t;
        if (!own.is_numbered || !name.starts_with(own.name) || name.size() < own.name.size() + 2) continue;
        const std::string_view number = name.substr(own.name.size() + 1);  // after "-"
        std::uint32_t k = 0;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), k);
        t.k = k;
        if (error == std::errc() && end == number.data() + number.size() && t.k == k) return t;
    }
    return std::nullopt;
}

std::string System::name_of(Transition t) const {
    const Kind& kind = kinds_[t.kind];
    std::string name(kind.name);
    if (kind.is_numbered) name.append("-").append(std::to_string(t.k));
    return name;
}

void System::read_tree(const Configuration& c, Node* heads, Label* labels) const {
    for (Node w = 1; w <= c.words(); ++w) heads[w - 1] = std::max(c.head(w), 0);
    if (labels == nullptr) return;
    for (Node w = 1; w <= c.words(); ++w) labels[w - 1] = c.has_head(w) ? c.label(w) : LabelledTree::unlabelled;
}

void System::read_tree(const Configuration& c, LabelledTree& tree) const {
    tree.heads.resize(static_cast<std::size_t>(c.words()));
    tree.labels.resize(tree.heads.size());
    read_tree(c, tree.heads.data(), tree.labels.data());
}

bool policy_reaches(const System& system, const Target& target) {
    Configuration c;
    system.start(c, target.gold.words());
    while (!system.finished(c)) {
        system.apply(c, system.policy(c, target));
        poll(work_of_transition);
    }
    std::vector<Node> built(static_cast<std::size_t>(c.words()));
    system.read_tree(c, built.data(), nullptr);
    return std::equal(built.begin(), built.end(), target.gold.heads() + 1);
}

}  // namespace crossarc
