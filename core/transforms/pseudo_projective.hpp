#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/transforms/arc_lifting.hpp"
#include "core/transforms/sparing_lifting.hpp"

namespace crossarc {

// What a label says besides the relation itself when a tree has been made projective by lifting arcs (Nivre & Nilsson
// 2005, §3): d↑h for an arc that was lifted off a head whose own relation is h, d↑ for one that was lifted, p↓ for an arc
// that one was lifted along.
struct LiftMarks {
    static constexpr std::int32_t none = -1;

    std::int32_t head_label = none;  // h of d↑h
    bool lifted = false;             // ↑
    bool on_path = false;            // ↓

    bool operator==(const LiftMarks&) const = default;
};

// What is written into the labels. With nothing, trees are only made projective: no arc can be put back.
enum class LiftEncoding : std::uint8_t { nothing, head, path, head_and_path };

// Pseudo-projective parsing: training trees are made projective, or such that the parser can build them, and its output
// gets the other arcs back from the marks that it has predicted. Reuses its memory.
class PseudoProjective {
  public:
    // `can_stay` tells which trees are left as they are; without it, those that are projective.
    explicit PseudoProjective(LiftEncoding encoding, TreeTest can_stay = nullptr)
        : encoding_(encoding), can_stay_(std::move(can_stay)) {}

    // Lifts the shortest non-projective arc to the head of its head until none is left, or only as many arcs as it takes
    // to get a tree that can stay. `heads` is changed, `labels` are the relations, `marks` is what goes with them.
    // Returns the number of lifted words.
    int projectivize(std::span<std::int32_t> heads, std::span<const std::int32_t> labels, std::span<LiftMarks> marks);

    // Puts each lifted word below the node that its marks point to, if there is one. Returns how many were moved.
    int deprojectivize(std::span<std::int32_t> heads, std::span<const std::int32_t> labels,
                       std::span<const LiftMarks> marks);

  private:
    void mark(Node word, std::span<const std::int32_t> heads, std::span<const std::int32_t> labels,
              std::span<LiftMarks> marks) const;
    void find_children(std::span<const std::int32_t> heads);
    void move(Node word, Node& head, Node target);
    Node target_of(Node word, std::span<const std::int32_t> heads, std::span<const std::int32_t> labels,
                   std::span<const LiftMarks> marks, bool along_path);

    LiftEncoding encoding_;
    TreeTest can_stay_;
    ArcLifting lifting_;
    SparingLifting sparing_;
    std::vector<Node> order_, agenda_;
    std::vector<std::vector<Node>> children_;  // in ascending order
};

}  // namespace crossarc
