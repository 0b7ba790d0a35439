// Depth-first search for a derivation of the gold tree, where no policy is complete.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "core/interruption.hpp"
#include "core/oracles/policies.hpp"
#include "core/patience.hpp"

namespace crossarc {

// Non-projective buffer transitions build some crossing arcs, but which ones depends on when other words leave stack
// and buffer: the greedy policy of 2012 misses some of the trees that the system can build. With SWAP it misses none.
template <class System>
constexpr bool policy_may_miss = false;
template <class Base>
constexpr bool policy_may_miss<BufferTransitions<Base>> = !builds_every_tree<Base>;

// The search tries only transitions that build gold arcs or none, and none after which a gold arc is plainly out of reach.
template <class System>
class DerivationSearch {
  public:
    DerivationSearch(const System& system, const GoldTree& gold) : system_(system), gold_(gold) {}

    // The transitions from c to the gold tree; empty if there are none, or none is found with the patience, of which
    // each configuration takes one.
    std::vector<Transition> from(const Configuration& c, int& patience) {
        path_.clear();
        dead_.clear();
        patience_ = &patience;
        const bool too_long = c.words() > 300;  // a configuration is kept for each transition on the way
        if (too_long || !arcs_are_gold(c) || !extend(c)) path_.clear();
        return path_;
    }

  private:
    bool arcs_are_gold(const Configuration& c) const {
        for (Node w = 1; w <= gold_.words(); ++w) {
            if (c.has_head(w) && c.head(w) != gold_.head(w)) return false;
        }
        return true;
    }

    bool extend(const Configuration& c) {
        if (system_.finished(c)) {
            for (Node w = 1; w <= gold_.words(); ++w) {
                if (std::max(c.head(w), 0) != gold_.head(w)) return false;
            }
            return true;
        }
        if (*patience_ == 0) return false;
        --*patience_;
        if (!dead_.insert(key(c)).second) return false;
        poll(work_of_transition + 64 * c.words());
        for (Transition t : system_.transitions()) {
            if (system_.why_not(c, t) != nullptr) continue;
            Configuration next = c;
            system_.apply(next, t);
            if (!keeps_gold(c, next)) continue;
            path_.push_back(t);
            if (extend(next)) return true;
            path_.pop_back();
        }
        return false;
    }

    bool keeps_gold(const Configuration& before, const Configuration& after) const {
        for (Node w = 1; w <= gold_.words(); ++w) {
            if (after.head(w) != before.head(w) && after.head(w) != gold_.head(w)) return false;
            const bool left = !is_present(after, w) && is_present(before, w);
            if (left && (lacks_children(after, gold_, w) || (gold_.head(w) != 0 && !after.has_head(w)))) return false;
            if (links_stack_to_buffer && before.is_in_buffer(w) && !after.is_in_buffer(w) && meets_on_stack(after, w)) {
                return false;
            }
        }
        return true;
    }
    // Systems that link the stack to the buffer have lost the arcs between two nodes that are both out of the buffer.
    static constexpr bool links_stack_to_buffer = !std::is_same_v<System, BufferTransitions<ArcHybrid>> &&
                                                  !std::is_same_v<System, BufferTransitions<ArcStandard>>;
    bool meets_on_stack(const Configuration& c, Node w) const {
        const Node head = gold_.head(w);
        if (!c.has_head(w) && head > 0 && !c.is_in_buffer(head)) return true;
        for (Node y : gold_.children(w)) {
            if (!c.has_head(y) && !c.is_in_buffer(y)) return true;
        }
        return false;
    }
    static bool is_present(const Configuration& c, Node w) {
        return c.is_in_buffer(w) || c.is_on_stack(w, 0) || c.is_on_stack(w, 1);
    }

    // With gold arcs only, what is left and which arcs are built determine a configuration.
    static std::vector<Node> key(const Configuration& c) {
        std::vector<Node> key{c.active(), c.switched()};
        for (int stack = 0; stack < 2; ++stack) {
            key.push_back(c.size(stack));
            key.insert(key.end(), c.bottom(stack), c.bottom(stack) + c.size(stack));
        }
        for (int k = 0; k < c.buffer_size(); ++k) key.push_back(c.buffer(k));
        for (Node w = 1; w <= c.words(); ++w) key.push_back(-1 - c.has_head(w));
        return key;
    }

    const System& system_;
    const GoldTree& gold_;
    std::vector<Transition> path_;
    std::set<std::vector<Node>> dead_;
    int* patience_ = nullptr;
};

// The transitions from c to the gold tree: the policy's where they lead to it, and what the search finds where they do not.
// Empty if there is no way, or none is found.
template <class System>
std::vector<Transition> derivation_to(const Target& target, const System& system, const Configuration& c,
                                      int& patience) {
    std::vector<Transition> path;
    Configuration reached = c;
    while (!system.finished(reached)) {
        path.push_back(static_choice(system, reached, target));
        system.apply(reached, path.back());
        poll(work_of_transition);
    }
    for (Node w = 1; w <= target.gold.words(); ++w)
        if (std::max(reached.head(w), 0) != target.head(w))
            return DerivationSearch<System>(system, target.gold).from(c, patience);
    return path;
}

// Follows such a derivation, and remembers it as long as it is followed; the policy where there is none.
template <class System>
class PolicyOrSearch {
  public:
    void forget() { planned_ = false; }

    Transition choice(const System& system, const Configuration& c, const Target& target) {
        if (!planned_ || !(c == expected_)) {
            planned_ = false;
            int patience = search_patience;
            plan_ = derivation_to(target, system, c, patience);
            std::reverse(plan_.begin(), plan_.end());
            expected_ = c;
            planned_ = true;
        }
        const Transition t = plan_.empty() ? static_choice(system, c, target) : plan_.back();
        if (!plan_.empty()) plan_.pop_back();
        system.apply(expected_, t);
        return t;
    }

  private:
    bool planned_ = false;
    std::vector<Transition> plan_;  // the next transition is last; empty if the tree is out of reach
    Configuration expected_;        // where it applies
};

}  // namespace crossarc
