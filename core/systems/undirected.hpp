// Undirected systems (2012 undirected §3): the two arc transitions of a base collapse into one that links two nodes,
// without the single-head constraint. Directions come afterwards (reconstruction.hpp).
#pragma once

#include "core/oracles/links.hpp"
#include "core/oracles/static.hpp"
#include "core/systems/reconstruction.hpp"
#include "core/systems/system_of.hpp"

namespace crossarc::undirected {

// ⟨Σ|i, j|B, A⟩ ⇒ ⟨Σ|i, j|B, A ∪ {{i, j}}⟩, and as the base goes on after an arc. With label-based reconstruction every
// link carries the direction that its label prefers: ARC then comes as LEFT-ARC (label Xl) and RIGHT-ARC (label Xr).
template <class Base, class Directed, bool leftward, bool has_direction>
struct Link {
    static constexpr std::string_view name = has_direction ? Directed::name : "ARC";
    static constexpr bool is_directed = has_direction;
    static Arc arc(const Configuration& c) { return leftward ? Arc{c.first(), c.top()} : Arc{c.top(), c.first()}; }
    static Reason why_not(const Configuration& c) {
        return arc(c) ? acyclic(c, c.top(), c.first()) : "there are no two nodes to link";
    }
    static void apply(Configuration& c, Label label) {
        c.link(c.top(), c.first(), leftward && has_direction, label);
        Base::after_link(c);
    }
};

template <class Base>
using AnyLink = Link<Base, typename Base::Right, false, false>;
template <class Base>
using LeftLink = Link<Base, typename Base::Left, true, true>;
template <class Base>
using RightLink = Link<Base, typename Base::Right, false, true>;

// The base's list, with its arcs replaced.
template <class Base, bool is_naive, class List = typename Base::Transitions>
struct Linking;
template <class Base, bool is_naive, class... T>
struct Linking<Base, is_naive, TransitionList<T...>> {
    template <class... Lists>
    struct Joined;
    template <class... A>
    struct Joined<TransitionList<A...>> {
        using type = TransitionList<A...>;
    };
    template <class... A, class... B, class... Rest>
    struct Joined<TransitionList<A...>, TransitionList<B...>, Rest...> : Joined<TransitionList<A..., B...>, Rest...> {};

    using Left = std::conditional_t<is_naive, TransitionList<AnyLink<Base>>, TransitionList<LeftLink<Base>>>;
    using Right = std::conditional_t<is_naive, TransitionList<>, TransitionList<RightLink<Base>>>;
    template <class X>
    using OrItself = std::conditional_t<std::is_same_v<X, typename Base::Right>, Right, TransitionList<X>>;
    template <class X>
    using Replaced = std::conditional_t<std::is_same_v<X, typename Base::Left>, Left, OrItself<X>>;
    using type = typename Joined<Replaced<T>...>::type;
};

// Applies to any base whose LEFT-ARC and RIGHT-ARC differ in nothing but the direction. Node 0 is a real node, first on
// the stacks, so that links to it can be built.
template <class Base, bool is_naive>
struct Rules {
    using Transitions = typename Linking<Base, is_naive>::type;
    using Left = std::conditional_t<is_naive, AnyLink<Base>, LeftLink<Base>>;
    using Right = std::conditional_t<is_naive, AnyLink<Base>, RightLink<Base>>;
    static constexpr Traits traits{.trees = Base::traits.trees, .planes = Base::traits.planes, .is_directed = false};

    Reconstruction reconstruction = Reconstruction::label_root_untrusted;

    static void start(Configuration& c, int n) {
        Base::start(c, n);
        c.allow_links();
        Base::start_with_root(c);
    }
    static bool finished(const Configuration& c) { return Base::finished(c); }

    void read_tree(const Configuration& c, Node* heads, Label* labels) const {
        read_links(c, reconstruction, heads, labels);
    }

    static void aim(Target& target) {
        if constexpr (Base::traits.planes > 0) {
            // Naive reconstruction roots a component without a link to 0 in its first word.
            const RootArcs root_arcs = is_naive ? RootArcs::optional_to_first : RootArcs::optional;
            assign_planes(target.gold, Base::traits.planes, root_arcs, target.options.planes, target.plane);
        } else {
            target.plane.assign(static_cast<std::size_t>(target.gold.words()) + 1, 0);
        }
    }
    static Transition policy(const Configuration& c, const Target& target) {
        return Base::template policy<Transitions, Left, Right>(c, target);
    }
    static bool covers(const System& system, Target& target, int&) {
        if (!planes_suffice(target.gold, Base::traits.planes)) return false;
        aim(target);
        return policy_reaches(system, target);
    }

    static std::vector<OracleEntry> oracles() {
        return {{"static", make<StaticOracle>}, {"dynamic", make<LinkOracle<Base, !is_naive>>}};
    }
};

}  // namespace crossarc::undirected
