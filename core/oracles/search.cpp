#include "core/oracles/search.hpp"

#include <algorithm>
#include <set>

#include "core/interruption.hpp"
#include "core/patience.hpp"

namespace crossarc {
namespace {

// Depth first. Only transitions are tried that build gold arcs or none, and none after which a gold arc is plainly out
// of reach.
class DerivationSearch {
  public:
    DerivationSearch(const System& system, const GoldTree& gold, int& patience)
        : system_(system), gold_(gold), patience_(patience) {}

    std::vector<Transition> from(const Configuration& c) {
        const bool too_long = c.words() > 300;  // a configuration is kept for each transition on the way
        if (too_long || !arcs_are_gold(c) || !extend(c)) path_.clear();
        return std::move(path_);
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
        if (patience_ == 0) return false;
        --patience_;
        if (!dead_.insert(key(c)).second) return false;
        poll(work_of_transition + 64 * c.words());
        Moves moves;
        system_.legal(c, moves);
        for (const Transition t : moves) {
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
            const bool shifted = before.is_in_buffer(w) && !after.is_in_buffer(w);
            if (shifted && !system_.traits().shifted_words_meet && needs_shifted_word(after, w)) return false;
        }
        return true;
    }
    bool needs_shifted_word(const Configuration& c, Node w) const {
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
    int& patience_;
    std::vector<Transition> path_;
    std::set<std::vector<Node>> dead_;
};

}  // namespace

std::vector<Transition> derivation_to(const Target& target, const System& system, const Configuration& c,
                                      int& patience) {
    std::vector<Transition> path;
    Configuration reached = c;
    while (!system.finished(reached)) {
        path.push_back(system.policy(reached, target));
        system.apply(reached, path.back());
        poll(work_of_transition);
    }
    for (Node w = 1; w <= target.gold.words(); ++w)
        if (std::max(reached.head(w), 0) != target.head(w))
            return DerivationSearch(system, target.gold, patience).from(c);
    return path;
}

Transition planned_choice(const System& system, const Configuration& c, const Target& target, Plan& plan) {
    const std::span<const Node> heads(target.gold.heads(), static_cast<std::size_t>(target.gold.words()) + 1);
    const bool is_of_this_tree =
        plan.is_made && std::equal(heads.begin(), heads.end(), plan.heads.begin(), plan.heads.end());
    if (!is_of_this_tree || !(c == plan.expected)) {
        plan.is_made = false;
        int patience = search_patience;
        plan.steps = derivation_to(target, system, c, patience);
        std::reverse(plan.steps.begin(), plan.steps.end());
        plan.heads.assign(heads.begin(), heads.end());
        plan.expected = c;
        plan.is_made = true;
    }
    const Transition t = plan.steps.empty() ? system.policy(c, target) : plan.steps.back();
    if (!plan.steps.empty()) plan.steps.pop_back();
    system.apply(plan.expected, t);
    return t;
}

}  // namespace crossarc
