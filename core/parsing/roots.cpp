#include "core/parsing/roots.hpp"

#include <algorithm>

namespace crossarc {

void choose_roots(const Forest& trees, std::span<const float> scores, Node* roots) {
    for (std::size_t s = 0; s < trees.sentences(); ++s) {
        const auto heads = trees.sentence(s);
        RootChoice<float> choice;
        for (std::size_t w = 0; w < heads.size(); ++w)
            if (heads[w] == 0) choice.offer(static_cast<Node>(w) + 1, scores[trees.first(s) + w]);
        roots[s] = std::max(choice.root(), 0);
    }
}

}  // namespace crossarc
