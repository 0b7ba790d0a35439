// Systems and oracles by name. To add a system: write its file, and put it into the list in list.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/oracles/oracle.hpp"
#include "core/systems/system.hpp"

namespace crossarc {

struct SystemOptions {
    std::string root;            // "last" or "first"; empty: the system's own
    std::string reconstruction;  // "naive" or "label"
    std::string root_links;      // label-based reconstruction: "trusted" or "untrusted"
};

std::span<const SystemDescription> system_descriptions();

// Throw std::invalid_argument with a message for the user.
SharedSystem make_system(std::string_view name, const SystemOptions& options);
std::unique_ptr<Oracle> make_oracle(const SharedSystem& system, std::string_view name, const OracleOptions& options);

std::vector<std::string_view> oracle_names(const System& system);

// The names of the transitions of all systems that build arcs.
std::vector<std::string_view> arc_transition_names();

}  // namespace crossarc
