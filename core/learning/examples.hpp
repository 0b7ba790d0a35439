// What a classifier learns from: the static derivations of a whole treebank as sparse rows of features with their
// classes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/features/templates.hpp"
#include "core/parsing/labels.hpp"
#include "core/systems/list.hpp"

namespace crossarc {

// Rows of column numbers, one row after the other; a column stands for a feature. Classifiers can be told apart by
// groups; where a group is too small, or has not been seen in training, another one takes its place.
struct ClassifiedRows {
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<std::int32_t> classes;
    std::vector<std::uint64_t> groups, substitutes;
    std::vector<FeatureKey> keys;  // of the columns
};

// Which transition (classes: positions in the system's list), which label its arc gets, and which words are the root
// (class 1), as a parser asks. If labels are chosen together with transitions, the classes of these are positions times
// the number of labels, plus the label, 0 where there is no arc; labels are then those of unattached words alone.
struct DerivationExamples {
    ClassifiedRows transitions, labels, roots;
    std::vector<std::uint8_t> label_uses;  // LabelUses
};

struct AnnotatedSentence {
    std::vector<std::uint32_t> rows;        // AttributeTable::sentence
    std::vector<std::uint32_t> split_rows;  // the same for the template that splits
    LabelledTree gold;
};

// `split` has one template; its feature is the group of a transition (MaltParser splits by the tag of the next word).
// Transitions of more than `most_features` together are too many to learn from: the sentences that follow are left.
DerivationExamples derivation_examples(const SharedSystem& system, const OracleOptions& options,
                                       const FeatureTemplates& templates, const FeatureTemplates& split,
                                       LabelChoice choice, int labels, std::span<const AnnotatedSentence> sentences,
                                       std::size_t most_features);

}  // namespace crossarc
