#include "core/tree/projectivity.hpp"

namespace crossarc {

// The words from h up to its reach all descend from h. A descendant's own reach ends within h's, so the search can
// jump from reach to reach; no word is landed on twice in the search of all words, which makes it linear.
void ProjectivityCheck::find_reaches(const Tree& tree) {
    const Node n = tree.size();
    right_reach_.resize(static_cast<std::size_t>(n) + 2);
    left_reach_.resize(static_cast<std::size_t>(n) + 2);
    for (Node word = n; word >= 1; --word) {
        Node reach = word + 1;
        while (reach <= n && tree.dominates(word, reach)) reach = right_reach_[static_cast<std::size_t>(reach)];
        right_reach_[static_cast<std::size_t>(word)] = reach;
    }
    for (Node word = 1; word <= n; ++word) {
        Node reach = word - 1;
        while (reach >= 1 && tree.dominates(word, reach)) reach = left_reach_[static_cast<std::size_t>(reach)];
        left_reach_[static_cast<std::size_t>(word)] = reach;
    }
}

bool ProjectivityCheck::is_nonprojective(const Tree& tree, Node word) const {
    const Node head = tree.head(word);
    if (head == 0) return false;
    const auto at = static_cast<std::size_t>(head);
    return head < word ? right_reach_[at] < word : left_reach_[at] > word;
}

int ProjectivityCheck::mark_nonprojective(const Tree& tree, std::span<std::uint8_t> flags) {
    find_reaches(tree);
    int count = 0;
    for (Node word = 1; word <= tree.size(); ++word) {
        const bool nonprojective = is_nonprojective(tree, word);
        flags[static_cast<std::size_t>(word) - 1] = nonprojective;
        count += nonprojective;
    }
    return count;
}

int ProjectivityCheck::count_nonprojective(const Tree& tree) {
    find_reaches(tree);
    int count = 0;
    for (Node word = 1; word <= tree.size(); ++word) count += is_nonprojective(tree, word);
    return count;
}

}  // namespace crossarc
