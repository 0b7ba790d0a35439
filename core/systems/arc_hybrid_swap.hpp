// Arc-hybrid with SWAP (de Lhoneux et al. 2017; 2018 2-planar §4).
#pragma once

#include "core/systems/arc_hybrid.hpp"

namespace crossarc {

struct ArcHybridSwap {
    static constexpr bool has_root_last = true;
    static constexpr ArcHybrid base{};

    TransitionList transitions() const {
        return std::array{Transition::shift, Transition::left_arc, Transition::right_arc, Transition::swap};
    }

    void start(Configuration& c, int n) const { base.start(c, n); }
    bool finished(const Configuration& c) const { return base.finished(c); }

    Reason why_not(const Configuration& c, Transition t) const {
        if (t != Transition::swap) return base.why_not(c, t);
        if (c.size() == 0) return "the stack is empty";
        if (c.first() == 0) return "the root is never swapped";
        return c.top() < c.first() ? nullptr : "the two words were swapped before";
    }

    void apply(Configuration& c, Transition t, Label label = 0) const {
        if (t != Transition::swap) return base.apply(c, t, label);
        c.put_second(c.pop(0));  // (σ|s, b|β, A) ⇒ (σ, b|s|β, A), if s precedes b in the sentence
    }
};

}  // namespace crossarc
