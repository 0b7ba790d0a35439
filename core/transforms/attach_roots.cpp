#include "core/transforms/attach_roots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/interruption.hpp"

namespace crossarc {

void RootAttachment::attach(std::span<std::int32_t> heads, std::int32_t root, const float* scores, std::size_t width) {
    const auto head_of = [&](std::int32_t word) -> std::int32_t& { return heads[static_cast<std::size_t>(word) - 1]; };
    const auto n = static_cast<std::int32_t>(heads.size());
    arcs_.clear();
    for (std::int32_t dependent = 1; dependent <= n; ++dependent) {
        if (dependent == root || head_of(dependent) > 0) continue;
        poll(std::int64_t{4} * n);
        const float* row = scores + static_cast<std::size_t>(dependent - 1) * width;
        for (std::int32_t head = 1; head <= n; ++head) {
            const float score = row[head - 1];
            // Whatever a model comes to, there is an order.
            arcs_.push_back({std::isnan(score) ? -std::numeric_limits<float>::infinity() : score, dependent, head});
        }
    }
    std::stable_sort(arcs_.begin(), arcs_.end(), [](const Arc& a, const Arc& b) { return a.score > b.score; });
    for (const Arc& arc : arcs_) {
        if (head_of(arc.dependent) > 0) continue;
        std::int32_t top = arc.head;
        while (head_of(top) > 0) top = head_of(top);
        if (top != arc.dependent) head_of(arc.dependent) = arc.head;
    }
}

}  // namespace crossarc
