#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/patience.hpp"
#include "core/transforms/arc_lifting.hpp"

namespace crossarc {

// Whether a tree can stay as it is, such as whether a transition system can build it. Every projective tree can. The
// number is its patience: a test that has to search takes one from it for each step, and fails when none is left.
using TreeTest = std::function<bool(std::span<const Node>, int&)>;

// Which arcs to lift so that a tree passes a test, where not all that are non-projective need be. Reuses its memory.
//
// First the fewest lifts are looked for: all trees that one lift of a non-projective arc makes are tested, then all that
// two make, and so on, always the shortest arcs first. If none of `most_trees` passes, the tree is made projective, and
// then lifts are taken back, word by word: as many of the word's own as the test allows, while the others are lifted
// until they are projective, or as often as has been found for them before.
class SparingLifting {
  public:
    // The words to lift, in this order, each to the head of its head, in a tree that does not pass.
    std::span<const Node> find(std::span<const Node> heads, const TreeTest& passes);

    // No sentence takes long: the trees of one that are tested have at most `most_words` words together, and all tests
    // take at most `most_steps` of searching, each at most `most_steps_of_one`. Sentences of more than `longest` words
    // are not for this class: they have all their non-projective arcs lifted.
    static constexpr std::size_t longest = 1000;
    static constexpr std::int64_t most_trees = 100, most_words = 100'000;
    static constexpr int most_steps = search_patience, most_steps_of_one = search_patience / 20;

  private:
    struct Tried {
        std::vector<Node> heads;
        std::size_t before;  // the tree that became this one when the word was lifted
        Node lifted;
    };

    bool is_passed(const TreeTest& passes);
    bool find_fewest(std::span<const Node> heads, const TreeTest& passes);
    void take_back(std::span<const Node> heads, const TreeTest& passes);
    void lift_within_limits(std::span<const Node> heads);
    void find_nonprojective(std::span<const Node> heads);

    std::vector<Node> lifts_;  // what is found
    std::int64_t tests_left_ = 0;
    int steps_left_ = 0;
    std::vector<Tried> tried_;
    ArcLifting lifting_;
    Tree tree_;
    ProjectivityCheck check_;
    std::vector<std::uint8_t> flags_;
    std::vector<Node> nonprojective_, words_;  // dependents of arcs, those of the shortest first
    std::vector<Node> heads_, new_lifts_;      // a tree to test, and the lifts that made it
    std::vector<std::int32_t> limits_, times_;  // how often each word may be, and is, lifted
};

}  // namespace crossarc
