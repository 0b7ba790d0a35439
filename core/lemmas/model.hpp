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

// The rules for forms that were seen: with their tag, with their UPOS alone, or, if that was left open, as a lexicon may,
// with any. Forms are known by hashes: a rule is
// applied only where it can be, so that a wrong one does no harm but a wrong lemma.
class Memory {
  public:
    static constexpr std::int64_t nothing = -1;

    void add(Hash form, const TagHashes& tag, Rule rule) {
        rules_.try_emplace(key(form, tag.whole), rule);
        rules_.try_emplace(key(form, tag.upos), rule);
    }
    std::int64_t find(Hash form, const TagHashes& tag) const {
        for (const Hash known : {tag.whole, tag.upos, tagging::hash_of("_")})
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

// The lemmas that were seen, with their UPOS: a rule that makes one of them is likelier to be right. Known by hashes,
// too.
class KnownLemmas {
  public:
    static Hash key(std::string_view lemma, const TagHashes& tag) {
        return tagging::feature(0, tagging::hash_of(lemma), tag.upos);
    }
    void add(Hash lemma) { ++counts_[lemma]; }
    std::uint32_t count(Hash lemma) const {
        const auto place = counts_.find(lemma);
        return place == counts_.end() ? 0 : place->second;
    }

    void write(BytesWriter& writer) const;  // without the counts
    static KnownLemmas read(BytesReader& reader);

  private:
    std::unordered_map<Hash, std::uint32_t> counts_;
};

class Model {
  public:
    // The weights have a label for each of the first rules, and one more for lemmas that are known.
    Model(std::vector<EditRule> rules, Memory memory, KnownLemmas known, FrozenWeights weights);
    explicit Model(std::string_view bytes);  // throws std::invalid_argument

    void write(std::string& bytes) const;

    // Finds lemmas; keeps memory from one to the next.
    class Lemmatizer {
      public:
        explicit Lemmatizer(const Model& model) : model_(model), scores_(model.learnt_ + 1) {}

        const std::string& lemma(std::string_view form, const TagHashes& tag);

      private:
        const EditRule* best_rule(std::string_view form, const TagHashes& tag);
        // That of a form as it was seen, if it can be applied to this one.
        const EditRule* remembered(std::string_view known, const TagHashes& tag) const;

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
    Memory memory_;
    KnownLemmas known_;
    FrozenWeights weights_;
    std::size_t learnt_;  // rules that the weights choose from
};

}  // namespace crossarc::lemmas
