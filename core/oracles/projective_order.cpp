#include "core/oracles/projective_order.hpp"

namespace crossarc {

void projective_order(const GoldTree& gold, std::vector<int>& order) {
    order.assign(static_cast<std::size_t>(gold.words()) + 1, 0);
    int rank = 0;
    struct Visit {
        Node node;
        std::size_t next;  // child to visit next
        bool ranked;
    };
    thread_local std::vector<Visit> visits;
    for (Node root : gold.children(0)) {
        visits.assign(1, {root, 0, false});
        while (!visits.empty()) {
            Visit& visit = visits.back();
            const auto children = gold.children(visit.node);
            const bool left = visit.next < children.size() && children[visit.next] < visit.node;
            if (!left && !visit.ranked) {
                order[static_cast<std::size_t>(visit.node)] = rank++;
                visit.ranked = true;
            }
            if (visit.next == children.size()) {
                visits.pop_back();
            } else {
                const Node child = children[visit.next++];
                visits.push_back({child, 0, false});
            }
        }
    }
    order[0] = rank;
}

}  // namespace crossarc
