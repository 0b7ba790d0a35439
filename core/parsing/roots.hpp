// Where words under 0 are looked at, and where the single root is chosen.
#pragma once

#include <algorithm>
#include <span>

#include "core/systems/system.hpp"
#include "core/tree/forest.hpp"

namespace crossarc {

// Of the words that are offered, the one that scores highest, the first of equals.
template <class Score>
class RootChoice {
  public:
    void offer(Node word, Score score) {
        const bool is_better =
            score > best_ || (best_ != best_ && score == score);  // one that is no number is the worst
        if (root_ != no_node && !is_better) return;
        root_ = word;
        best_ = score;
    }
    Node root() const { return root_; }  // no_node if there was none
    Score score() const { return best_; }

  private:
    Node root_ = no_node;
    Score best_ = 0;
};

// The same for many sentences: scores[w] is that of the w-th word of all, and counts if its head is 0. Sentences
// without such a word get 0.
inline void choose_roots(const Forest& trees, std::span<const float> scores, Node* roots) {
    for (std::size_t s = 0; s < trees.sentences(); ++s) {
        RootChoice<float> choice;
        for (std::size_t w = trees.first(s); w < trees.first(s + 1); ++w)
            if (trees.heads[w] == 0) choice.offer(static_cast<Node>(w - trees.first(s)) + 1, scores[w]);
        roots[s] = std::max(choice.root(), 0);
    }
}

// Configurations after the end of a derivation, arranged so that a model can be asked about one or two nodes.

inline void empty_stacks(Configuration& c) {
    for (int stack = 0; stack < 2; ++stack)
        while (c.size(stack) > 0) c.pop(stack);
}

// A word alone on the stack, before nothing but the root. The stacks are empty before and after.
template <typename Ask>
void facing_root(Configuration& c, Node word, const Ask& ask) {
    c.push(c.active(), word);
    ask();
    c.pop(c.active());
}

// Head and dependent where an arc transition would link them: `ask` is given that. The stacks are empty before and
// after.
template <typename Ask>
void facing_each_other(const System& system, Configuration& c, Node head, Node dependent, const Ask& ask) {
    const int buffered = c.buffer_size();
    ask(system.face(c, head, dependent));
    if (c.buffer_size() > buffered) c.remove_first();
    while (c.size() > 0) c.pop(c.active());
}

}  // namespace crossarc
