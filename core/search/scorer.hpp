// What a model says of one configuration: the features, and the best label for an arc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/features/templates.hpp"
#include "core/transition.hpp"

namespace crossarc {

// The three linear models of a parser work on the same templates. Labels have features of their own for each kind of arc;
// that of a word under 0 that no transition attached, and the choice of the root, count as kinds too.
enum class Question : std::uint64_t { root = transition_count, root_label };

constexpr Question label_of(Transition t) { return static_cast<Question>(t); }

class Scorer {
  public:
    explicit Scorer(const FeatureTemplates& templates)
        : templates_(&templates), keys_(templates.size()), asked_(templates.size()) {}

    void look_at(const Configuration& c, std::span<const std::uint32_t> rows) {
        templates_->extract(c, rows, keys_.data());
    }

    std::span<const FeatureKey> keys() const { return keys_; }
    std::span<const FeatureKey> keys(Question question) {
        const std::uint64_t salt = (static_cast<std::uint64_t>(question) + 1) * 0xD6E8FEB86659FD93u;
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            const std::uint64_t mixed = (keys_[k] ^ salt) * 0x9E3779B97F4A7C15u;
            asked_[k] = keys_[k] == no_feature ? no_feature : (mixed ^ (mixed >> 31)) | 1;
        }
        return asked_;
    }

  private:
    const FeatureTemplates* templates_;
    std::vector<FeatureKey> keys_, asked_;
};

// Which labels training has seen on arcs from 0, and on the others: a parser gives no others there.
class LabelUses {
  public:
    static constexpr std::uint8_t under_root = 1, elsewhere = 2;

    LabelUses() = default;
    explicit LabelUses(std::vector<std::uint8_t> uses) : uses_(std::move(uses)) {}

    std::span<const std::uint8_t> uses() const { return uses_; }

    template <class Score>
    int best(const Score* scores, Node head) const {
        const std::uint8_t wanted = head == 0 ? under_root : elsewhere;
        int best = -1;
        for (int label = 0; label < static_cast<int>(uses_.size()); ++label) {
            if (!(uses_[static_cast<std::size_t>(label)] & wanted)) continue;
            if (best < 0 || scores[label] > scores[best]) best = label;
        }
        return best < 0 ? 0 : best;
    }

  private:
    std::vector<std::uint8_t> uses_;
};

}  // namespace crossarc
