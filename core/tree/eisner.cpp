#include "core/tree/eisner.hpp"

#include <algorithm>

#include "core/interruption.hpp"

namespace crossarc {

void ProjectiveChart::reset(int size) {
    size_ = size;
    const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    weight_.assign(cells, forbidden);
    for (auto* table : {&open_right_, &open_left_, &closed_right_, &closed_left_}) table->assign(cells, 0);
}

// What lies below an arc between i and j: one part is i's, the other j's.
std::int32_t ProjectiveChart::halves(int i, int j) const {
    std::int32_t most = 4 * forbidden;
    for (int k = i; k < j; ++k) most = std::max(most, closed_right_[at(i, k)] + closed_left_[at(k + 1, j)]);
    return most;
}

std::int32_t ProjectiveChart::best(bool root_first) {
    if (size_ == 0) return 0;
    constexpr std::int32_t least = 4 * forbidden;  // sums of what is forbidden must not run over
    for (int length = 1; length < size_; ++length) {
        for (int i = 0, j = length; j < size_; ++i, ++j) {
            const std::int32_t below = halves(i, j);
            open_right_[at(i, j)] = std::max(below + weight_[at(i, j)], least);
            open_left_[at(i, j)] = std::max(below + weight_[at(j, i)], least);
            std::int32_t right = least, left = least;
            for (int k = i + 1; k <= j; ++k) right = std::max(right, open_right_[at(i, k)] + closed_right_[at(k, j)]);
            for (int k = i; k < j; ++k) left = std::max(left, closed_left_[at(i, k)] + open_left_[at(k, j)]);
            closed_right_[at(i, j)] = right;
            closed_left_[at(i, j)] = left;
        }
        poll(std::int64_t{4} * length * (size_ - length));
    }
    return root_first ? closed_right_[at(0, size_ - 1)] : closed_left_[at(0, size_ - 1)];
}

// Takes the best items apart again: the first split that has their weight is one that they may have come from.
void ProjectiveChart::best_heads(bool root_first, std::span<std::int32_t> heads) const {
    struct Item {
        int i, j;
        bool right;
    };
    std::fill(heads.begin(), heads.end(), -1);
    std::vector<Item> closed{{0, size_ - 1, root_first}};
    while (!closed.empty()) {
        const auto [i, j, right] = closed.back();
        closed.pop_back();
        if (i >= j) continue;
        int left_end = i, right_end = j;  // of the open item
        if (right) {
            while (open_right_[at(i, right_end)] + closed_right_[at(right_end, j)] != closed_right_[at(i, j)]) --right_end;
            closed.push_back({right_end, j, true});
            heads[static_cast<std::size_t>(right_end)] = i;
        } else {
            while (closed_left_[at(i, left_end)] + open_left_[at(left_end, j)] != closed_left_[at(i, j)]) ++left_end;
            closed.push_back({i, left_end, false});
            heads[static_cast<std::size_t>(left_end)] = j;
        }
        int split = left_end;
        const std::int32_t below = halves(left_end, right_end);
        while (closed_right_[at(left_end, split)] + closed_left_[at(split + 1, right_end)] != below) ++split;
        closed.push_back({left_end, split, true});
        closed.push_back({split + 1, right_end, false});
    }
}

}  // namespace crossarc
