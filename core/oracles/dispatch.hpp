// Which oracles each system has: the one place where the name of an oracle becomes a type.
#pragma once

#include "core/oracles/arc_eager.hpp"
#include "core/oracles/arc_hybrid.hpp"
#include "core/oracles/arc_hybrid_swap.hpp"
#include "core/oracles/buffer_transitions.hpp"
#include "core/oracles/cycle_loss.hpp"
#include "core/oracles/exact.hpp"
#include "core/oracles/planar.hpp"
#include "core/oracles/static.hpp"

namespace crossarc {

// Calls f with a function that makes the oracle, in its own type; false if the system has none of that name. The dynamic
// oracle of arc-hybrid-swap goes by the name of "static-dynamic" as well.
template <class System, class F>
bool with_oracle(const System& system, std::string_view name, const OracleOptions& options, const F& f) {
    const auto call = [&](const auto& make) {
        f(make);
        return true;
    };
    if (name == "static") return call([&] { return StaticOracle<System>(system, options); });
    const bool dynamic = name == "dynamic";
    if constexpr (std::is_same_v<System, ArcEager>) {
        if (dynamic) return call([&] { return ArcEagerDynamicOracle(system); });
        if (name == "exact") return call([&] { return ExactOracle<ArcEager>(system); });
    } else if constexpr (std::is_same_v<System, ArcHybrid>) {
        if (dynamic) return call([&] { return ArcHybridDynamicOracle(system); });
        if (name == "exact") return call([&] { return ExactOracle<ArcHybrid>(system); });
    } else if constexpr (std::is_same_v<System, ArcHybridSwap>) {
        if (dynamic || name == "static-dynamic") return call([&] { return ArcHybridSwapOracle(system); });
    } else if constexpr (std::is_same_v<System, Planar>) {
        if (dynamic) return call([&] { return PlanarOracle(system); });
    } else if constexpr (std::is_same_v<System, TwoPlanar> || std::is_same_v<System, Covington>) {
        if (dynamic) return call([&] { return CycleLossOracle<System>(system, options); });
    } else if constexpr (std::is_same_v<System, BufferTransitions<ArcEager>>) {
        if (dynamic && !system.lnba && !system.rnba) return call([&] { return ArcEagerBufferOracle(system); });
    } else if constexpr (std::is_same_v<System, BufferTransitions<ArcHybrid>>) {
        if (dynamic && !system.lnba && !system.rnba) return call([&] { return ArcHybridBufferOracle(system); });
    }
    return false;
}

}  // namespace crossarc
