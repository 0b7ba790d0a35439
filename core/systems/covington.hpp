// Covington's non-projective system (Nivre 2008; 2015, Figure 1) with its dynamic oracle (2015). λ1 is stack 0; λ2 is
// what lies above the top of that stack (see Configuration::list).
#pragma once

#include "core/systems/planar.hpp"

namespace crossarc::covington {

struct Meeting {  // the first of the buffer has still to go through all of λ1, later words through all words
    static bool is_possible(const Configuration& c, Node x, Node y, int) {
        return c.is_in_buffer(y) && (y != c.first() || x <= c.top());
    }
};
using Outlook = crossarc::Outlook<Meeting>;

struct Shift : planar::Shift {  // ⟨λ1, λ2, j|B, A⟩ ⇒ ⟨λ1·λ2|j, [], B, A⟩
    static void apply(Configuration& c) { c.list(c.remove_first()); }
};

struct NoArc {  // ⟨λ1|i, λ2, B, A⟩ ⇒ ⟨λ1, i|λ2, B, A⟩
    static constexpr std::string_view name = "NO-ARC";
    static constexpr int preference = 1;
    static Reason why_not(const Configuration& c) { return c.size() == 0 ? "the first list is empty" : nullptr; }
    static void apply(Configuration& c) { c.step_back(); }
    static int cost(const Outlook& o) {  // i and j do not meet again
        Outlook::Losses losses(o);
        const Node i = o.top(), j = o.first();
        if (o.target.head(i) == j) losses.give_up(i);
        if (o.target.head(j) == i) losses.give_up(j);
        return losses.change();
    }
};

template <class Planar>
struct LinkAndStepBack : Planar {
    static Reason why_not(const Configuration& c) {
        return c.size() == 0 ? "the first list is empty" : Planar::why_not(c);
    }
    static void apply(Configuration& c, Label label) {
        Planar::apply(c, label);
        c.step_back();
    }
};
using LeftArc = LinkAndStepBack<planar::LeftArc>;    // ⟨λ1|i, λ2, j|B, A⟩ ⇒ ⟨λ1, i|λ2, j|B, A ∪ {j→i}⟩
using RightArc = LinkAndStepBack<planar::RightArc>;  // ⟨λ1|i, λ2, j|B, A⟩ ⇒ ⟨λ1, i|λ2, j|B, A ∪ {i→j}⟩

struct Rules : planar::Rules {
    using Transitions = TransitionList<Shift, NoArc, LeftArc, RightArc>;
    using Left = LeftArc;
    using Right = RightArc;
    using Meeting = covington::Meeting;
    using Outlook = covington::Outlook;
    static constexpr SystemDescription about{"covington", "all", "n(n+1)/2",
                                             "Gómez-Rodríguez & Fernández-González 2015"};
    static constexpr Traits traits{.trees = TreeClass::all};

    static void after_link(Configuration& c) { c.step_back(); }
    static void start_with_root(Configuration& c) { c.list(0); }

    // All arcs but those from 0 are built.
    static void aim(Target& target) {
        target.plane.assign(static_cast<std::size_t>(target.gold.words()) + 1, 0);
        for (Node w = 1; w <= target.gold.words(); ++w)
            if (target.head(w) <= 0) target.plane[static_cast<std::size_t>(w)] = no_plane;
    }

    // An arc if the focus words have one; NO-ARC while one waits further left; SHIFT otherwise.
    template <class List = Transitions, class OwnLeft = LeftArc, class OwnRight = RightArc>
    static Transition policy(const Configuration& c, const Target& target) {
        const Wanted wanted = wanted_arcs<false>(c, target);
        if (wanted.now) return wanted.leftward ? List::template of<OwnLeft>() : List::template of<OwnRight>();
        return wanted.deeper ? List::template of<NoArc>() : List::template of<Shift>();
    }

    static std::vector<OracleEntry> oracles() {
        return {{"static", make<StaticOracle>}, {"dynamic", make<CostOracle<Rules>>}};
    }
};

}  // namespace crossarc::covington
