#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/transforms/pseudo_projective.hpp"
#include "core/tree/eisner.hpp"
#include "core/tree/projectivity.hpp"
#include "core/tree/tree.hpp"

namespace crossarc {

// Makes trees projective with as few changes as can be (2018 projective, §4). Reuses its memory.
class Projectivization {
  public:
    // Replaces the heads by those of a projective tree that shares the most arcs with them. Of several the one is taken that
    // hangs the most of the other words from an ancestor, as lifting would; no word becomes a root for want of a place.
    // Cubic time for trees that are not projective; in sentences of more than `longest_chart` words arcs are lifted instead,
    // the shortest first, which keeps almost as many. Returns how many heads were changed.
    int projectivize(std::span<std::int32_t> heads);

    static constexpr int longest_chart = 1000;

  private:
    void fill_chart();
    int lift(std::span<std::int32_t> heads);

    Tree tree_;
    ProjectivityCheck check_;
    ProjectiveChart chart_;
    std::vector<std::int32_t> found_;
    PseudoProjective lifting_{LiftEncoding::head};
    std::vector<std::int32_t> no_labels_;
    std::vector<LiftMarks> marks_;
};

}  // namespace crossarc
