// What an oracle steers for: the gold tree, for planar-style systems the plane of each of its arcs, and what was chosen
// about the way there.
#pragma once

#include "core/oracles/gold.hpp"
#include "core/oracles/planes.hpp"
#include "core/systems/arc_eager.hpp"
#include "core/systems/arc_hybrid.hpp"
#include "core/systems/arc_hybrid_swap.hpp"
#include "core/systems/arc_standard.hpp"
#include "core/systems/buffer_transitions.hpp"
#include "core/systems/covington.hpp"
#include "core/systems/planar.hpp"
#include "core/systems/two_planar.hpp"
#include "core/systems/undirected.hpp"

namespace crossarc {

struct Target {
    OracleOptions options;  // of the oracle that has this target
    GoldTree gold;
    std::vector<std::int8_t> plane;  // of each word's arc; covington: 0 for every arc that a transition builds
    std::vector<int> order;          // arc-hybrid-swap: the rank of each node in the projective order

    Node head(Node w) const { return gold.head(w); }
    bool has_plane(Node w, int p) const { return plane[static_cast<std::size_t>(w)] == p; }
    bool is_kept(Node w) const { return plane[static_cast<std::size_t>(w)] != no_plane; }
};

// Systems that build every tree, with buffer transitions and without directions as by themselves.
template <class System>
constexpr bool builds_every_tree = std::is_same_v<System, ArcHybridSwap> || std::is_same_v<System, Covington>;
template <class Base>
constexpr bool builds_every_tree<BufferTransitions<Base>> = builds_every_tree<Base>;
template <class Base>
constexpr bool builds_every_tree<Undirected<Base>> = builds_every_tree<Base>;

// Ranks of the nodes in the order that makes the tree projective: each head between its left and its right children.
// 0 comes last, as in the buffer.
void projective_order(const GoldTree& gold, std::vector<int>& order);

// What the systems need beyond the heads. Planar-style bases with buffer transitions build their arcs on the same
// planes.
inline void set_planes(const ArcStandard&, Target&) {}
inline void set_planes(const ArcEager&, Target&) {}
inline void set_planes(const ArcHybrid&, Target&) {}
inline void set_planes(const ArcHybridSwap&, Target& target) { projective_order(target.gold, target.order); }
inline void set_planes(const Planar&, Target& target) {
    assign_planes(target.gold, 1, RootArcs::implied, target.options.planes, target.plane);
}
inline void set_planes(const TwoPlanar&, Target& target) {
    assign_planes(target.gold, 2, RootArcs::implied, target.options.planes, target.plane);
}
inline void set_planes(const Covington&, Target& target) {
    target.plane.assign(static_cast<std::size_t>(target.gold.words()) + 1, 0);
    for (Node w : target.gold.children(0)) target.plane[static_cast<std::size_t>(w)] = no_plane;
}
template <class Base>
void set_planes(const BufferTransitions<Base>& system, Target& target) {
    set_planes(system.base, target);
}
template <class Base>
void set_planes(const Undirected<Base>& system, Target& target) {
    if constexpr (requires { Base::planes; }) {
        // Naive reconstruction roots a component without a link to 0 in its first word.
        const RootArcs root_arcs = system.is_naive() ? RootArcs::optional_to_first : RootArcs::optional;
        assign_planes(target.gold, Base::planes, root_arcs, target.options.planes, target.plane);
    } else {
        target.plane.assign(static_cast<std::size_t>(target.gold.words()) + 1, 0);
    }
}

}  // namespace crossarc
