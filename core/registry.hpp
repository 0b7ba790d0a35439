// Systems and oracles by name: the one place where a name becomes a type.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/oracles/options.hpp"
#include "core/oracles/oracle.hpp"
#include "core/oracles/target.hpp"

namespace crossarc {

using AnySystem = std::variant<ArcStandard, ArcEager, ArcHybrid, ArcHybridSwap, Planar, TwoPlanar, Covington,
                               BufferTransitions<ArcStandard>, BufferTransitions<ArcEager>,
                               BufferTransitions<ArcHybrid>, BufferTransitions<ArcHybridSwap>,
                               BufferTransitions<Planar>, BufferTransitions<TwoPlanar>,
                               Undirected<Planar>, Undirected<TwoPlanar>, Undirected<Covington>>;

struct SystemOptions {
    std::string root;            // "last" or "first"; empty: the system's own
    std::string reconstruction;  // "naive" or "label"
    std::string root_links;      // label-based reconstruction: "trusted" or "untrusted"
};

// What `crossarc systems` prints about a system.
struct SystemDescription {
    std::string_view name;
    std::string_view trees;
    std::string_view longest;  // derivation of n words
    std::string_view paper;
};
std::span<const SystemDescription> system_descriptions();

// Throw std::invalid_argument with a message for the user.
AnySystem make_system(std::string_view name, const SystemOptions& options);
std::unique_ptr<Oracle> make_oracle(const AnySystem& system, std::string_view name, const OracleOptions& options);

// Which trees a system builds.
enum class TreeClass : std::uint8_t { projective, some_crossing, all };
TreeClass trees_of(const AnySystem& system);

std::vector<std::string_view> oracle_names(const AnySystem& system);

// On how many planes the system's oracles share out the gold arcs; 0 if they do not.
int plane_count(const AnySystem& system);
// Whether the first two nodes of the buffer can be others than neighbours when a projective buffer transition links them.
// Those that remove the second node see to that, and 0 at the end of the buffer, which is nobody's neighbour.
bool has_long_buffer_arcs(const AnySystem& system);

}  // namespace crossarc
