// What gold trees say of labels.
#pragma once

#include <cstdint>
#include <vector>

#include "core/parsing/labels.hpp"
#include "core/tree/labelled_tree.hpp"

namespace crossarc {

struct ArcLabel {
    Label label = 0;
    bool is_gold = false;  // the arc is in the gold tree
};

// The label that an arc has in the gold tree, given the head and the label of each word there; if it is not there, that
// of its dependent, or of its head if 0 is the dependent, as it may be of wrong links. One without a direction is right
// both ways.
template <class HeadOf, class LabelOf>
ArcLabel gold_label(const Arc& arc, bool is_directed, const HeadOf& head, const LabelOf& label) {
    if (arc.dependent > 0 && head(arc.dependent) == arc.head) return {label(arc.dependent), true};
    if (!is_directed && arc.head > 0 && head(arc.head) == arc.dependent) return {label(arc.head), true};
    return {label(arc.dependent > 0 ? arc.dependent : arc.head), false};
}

inline ArcLabel label_in(const LabelledTree& gold, const Arc& arc, bool is_directed) {
    return gold_label(
        arc, is_directed, [&](Node w) { return gold.heads[static_cast<std::size_t>(w) - 1]; },
        [&](Node w) { return gold.labels[static_cast<std::size_t>(w) - 1]; });
}

// Adds to LabelUses what the tree uses its labels for.
inline void note_uses(const LabelledTree& gold, std::vector<std::uint8_t>& uses) {
    for (std::size_t w = 0; w < gold.heads.size(); ++w)
        uses[static_cast<std::size_t>(gold.labels[w])] |=
            gold.heads[w] == 0 ? LabelUses::under_root : LabelUses::elsewhere;
}

}  // namespace crossarc
