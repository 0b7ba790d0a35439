#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace crossarc {

// Leaves a tree with one of its roots: the others get the heads that suit them best.
class RootAttachment {
  public:
    // `scores` has a row of `width` for each word as a dependent, and in it a score for each word as its head. The best
    // pair of all is linked, then the best of those that are left, and so on, but none that would close a cycle.
    void attach(std::span<std::int32_t> heads, std::int32_t root, const float* scores, std::size_t width);

  private:
    struct Arc {
        float score;
        std::int32_t dependent, head;
    };
    std::vector<Arc> arcs_;
};

}  // namespace crossarc
