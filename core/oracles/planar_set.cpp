#include "core/oracles/planar_set.hpp"

#include <algorithm>

#include "core/interruption.hpp"

namespace crossarc {

// best[l][r] is over the arcs within [l, r]. The arc {l, r} itself crosses none of the others; these either leave r
// alone or split at the left end k of the longest arc {k, r} that is taken.
int LargestPlanarSet::find(int words, std::span<const ArcSpan> arcs) {
    const auto size = static_cast<std::size_t>(words) + 1;
    first_.assign(size + 1, 0);
    for (const ArcSpan& arc : arcs) ++first_[static_cast<std::size_t>(arc.right) + 1];
    for (std::size_t r = 0; r < size; ++r) first_[r + 1] += first_[r];
    sorted_.assign(arcs.begin(), arcs.end());
    std::stable_sort(sorted_.begin(), sorted_.end(), [](const ArcSpan& a, const ArcSpan& b) { return a.right < b.right; });

    best_.assign(size * size, 0);
    const auto at = [&](std::size_t l, std::size_t r) -> int& { return best_[l * size + r]; };
    for (std::size_t r = 1; r < size; ++r) {
        for (std::size_t l = r; l-- > 0;) {
            int value = at(l, r - 1);
            int whole = 0;
            for (const ArcSpan& arc : ending_at(r)) {
                const auto k = static_cast<std::size_t>(arc.left);
                if (k == l) whole = 1;
                if (k > l) value = std::max(value, at(l, k) + at(k, r));
            }
            at(l, r) = value + whole;
        }
        poll(static_cast<std::int64_t>(2 * r * (1 + ending_at(r).size())));
    }

    chosen_.clear();
    spans_.assign(1, {0, size - 1});
    while (!spans_.empty()) {
        const auto [l, r] = spans_.back();
        spans_.pop_back();
        if (l >= r) continue;
        int value = at(l, r);
        for (const ArcSpan& arc : ending_at(r)) {
            if (static_cast<std::size_t>(arc.left) != l) continue;
            chosen_.push_back(arc);
            --value;
        }
        if (value == at(l, r - 1)) {
            spans_.emplace_back(l, r - 1);
            continue;
        }
        for (const ArcSpan& arc : ending_at(r)) {
            const auto k = static_cast<std::size_t>(arc.left);
            if (k > l && value == at(l, k) + at(k, r)) {
                spans_.emplace_back(l, k);
                spans_.emplace_back(k, r);
                break;
            }
        }
    }
    return at(0, size - 1);
}

}  // namespace crossarc
