// The dynamic oracle of undirected systems, which no paper has. A link needs two nodes that can still meet and are not
// connected yet: it takes no head away. So the gold links that are reachable one by one are reachable together unless
// they close cycles with what is built, and a largest forest of them is had by taking one after the other, in whatever
// order. The loss is the number of gold links that are neither built nor in such a forest.
#pragma once

#include <algorithm>
#include <numeric>

#include "core/oracles/oracle.hpp"

namespace crossarc {

// A link counts if it is built on its plane and, if links have directions, in its own. Gold arcs that have no plane are
// lost from the start, but for those from 0, which are implied: they are there as long as nothing else connects their
// words with 0.
template <class Base, bool has_direction>
class LinkOracle final : public Oracle {
  public:
    using Oracle::Oracle;

    int loss(const Target& target, const Configuration& c, Scratch& scratch) const override {
        if (!c.switched() || system().finished(c)) return links_lost(target, c, scratch);
        // Something else has to follow a SWITCH.
        int least = c.words();
        system().legal(c, scratch.moves_after);
        for (const Transition t : scratch.moves_after) {
            scratch.after_next = c;
            system().apply(scratch.after_next, t);
            least = std::min(least, links_lost(target, scratch.after_next, scratch));
        }
        return least;
    }

    void costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const override {
        costs_by_loss(c, scratch, costs, [&](const Configuration& after) { return loss(target, after, scratch); });
    }

  private:
    static int links_lost(const Target& target, const Configuration& c, Scratch& scratch) {
        std::vector<Node>& up = scratch.nodes;  // from the components of what is built to larger ones
        up.resize(static_cast<std::size_t>(c.words()) + 1);
        std::iota(up.begin(), up.end(), Node{0});
        const auto above = [&](Node x) -> Node& { return up[static_cast<std::size_t>(x)]; };
        const auto joined = [&](Node x) {
            for (x = c.component(x); above(x) != x; x = above(x)) above(x) = above(above(x));  // halves the way
            return x;
        };
        int lost = 0;
        for (Node w = 1; w <= c.words(); ++w) {
            const Node head = target.head(w);
            const bool is_kept = target.is_kept(w);
            const int built = is_kept ? c.link_between(head, w) : Configuration::no_link;
            if (built != Configuration::no_link) {
                const bool is_right_way = !has_direction || c.edge(built).leftward == (w < head);
                lost += !is_right_way || !target.has_plane(w, c.plane_of_edge(built));
                continue;
            }
            const int plane = target.plane[static_cast<std::size_t>(w)];
            const bool can_be_built =
                is_kept ? Base::Meeting::is_possible(c, std::min(head, w), std::max(head, w), plane) : head == 0;
            const Node x = joined(head), y = joined(w);
            if (can_be_built && x != y) {
                above(x) = y;
            } else {
                ++lost;
            }
        }
        return lost;
    }
};

}  // namespace crossarc
