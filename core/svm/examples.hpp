// What a classifier learns from: the static derivations of a whole treebank as sparse rows of features with their classes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/features/templates.hpp"
#include "core/registry.hpp"
#include "core/search/label_kinds.hpp"
#include "core/search/result.hpp"

namespace crossarc {

// Rows of column numbers, one row after the other; a column stands for a feature. Classifiers can be told apart by groups;
// where a group is too small, or has not been seen in training, another one takes its place.
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

// The groups of labels are those of transitions within each of LabelKinds; in their place comes the kind.
constexpr std::uint64_t label_group(int kind, FeatureKey split) {
    const std::uint64_t mixed = (split ^ (static_cast<std::uint64_t>(kind + 1) << 32)) * 0x9E3779B97F4A7C15u;
    return mixed | (std::uint64_t{1} << 63);
}
inline constexpr std::uint64_t no_group = 0;  // the substitute of all others

struct AnnotatedSentence {
    std::vector<std::uint32_t> rows;        // AttributeTable::sentence
    std::vector<std::uint32_t> split_rows;  // the same for the template that splits
    LabelledTree gold;
};

// `split` has one template; its feature is the group of a transition (MaltParser splits by the tag of the next word).
// Transitions of more than `most_features` together are too many to learn from: the sentences that follow are left.
DerivationExamples derivation_examples(const AnySystem& system, const OracleOptions& options,
                                       const FeatureTemplates& templates, const FeatureTemplates& split,
                                       LabelChoice choice, int labels,
                                       std::span<const AnnotatedSentence> sentences, std::size_t most_features);

}  // namespace crossarc
