#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "core/tree/projectivity.hpp"
#include "core/tree/tree.hpp"

namespace crossarc {

// Which arc of a tree to lift next, and lifting it: the word then hangs from the head of its head. Reuses its memory.
//
// A lift takes descendants from one node alone, the old head, so that no other node's arcs change their nature and those
// that are non-projective stay so until they are lifted themselves. What a lift costs is looking for the nearest of the
// descendants that are lost, among these or among the words next to the head that were all its own, whichever are fewer.
class ArcLifting {
  public:
    // `heads` are changed by lifting, and must live until that is done with.
    void start(std::span<std::int32_t> heads);

    // The dependent of the shortest non-projective arc, the first if there are several; 0 if the tree is projective.
    Node shortest() const { return nonprojective_.empty() ? 0 : nonprojective_.top().second; }
    void lift_shortest();
    void leave_shortest() { nonprojective_.pop(); }  // as it is, for good

  private:
    using Arc = std::pair<std::int32_t, Node>;  // length and dependent

    Node head(Node word) const { return heads_[static_cast<std::size_t>(word) - 1]; }
    void add_if_nonprojective(Node word);
    void add_between(Node of, Node first, Node last);
    void unlink(Node word);
    void link(Node word, Node to);
    bool is_below(Node word, Node child, Node of) const;
    std::pair<Node, Node> nearest_below(Node child, Node of, Node left, Node right);

    std::span<std::int32_t> heads_;
    Tree tree_;  // as it was at the start
    ProjectivityCheck check_;
    // As in ProjectivityCheck, for the tree as it is.
    std::vector<Node> left_reach_, right_reach_;
    std::vector<std::int32_t> sizes_;  // of subtrees
    std::vector<Node> first_child_, next_sibling_, previous_sibling_, agenda_;
    std::priority_queue<Arc, std::vector<Arc>, std::greater<>> nonprojective_;
};

}  // namespace crossarc
