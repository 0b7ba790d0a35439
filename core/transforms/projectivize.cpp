#include "core/transforms/projectivize.hpp"

namespace crossarc {

int Projectivization::projectivize(std::span<std::int32_t> heads) {
    tree_.assign(heads);
    if (check_.count_nonprojective(tree_) == 0) return 0;
    if (tree_.size() > longest_chart) return lift(heads);
    fill_chart();
    chart_.best(true);
    found_.resize(heads.size() + 1);
    chart_.best_heads(true, found_);
    int changed = 0;
    for (Node word = 1; word <= tree_.size(); ++word) {
        changed += tree_.head(word) != found_[static_cast<std::size_t>(word)];
        heads[static_cast<std::size_t>(word) - 1] = found_[static_cast<std::size_t>(word)];
    }
    return changed;
}

void Projectivization::fill_chart() {
    const Node n = tree_.size();
    // One kept arc outweighs whatever the other words gain or lose.
    const std::int32_t kept = 2 * n + 1, from_ancestor = 1, from_elsewhere = 0, new_root = -1;
    chart_.reset(n + 1);
    for (Node word = 1; word <= n; ++word) {
        for (Node head = 1; head <= n; ++head)
            if (head != word) chart_.weight(head, word) = tree_.dominates(head, word) ? from_ancestor : from_elsewhere;
        chart_.weight(0, word) = new_root;
        chart_.weight(tree_.head(word), word) = kept;
    }
}

int Projectivization::lift(std::span<std::int32_t> heads) {
    no_labels_.assign(heads.size(), 0);
    marks_.resize(heads.size());
    return lifting_.projectivize(heads, no_labels_, marks_);
}

}  // namespace crossarc
