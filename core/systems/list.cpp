#include "core/systems/list.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>

#include "core/systems/arc_eager.hpp"
#include "core/systems/arc_hybrid.hpp"
#include "core/systems/arc_hybrid_swap.hpp"
#include "core/systems/arc_standard.hpp"
#include "core/systems/buffer_transitions.hpp"
#include "core/systems/covington.hpp"
#include "core/systems/planar.hpp"
#include "core/systems/system_of.hpp"
#include "core/systems/two_planar.hpp"
#include "core/systems/undirected.hpp"

namespace crossarc {
namespace {

struct Entry {
    SystemDescription about;
    // `name` is what the user asked for, with buffer transitions.
    SharedSystem (*make)(const SystemDescription& about, std::string_view name, const SystemOptions& options);
};

void refuse_reconstruction(std::string_view name, const SystemOptions& options) {
    if (options.reconstruction.empty() && options.root_links.empty()) return;
    throw std::invalid_argument("'" + std::string(name) +
                                "' is directed: reconstruction and root_links belong to the undirected systems");
}

// Only systems with `root_first` can have the root in two places.
template <class Rules>
void set_root(Rules& rules, std::string_view name, std::string_view root) {
    if (root.empty()) return;
    if (root != "last" && root != "first")
        throw std::invalid_argument("root is 'last' or 'first', not '" + std::string(root) + "'");
    if constexpr (requires { rules.root_first; }) {
        rules.root_first = root == "first";
    } else if (!Rules::traits.has_root || root == "first") {
        throw std::invalid_argument(
            "'" + std::string(name) + "' does not take root='" + std::string(root) +
            (Rules::traits.has_root ? "': only arc-eager does" : "': its configurations hold no root to place"));
    }
}

template <class Rules>
SharedSystem made_of(Rules rules, const SystemDescription& about, std::string_view name, const SystemOptions& options) {
    set_root(rules, name, options.root);
    return std::make_shared<SystemOf<Rules>>(about.name, std::move(rules));
}

template <class Rules>
constexpr Entry directed() {
    return {Rules::about, [](const SystemDescription& about, std::string_view name, const SystemOptions& options) {
                SharedSystem system = made_of(Rules{}, about, name, options);
                refuse_reconstruction(name, options);
                return system;
            }};
}

template <class Base>
constexpr Entry without_directions(const SystemDescription& about) {
    return {about, [](const SystemDescription& own, std::string_view name, const SystemOptions& options) {
                const Reconstruction how = reconstruction_named(options.reconstruction, options.root_links);
                return how == Reconstruction::naive ? made_of(undirected::Rules<Base, true>{how}, own, name, options)
                                                    : made_of(undirected::Rules<Base, false>{how}, own, name, options);
            }};
}

constexpr Entry entries[] = {
    directed<arc_standard::Rules>(),
    directed<arc_eager::Rules>(),
    directed<arc_hybrid::Rules>(),
    directed<arc_hybrid_swap::Rules>(),
    directed<planar::Rules>(),
    directed<two_planar::Rules>(),
    directed<covington::Rules>(),
    without_directions<planar::Rules>(
        {"undirected-planar", "planar", "3n + 1", "Gómez-Rodríguez & Fernández-González 2012"}),
    without_directions<two_planar::Rules>(
        {"undirected-2-planar", "2-planar", "8n + 4", "Gómez-Rodríguez & Fernández-González 2012"}),
    without_directions<covington::Rules>(
        {"undirected-covington", "all", "n(n+3)/2", "Gómez-Rodríguez & Fernández-González 2012"}),
};

constexpr auto descriptions = [] {
    std::array<SystemDescription, std::size(entries)> result;
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = entries[k].about;
    return result;
}();

[[noreturn]] void unknown_system(std::string_view name) {
    std::string message = "unknown system '" + std::string(name) + "': the systems are";
    for (const auto& known : descriptions) message += " " + std::string(known.name);
    message += "; all but covington and the undirected ones take +lba +rba +lnba +rnba";
    throw std::invalid_argument(message);
}

SharedSystem with_buffer_transitions(SharedSystem base, std::string_view name, std::string_view suffixes) {
    if (!base->traits().takes_buffer_transitions)
        throw std::invalid_argument("'" + std::string(name.substr(0, name.find('+'))) +
                                    "' does not take buffer transitions: arc-standard, arc-eager, arc-hybrid, "
                                    "arc-hybrid-swap, planar and 2-planar do");
    const auto all = buffer_transitions();
    std::vector<const BufferTransition*> added;
    while (!suffixes.empty()) {
        suffixes.remove_prefix(1);  // '+'
        const std::string_view one = suffixes.substr(0, suffixes.find('+'));
        suffixes.remove_prefix(one.size());
        const auto found = std::find_if(all.begin(), all.end(), [&](const auto& own) { return own.suffix == one; });
        if (found == all.end())
            throw std::invalid_argument("unknown buffer transition '+" + std::string(one) + "' in '" +
                                        std::string(name) + "': they are +lba +rba +lnba +rnba");
        added.push_back(&*found);
    }
    std::sort(added.begin(), added.end());
    added.erase(std::unique(added.begin(), added.end()), added.end());
    return std::make_shared<WithBufferTransitions>(std::move(base), std::move(added));
}

}  // namespace

std::span<const SystemDescription> system_descriptions() { return descriptions; }

SharedSystem make_system(std::string_view name, const SystemOptions& options) {
    const std::size_t plus = std::min(name.find('+'), name.size());
    for (const Entry& entry : entries) {
        if (entry.about.name != name.substr(0, plus)) continue;
        SharedSystem base = entry.make(entry.about, name, options);
        return plus == name.size() ? base : with_buffer_transitions(std::move(base), name, name.substr(plus));
    }
    unknown_system(name);
}

std::vector<std::string_view> oracle_names(const System& system) {
    std::vector<std::string_view> names;
    for (const OracleEntry& entry : system.oracles())
        if (!entry.is_alias) names.push_back(entry.name);
    return names;
}

std::vector<std::string_view> arc_transition_names() {
    std::vector<std::string_view> names;
    const auto add = [&](const Kind& kind) {
        if (kind.links && std::find(names.begin(), names.end(), kind.name) == names.end()) names.push_back(kind.name);
    };
    for (const Entry& entry : entries)
        for (const Kind& kind : entry.make(entry.about, entry.about.name, {})->kinds()) add(kind);
    for (const BufferTransition& own : buffer_transitions()) add(own.kind);
    return names;
}

std::unique_ptr<Oracle> make_oracle(const SharedSystem& system, std::string_view name, const OracleOptions& options) {
    const Traits& traits = system->traits();
    const bool can_regularize = traits.planes == 2 && traits.is_directed && &system->base() == system.get();
    if (options.regularize && !(can_regularize && name == "dynamic"))
        throw std::invalid_argument("regularize belongs to the dynamic oracle of 2-planar");
    if (options.planes != PlaneCriterion::active && traits.planes != 2)
        throw std::invalid_argument("planes belongs to systems with two planes");
    if (options.buffer_arcs != BufferArcs::of_length_one && !(traits.has_long_buffer_arcs && name == "static"))
        throw std::invalid_argument(
            "buffer_arcs belongs to the static oracle of systems whose buffer arcs can be long");
    for (const OracleEntry& entry : system->oracles())
        if (entry.name == name) return entry.make(system, options);
    std::string message = "no oracle '" + std::string(name) + "' for this system: it has";
    for (std::string_view own : oracle_names(*system)) message += " " + std::string(own);
    throw std::invalid_argument(message);
}

}  // namespace crossarc
