// Minimum branchings against all trees, on random graphs of a few nodes.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "core/tree/branching.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

bool is_tree(const std::vector<Node>& heads) {
    for (std::size_t w = 1; w < heads.size(); ++w) {
        Node node = static_cast<Node>(w);
        for (std::size_t steps = 0; node != 0; ++steps) {
            if (steps == heads.size()) return false;
            node = heads[static_cast<std::size_t>(node)];
        }
    }
    return true;
}

// Over all ways to choose an arc for each node.
std::int64_t least_cost(int words, const std::vector<WeightedArc>& arcs, std::vector<Node>& heads, Node w, std::int64_t cost) {
    if (w > words) return is_tree(heads) ? cost : std::numeric_limits<std::int64_t>::max();
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const WeightedArc& arc : arcs) {
        if (arc.dependent != w) continue;
        heads[static_cast<std::size_t>(w)] = arc.head;
        least = std::min(least, least_cost(words, arcs, heads, w + 1, cost + arc.cost));
    }
    return least;
}

}  // namespace

int main() {
    std::mt19937 random(1);
    MinimumBranching branching;
    for (int round = 0; round < 2000; ++round) {
        const int words = static_cast<int>(random() % 6);
        const std::int64_t dearest = random() % 2 == 0 ? 3 : 1000;  // with and without many that cost the same
        std::vector<WeightedArc> arcs;
        for (Node w = 1; w <= words; ++w) {
            for (Node head = 0; head <= words; ++head) {
                if (head == w || (head != 0 && random() % 3 == 0)) continue;
                const std::int64_t cost = static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(dearest)) - 1;
                arcs.push_back({head, w, head == 0 ? cost + dearest : cost});
            }
        }
        std::shuffle(arcs.begin(), arcs.end(), random);
        const auto chosen = branching.find(words, arcs);
        std::vector<Node> heads(static_cast<std::size_t>(words) + 1);
        std::int64_t cost = 0;
        for (std::size_t w = 1; w < heads.size(); ++w) {
            const WeightedArc& arc = arcs[static_cast<std::size_t>(chosen[w])];
            CHECK_EQUAL(arc.dependent, static_cast<Node>(w));
            heads[w] = arc.head;
            cost += arc.cost;
        }
        CHECK(is_tree(heads));
        CHECK_EQUAL(cost, least_cost(words, arcs, heads, 1, 0));
    }
}
