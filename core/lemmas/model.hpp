// A trained lemmatizer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/lemmas/edit_rule.hpp"
#include "core/lemmas/features.hpp"
#include "core/linear/frozen_weights.hpp"

namespace crossarc::lemmas {

using Rule = std::uint32_t;

// The rules for forms that were seen: with their tag, or with their UPOS alone. Forms are known by hashes: a rule is applied
// only where it can be, so that a wrong one does no harm but a wrong lemma.
class Memory {
  public:
    static constexpr std::int64_t nothing = -1;

    void add(Hash form, const TagHashes& tag, Rule rule) {
        rules_.try_emplace(key(form, tag.whole), rule);
        rules_.try_emplace(key(form, tag.upos), rule);
    }
    std::int64_t find(Hash form, const TagHashes& tag) const {
        for (const Hash known : {tag.whole, tag.upos})
            if (const auto place = rules_.find(key(form, known)); place != rules_.end()) return place->second;
        return nothing;
    }
    std::size_t size() const { return rules_.size(); }

    void write(BytesWriter& writer) const;
    static Memory read(BytesReader& reader, std::size_t rules);

  private:
    static Hash key(Hash form, Hash tag) { return tagging::feature(0, form, tag); }

    std::unordered_map<Hash, Rule> rules_;
};

class Model {
  public:
    Model(std::vector<EditRule> rules, std::size_t learnt, Memory memory, FrozenWeights weights);
    explicit Model(std::string_view bytes);  // throws std::invalid_argument

    void write(std::string& bytes) const;

    // Finds lemmas; keeps memory from one to the next.
    class Lemmatizer {
      public:
        explicit Lemmatizer(const Model& model) : model_(model), scores_(model.learnt_) {}

        const std::string& lemma(std::string_view form, const TagHashes& tag);

      private:
        const EditRule* best_rule(std::string_view form, const TagHashes& tag);

        const Model& model_;
        CasedForm cased_;
        std::vector<FeatureKey> keys_;
        std::vector<std::uint32_t> lists_;
        std::vector<std::int32_t> scores_;
        std::string lemma_;
    };

    const std::vector<EditRule>& rules() const { return rules_; }

  private:
    std::vector<EditRule> rules_;  // first those that the weights choose from
    std::size_t learnt_;
    Memory memory_;
    FrozenWeights weights_;
};

}  // namespace crossarc::lemmas
