#include "core/registry.hpp"

#include <algorithm>
#include <optional>

#include "core/oracles/dispatch.hpp"

namespace crossarc {

namespace {

constexpr SystemDescription descriptions[] = {
    {"arc-standard", "projective", "2n", "2018 projective, note 2; Nivre 2008"},
    {"arc-eager", "projective", "2n", "2012 buffer, §2.3; 2018 projective"},
    {"arc-hybrid", "projective", "2n", "2018 projective"},
    {"arc-hybrid-swap", "all", "2n + n(n-1)", "2018 2-planar, §4"},
    {"planar", "planar", "3n", "2010, §4"},
    {"2-planar", "2-planar", "8n", "2010, §5; 2018 2-planar"},
    {"covington", "all", "n(n+1)/2", "2015"},
    {"undirected-planar", "planar", "3n + 1", "2012 undirected"},
    {"undirected-2-planar", "2-planar", "8n + 4", "2012 undirected"},
    {"undirected-covington", "all", "n(n+3)/2", "2012 undirected"},
};

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row[b.size()];
}

[[noreturn]] void unknown_system(std::string_view name) {
    std::string message = "unknown system '" + std::string(name) + "'";
    const SystemDescription* nearest = nullptr;
    std::size_t least = std::max<std::size_t>(3, name.size() / 2);
    for (const auto& known : descriptions) {
        const std::size_t distance = edit_distance(name, known.name);
        if (distance < least || (distance == least && nearest != nullptr && known.name.size() > nearest->name.size())) {
            least = distance;
            nearest = &known;
        }
    }
    if (nearest != nullptr) message += "; did you mean '" + std::string(nearest->name) + "'?";
    message += " The systems are";
    for (const auto& known : descriptions) message += " " + std::string(known.name);
    message += "; all but covington and the undirected ones take +lba +rba +lnba +rnba";
    throw std::invalid_argument(message);
}

std::optional<AnySystem> base_system(std::string_view name) {
    if (name == "arc-standard") return ArcStandard{};
    if (name == "arc-eager") return ArcEager{};
    if (name == "arc-hybrid") return ArcHybrid{};
    if (name == "arc-hybrid-swap") return ArcHybridSwap{};
    if (name == "planar") return Planar{};
    if (name == "2-planar") return TwoPlanar{};
    if (name == "covington") return Covington{};
    if (name == "undirected-planar") return Undirected<Planar>{};
    if (name == "undirected-2-planar") return Undirected<TwoPlanar>{};
    if (name == "undirected-covington") return Undirected<Covington>{};
    return std::nullopt;
}

template <class System>
struct is_buffered : std::false_type {};
template <class Base>
struct is_buffered<BufferTransitions<Base>> : std::true_type {};
template <class System>
struct is_undirected : std::false_type {};
template <class Base>
struct is_undirected<Undirected<Base>> : std::true_type {};

template <class System>
constexpr bool takes_buffer_transitions =
    std::is_same_v<System, ArcStandard> || std::is_same_v<System, ArcEager> || std::is_same_v<System, ArcHybrid> ||
    std::is_same_v<System, ArcHybridSwap> || std::is_same_v<System, Planar> || std::is_same_v<System, TwoPlanar>;

AnySystem with_buffer_transitions(const AnySystem& base, std::string_view name, std::string_view suffixes) {
    return std::visit(
        [&](const auto& system) -> AnySystem {
            using System = std::decay_t<decltype(system)>;
            if constexpr (takes_buffer_transitions<System>) {
                BufferTransitions<System> extended;
                extended.base = system;
                while (!suffixes.empty()) {
                    suffixes.remove_prefix(1);  // '+'
                    const std::string_view one = suffixes.substr(0, suffixes.find('+'));
                    suffixes.remove_prefix(one.size());
                    bool* flag = one == "lba"    ? &extended.lba
                                 : one == "rba"  ? &extended.rba
                                 : one == "lnba" ? &extended.lnba
                                 : one == "rnba" ? &extended.rnba
                                                 : nullptr;
                    if (flag == nullptr) {
                        throw std::invalid_argument("unknown buffer transition '+" + std::string(one) + "' in '" +
                                                    std::string(name) + "': they are +lba +rba +lnba +rnba");
                    }
                    *flag = true;
                }
                return extended;
            } else {
                throw std::invalid_argument("'" + std::string(name.substr(0, name.find('+'))) +
                                            "' does not take buffer transitions: arc-standard, arc-eager, arc-hybrid, "
                                            "arc-hybrid-swap, planar and 2-planar do");
            }
        },
        base);
}

void set_root(AnySystem& system, std::string_view name, std::string_view root) {
    if (root != "last" && root != "first") {
        throw std::invalid_argument("root is 'last' or 'first', not '" + std::string(root) + "'");
    }
    std::visit(
        [&](auto& own) {
            using System = std::decay_t<decltype(own)>;
            if constexpr (std::is_same_v<System, ArcEager>) {
                own.root_first = root == "first";
            } else if constexpr (std::is_same_v<System, BufferTransitions<ArcEager>>) {
                own.base.root_first = root == "first";
            } else if (!System::has_root_last || root == "first") {
                throw std::invalid_argument(
                    "'" + std::string(name) + "' does not take root='" + std::string(root) +
                    (System::has_root_last ? "': only arc-eager does" : "': its configurations hold no root to place"));
            }
        },
        system);
}

void set_reconstruction(AnySystem& system, std::string_view name, const SystemOptions& options) {
    const Reconstruction how = reconstruction_named(options.reconstruction, options.root_links);
    std::visit(
        [&](auto& own) {
            if constexpr (is_undirected<std::decay_t<decltype(own)>>::value) {
                own.reconstruction = how;
            } else {
                throw std::invalid_argument("'" + std::string(name) +
                                            "' is directed: reconstruction and root_links belong to the undirected "
                                            "systems");
            }
        },
        system);
}

template <class System>
TreeClass class_of(const System& system) {
    if constexpr (builds_every_tree<System>) {
        return TreeClass::all;
    } else if constexpr (is_buffered<System>::value) {
        const TreeClass base = class_of(system.base);
        return base == TreeClass::projective && (system.lnba || system.rnba) ? TreeClass::some_crossing : base;
    } else if constexpr (is_undirected<System>::value) {
        return class_of(system.base);
    } else if constexpr (requires { System::planes; }) {
        return TreeClass::some_crossing;
    } else {
        return TreeClass::projective;
    }
}

constexpr std::string_view all_oracle_names[] = {"static", "dynamic", "static-dynamic", "exact"};

}  // namespace

std::span<const SystemDescription> system_descriptions() { return descriptions; }

AnySystem make_system(std::string_view name, const SystemOptions& options) {
    const std::size_t plus = std::min(name.find('+'), name.size());
    std::optional<AnySystem> system = base_system(name.substr(0, plus));
    if (!system) unknown_system(name);
    if (plus < name.size()) system = with_buffer_transitions(*system, name, name.substr(plus));
    if (!options.root.empty()) set_root(*system, name, options.root);
    if (!options.reconstruction.empty() || !options.root_links.empty()) set_reconstruction(*system, name, options);
    return *system;
}

TreeClass trees_of(const AnySystem& system) {
    return std::visit([](const auto& own) { return class_of(own); }, system);
}

std::vector<std::string_view> oracle_names(const AnySystem& system) {
    std::vector<std::string_view> names;
    for (std::string_view name : all_oracle_names) {
        const bool alias = name == "dynamic" && std::holds_alternative<ArcHybridSwap>(system);
        const auto is_there = [&](const auto& own) { return with_oracle(own, name, {}, [](const auto&) {}); };
        if (!alias && std::visit(is_there, system)) names.push_back(name);
    }
    return names;
}

int plane_count(const AnySystem& system) {
    return std::visit(
        [](const auto& own) {
            if constexpr (requires { own.planes; }) return own.planes;
            if constexpr (requires { own.base.planes; }) return own.base.planes;
            return 0;
        },
        system);
}

bool has_long_buffer_arcs(const AnySystem& system) {
    return std::visit(
        [](const auto& own) {
            if constexpr (is_buffered<std::decay_t<decltype(own)>>::value) {
                Configuration c;
                own.start(c, 1);
                return own.rba || (own.lba && (own.rnba || c.root() == Root::last));
            }
            return false;
        },
        system);
}

std::unique_ptr<Oracle> make_oracle(const AnySystem& system, std::string_view name, const OracleOptions& options) {
    if (options.regularize && !(std::holds_alternative<TwoPlanar>(system) && name == "dynamic")) {
        throw std::invalid_argument("regularize belongs to the dynamic oracle of 2-planar");
    }
    if (options.planes != PlaneCriterion::active && plane_count(system) != 2) {
        throw std::invalid_argument("planes belongs to systems with two planes");
    }
    if (options.buffer_arcs != BufferArcs::of_length_one && !(has_long_buffer_arcs(system) && name == "static")) {
        throw std::invalid_argument("buffer_arcs belongs to the static oracle of systems whose buffer arcs can be long");
    }
    std::unique_ptr<Oracle> oracle;
    std::visit(
        [&](const auto& own) {
            with_oracle(own, name, options,
                        [&](const auto& make) { oracle = std::make_unique<decltype(make())>(make()); });
        },
        system);
    if (oracle == nullptr) {
        std::string message = "no oracle '" + std::string(name) + "' for this system: it has";
        for (std::string_view own : oracle_names(system)) message += " " + std::string(own);
        throw std::invalid_argument(message);
    }
    return oracle;
}

}  // namespace crossarc
