// What is still to be had of a gold tree in planar, 2-planar and Covington: systems whose arcs are reachable together
// whenever each is reachable alone and they close no cycle. The loss (2015 §3, 2018 2-planar §3) is
//     ℓ(c) = |U(c, tG)| + nc(A ∪ I(c, tG))
// with U the gold arcs that are unreachable one by one, I the others, and nc the number of cycles. Words whose heads
// are not known cost nothing, whatever head they get.
#pragma once

#include <algorithm>
#include <vector>

#include "core/oracles/scratch.hpp"
#include "core/oracles/target.hpp"
#include "core/systems/transition.hpp"

namespace crossarc {

// Made once for a configuration. `Meeting::is_possible(c, x, y, plane)` says whether x < y can still become the two
// nodes that an arc transition links.
template <class Meeting>
class Outlook {
  public:
    Outlook(const Configuration& configuration, const Target& gold, Scratch& scratch)
        : c(configuration), target(gold), plane(c.active()), cycles_(scratch.cycles) {
        find_cycles();
    }

    const Configuration& c;
    const Target& target;
    int plane;  // that arcs would be built on

    Outlook on(int other) const {
        Outlook outlook = *this;
        outlook.plane = other;
        return outlook;
    }
    Node top() const { return c.stack(plane, 0); }
    Node first() const { return c.first(); }

    // The gold arc of w, if w has no head yet.
    bool is_reachable(Node w) const {
        if (!target.is_kept(w)) return false;
        const Node head = target.head(w);
        const int own = target.plane[static_cast<std::size_t>(w)];
        if (!Meeting::is_possible(c, std::min(head, w), std::max(head, w), own)) return false;
        return cycles_.none_is_wrong ||
               !c.connected(head, w);  // gold arcs connect no two words but by paths of the tree
    }
    bool is_pending(Node w) const { return !c.has_head(w) && is_reachable(w); }

    bool is_lost(Node w) const {
        const Node head = target.head(w);
        if (head <= 0) return head == 0 && c.has_head(w);
        if (c.has_head(w)) return c.head(w) != head || !target.has_plane(w, c.plane(w));
        return !is_reachable(w);
    }

    // An arc between the first of the buffer and the stack of this plane.
    bool has_pending_left() const {
        const Node j = c.first();
        for (Node y : target.gold.children(j)) {
            if (y > j) break;
            if (target.has_plane(y, plane) && is_pending(y)) return true;
        }
        return target.head(j) < j && target.has_plane(j, plane) && is_pending(j);
    }

    int loss() const {
        int lost = cycles_.count;
        for (Node w = 1; w <= c.words(); ++w) lost += is_lost(w);
        return lost;
    }

    // What it costs to give up the pending ones among the arcs of some dependents: each 1, but a cycle that is broken
    // so costs nothing any more.
    class Losses {
      public:
        explicit Losses(const Outlook& outlook) : outlook_(outlook) {}
        void give_up(Node w) {
            if (!outlook_.is_pending(w)) return;
            ++arcs_;
            if (outlook_.cycles_.count == 0) return;
            const int cycle = outlook_.cycle_of(w);
            if (cycle != 0 && std::find(broken_.begin(), broken_.end(), cycle) == broken_.end())
                broken_.push_back(cycle);
        }
        int change() const { return arcs_ - static_cast<int>(broken_.size()); }

      private:
        const Outlook& outlook_;
        int arcs_ = 0;
        std::vector<int> broken_;  // does not allocate while there are no cycles
    };

    // The arc h→d settles the head of d. It also joins their components: as d is the root of its own, the only other
    // arc that this can make unreachable is the one to the root r of h's component, if it comes from d's.
    int arc_cost(const Arc& arc) const {
        const auto [h, d] = arc;
        const bool right = target.head(d) == h && target.has_plane(d, plane);
        if (right && cycles_.count == 0) return 0;
        Node r = h;
        while (c.has_head(r)) r = c.head(r);
        const bool root_lost = is_reachable(r) && c.connected(target.head(r), d);
        const int lost = (!right && target.is_known(d) && !is_lost(d)) + root_lost;
        const int cycle_d = cycle_of(d);
        const int cycle_r = root_lost ? cycle_of(r) : 0;
        const int broken = (cycle_d != 0) + (cycle_r != 0 && cycle_r != cycle_d);
        return lost - broken + (!root_lost && leads_to(r, d));
    }

  private:
    // A ∪ I: the head of w that is built or, failing that, reachable.
    Node next(Node w) const {
        if (c.has_head(w)) return c.head(w);
        return is_reachable(w) ? target.head(w) : no_node;
    }
    int cycle_of(Node w) const { return cycles_.count == 0 ? 0 : cycles_.of[static_cast<std::size_t>(w)]; }

    // Whether following A ∪ I upwards from r arrives at d, where d itself is about to change its head.
    bool leads_to(Node r, Node d) const {
        Node x = r;
        for (int steps = 0; x > 0 && steps <= c.words(); ++steps) {
            if (x == d) return true;
            x = next(x);
        }
        return false;
    }

    // Numbers the cycles of A ∪ I. Without a wrong arc in A there is none; words beyond the first of the buffer have no
    // heads.
    void find_cycles() {
        cycles_.count = 0;
        const Node last = c.buffer_empty() ? c.words() : c.first();
        const Node* built = c.heads();
        const Node* gold = target.gold.heads();
        int wrong = 0;
        for (Node w = 1; w <= last; ++w) wrong += int{built[w] != no_node} & int{built[w] != gold[w]};
        cycles_.none_is_wrong = wrong == 0;
        if (wrong != 0) number_cycles(last);
    }
    // Each contains a wrong arc: they are looked for from there.
    void number_cycles(Node last) {
        const auto size = static_cast<std::size_t>(c.words()) + 1;
        if (cycles_.seen_by.size() < size) cycles_.seen_by.resize(size);
        const std::uint64_t first = cycles_.walk + 1;  // of the walks in this configuration
        const Node* built = c.heads();
        const Node* gold = target.gold.heads();
        for (Node w = 1; w <= last; ++w) {
            if (built[w] == no_node || built[w] == gold[w]) continue;
            const std::uint64_t own = ++cycles_.walk;
            Node x = w;
            for (; x > 0 && cycles_.seen_by[static_cast<std::size_t>(x)] < first; x = next(x))
                cycles_.seen_by[static_cast<std::size_t>(x)] = own;
            if (x <= 0 || cycles_.seen_by[static_cast<std::size_t>(x)] != own) continue;
            if (++cycles_.count == 1) cycles_.of.assign(size, 0);
            for (; cycles_.of[static_cast<std::size_t>(x)] == 0; x = next(x))
                cycles_.of[static_cast<std::size_t>(x)] = cycles_.count;
        }
    }

    Cycles& cycles_;
};

}  // namespace crossarc
