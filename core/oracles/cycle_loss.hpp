// Dynamic oracles of Covington (2015), 2-planar (2018) and planar: systems whose arcs are reachable together whenever
// each is reachable alone and they close no cycle. The loss is
//     ℓ(c) = |U(c, tG)| + nc(A ∪ I(c, tG))
// with U the gold arcs that are unreachable one by one, I the others, and nc the number of cycles.
#pragma once

#include <algorithm>
#include <vector>

#include "core/oracles/oracle.hpp"
#include "core/oracles/target.hpp"

namespace crossarc {

// Whether x < y can still become the two focus words (on the given plane).
inline bool can_meet(const Planar&, const Configuration& c, Node x, Node y, int plane) {
    return c.is_in_buffer(y) && (c.is_in_buffer(x) || c.is_on_stack(x, plane));
}
inline bool can_meet(const TwoPlanar&, const Configuration& c, Node x, Node y, int plane) {
    return c.is_in_buffer(y) && (c.is_in_buffer(x) || c.is_on_stack(x, plane));
}
inline bool can_meet(const Covington&, const Configuration& c, Node x, Node y, int) {
    return c.is_in_buffer(y) && (y != c.first() || x <= c.top());
}

template <class System>
class CycleLossOracle final : public Oracle {
  public:
    explicit CycleLossOracle(const System& system, const OracleOptions& options = {}) : system_(system) {
        target_.options = options;
    }

    void prepare(std::span<const Node> heads) override {
        target_.gold.assign(heads);
        set_planes(system_, target_);
    }

    // Exact for the arcs that the target keeps, on the planes it gives them. Right after a SWITCH some other transition
    // has to follow (2018 2-planar §3).
    int loss(const Configuration& c) override {
        find_cycles(c);
        int lost = cycles_;
        for (Node w = 1; w <= target_.gold.words(); ++w) lost += is_lost(c, w);
        if (c.switched() && !c.buffer_empty()) {
            Costs changes;
            lost += changes_on(c, c.active(), changes, true);
        }
        return lost;
    }

    void costs(const Configuration& c, Costs& costs) override {
        costs.fill(illegal);
        if (c.buffer_empty()) return;
        find_cycles(c);
        const int least = changes_on(c, c.active(), costs, false);
        if constexpr (two_planes) {
            if (c.switched()) {
                for (int& cost : costs) {
                    if (cost != illegal) cost -= least;
                }
            } else {
                Costs after_switch;
                costs[index(Transition::switch_stacks)] = changes_on(c, 1 - c.active(), after_switch, true);
                if (target_.options.regularize) costs[index(Transition::switch_stacks)] += switch_delays(c, costs);
            }
        }
    }

    std::span<const std::int8_t> planes() const override { return target_.plane; }

  private:
    static constexpr bool two_planes = std::is_same_v<System, TwoPlanar>;
    static constexpr std::size_t index(Transition t) { return static_cast<std::size_t>(t); }

    // The gold arc of w, if w has no head yet.
    bool is_reachable(const Configuration& c, Node w) const {
        if (!target_.is_kept(w)) return false;
        const Node head = target_.head(w);
        const int plane = target_.plane[static_cast<std::size_t>(w)];
        if (!can_meet(system_, c, std::min(head, w), std::max(head, w), plane)) return false;
        return all_gold_ || !c.connected(head, w);  // gold arcs alone connect no two words but by a path of the tree
    }
    bool is_pending(const Configuration& c, Node w) const { return !c.has_head(w) && is_reachable(c, w); }

    bool is_lost(const Configuration& c, Node w) const {
        const Node head = target_.head(w);
        if (head == 0) return c.has_head(w);
        if (c.has_head(w)) return c.head(w) != head || !target_.has_plane(w, c.plane(w));
        return !is_reachable(c, w);
    }

    // A ∪ I: the head of w that is built or, failing that, reachable.
    Node next(const Configuration& c, Node w) const {
        if (c.has_head(w)) return c.head(w);
        return is_reachable(c, w) ? target_.head(w) : no_node;
    }

    // Numbers the cycles of A ∪ I; cycle_[w] is 0 for words on none. Without a wrong arc in A there is none.
    void find_cycles(const Configuration& c) {
        cycles_ = 0;
        const Node last = c.buffer_empty() ? c.words() : c.first();
        const Node* built = c.heads();
        const Node* gold = target_.gold.heads();
        int wrong = 0;
        for (Node w = 1; w <= last; ++w) wrong += int{built[w] != no_node} & int{built[w] != gold[w]};
        all_gold_ = wrong == 0;
        if (all_gold_) return;
        const auto size = static_cast<std::size_t>(c.words()) + 1;
        cycle_.assign(size, 0);
        seen_by_.assign(size, 0);
        for (Node w = 1; w <= c.words(); ++w) {
            Node x = w;
            while (x > 0 && seen_by_[static_cast<std::size_t>(x)] == 0) {
                seen_by_[static_cast<std::size_t>(x)] = w;
                x = next(c, x);
            }
            if (x <= 0 || seen_by_[static_cast<std::size_t>(x)] != w) continue;
            ++cycles_;
            while (cycle_[static_cast<std::size_t>(x)] == 0) {
                cycle_[static_cast<std::size_t>(x)] = cycles_;
                x = next(c, x);
            }
        }
    }
    int cycle_of(Node w) const { return cycles_ == 0 ? 0 : cycle_[static_cast<std::size_t>(w)]; }

    // Arcs that one transition makes unreachable: each costs 1, but a cycle that it breaks costs nothing any more.
    class Losses {
      public:
        explicit Losses(const CycleLossOracle& oracle) : oracle_(oracle) {}
        void add(Node w) {
            ++arcs_;
            if (oracle_.cycles_ == 0) return;
            const int cycle = oracle_.cycle_of(w);
            if (cycle != 0 && std::find(broken_.begin(), broken_.end(), cycle) == broken_.end())
                broken_.push_back(cycle);
        }
        int change() const { return arcs_ - static_cast<int>(broken_.size()); }

      private:
        const CycleLossOracle& oracle_;
        int arcs_ = 0;
        std::vector<int> broken_;  // does not allocate while there are no cycles
    };

    // The change of the loss by each legal transition but SWITCH, if `plane` were active; returns the least. No change
    // is below 0, so that whoever wants the least alone need not look further than that.
    int changes_on(const Configuration& c, int plane, Costs& changes, bool least_alone) const {
        changes.fill(illegal);
        const Node j = c.first();
        const Node i = c.stack(plane, 0);
        int least = changes[index(Transition::shift)] = shift_change(c, j);
        if (i == no_node || (least_alone && least == 0)) return least;
        const auto set = [&](Transition t, int change) {
            changes[index(t)] = change;
            least = std::min(least, change);
        };
        if constexpr (std::is_same_v<System, Covington>) {
            set(Transition::no_arc, pass_change(c, i, j));
        } else {
            set(Transition::reduce, reduce_change(c, i, j, plane));
        }
        if (least_alone && least == 0) return least;
        const bool left = !c.has_head(i), right = !c.has_head(j);
        if ((left || right) && !c.connected(i, j)) {
            if (left) set(Transition::left_arc, arc_change(c, j, i, plane));
            if (right) set(Transition::right_arc, arc_change(c, i, j, plane));
        }
        return least;
    }

    int shift_change(const Configuration& c, Node j) const {
        Losses losses(*this);
        for (Node y : target_.gold.children(j)) {
            if (y > j) break;
            if (is_pending(c, y)) losses.add(y);
        }
        if (target_.head(j) < j && is_pending(c, j)) losses.add(j);
        return losses.change();
    }

    int reduce_change(const Configuration& c, Node i, Node j, int plane) const {
        Losses losses(*this);
        const auto children = target_.gold.children(i);
        for (auto y = children.rbegin(); y != children.rend() && *y >= j; ++y) {
            if (target_.has_plane(*y, plane) && is_pending(c, *y)) losses.add(*y);
        }
        if (target_.head(i) >= j && target_.has_plane(i, plane) && is_pending(c, i)) losses.add(i);
        return losses.change();
    }

    int pass_change(const Configuration& c, Node i, Node j) const {
        Losses losses(*this);
        if (target_.head(i) == j && is_pending(c, i)) losses.add(i);
        if (target_.head(j) == i && is_pending(c, j)) losses.add(j);
        return losses.change();
    }

    // The arc h→d settles the head of d. It also joins their components: as d is the root of its own, the only other
    // arc that this can make unreachable is the one to the root r of h's component, if it comes from d's.
    int arc_change(const Configuration& c, Node h, Node d, int plane) const {
        const Node gold_head = target_.head(d);
        const bool right = gold_head == h && target_.has_plane(d, plane);
        if (right && cycles_ == 0) return 0;
        Node r = h;
        while (c.has_head(r)) r = c.head(r);
        const bool root_lost = is_reachable(c, r) && c.connected(target_.head(r), d);
        const int lost = (!right && !is_lost(c, d)) + root_lost;
        const int cycle_d = cycle_of(d);
        const int cycle_r = root_lost ? cycle_of(r) : 0;
        const int broken = (cycle_d != 0) + (cycle_r != 0 && cycle_r != cycle_d);
        return lost - broken + (!root_lost && leads_to(c, r, d));
    }

    // Whether following A ∪ I upwards from r arrives at d, where d itself is about to change its head.
    bool leads_to(const Configuration& c, Node r, Node d) const {
        Node x = r;
        for (int steps = 0; x > 0 && steps <= c.words(); ++steps) {
            if (x == d) return true;
            x = next(c, x);
        }
        return false;
    }

    // The regulariser (2018 2-planar §3): SWITCH is penalised while it would delay something that costs nothing on the
    // active plane: an arc, the SHIFT, or a REDUCE on the way to an arc between j and the active stack.
    bool switch_delays(const Configuration& c, const Costs& costs) const {
        for (Transition t : {Transition::shift, Transition::left_arc, Transition::right_arc}) {
            if (costs[index(t)] == 0) return true;
        }
        if (costs[index(Transition::reduce)] != 0) return false;
        const Node j = c.first();
        for (Node y : target_.gold.children(j)) {
            if (y > j) break;
            if (target_.has_plane(y, c.active()) && is_pending(c, y)) return true;
        }
        return target_.head(j) < j && target_.has_plane(j, c.active()) && is_pending(c, j);
    }

    System system_;
    Target target_;
    bool all_gold_ = true;  // no wrong arc has been built
    int cycles_ = 0;
    std::vector<int> cycle_;
    std::vector<Node> seen_by_;
};

}  // namespace crossarc
