// Tokens that stand for several words: du for de le, vámonos for vamos nos.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/stored_bytes.hpp"
#include "core/tokenizer/classifier.hpp"
#include "core/tokenizer/features.hpp"
#include "core/tokenizer/known_words.hpp"
#include "core/tokenizer/passage.hpp"

namespace crossarc::tokenizer {

// What becomes of tokens that begin or end in certain characters, all in lower case. The rest of the token, if any,
// stays within one of the words.
struct Expansion {
    enum class Kind : std::uint8_t { whole, suffix, prefix };
    Kind kind = Kind::whole;
    std::string affix;               // the whole token, its end, or its beginning
    std::vector<std::string> words;  // for a suffix the first one, for a prefix the last one, is added to the rest

    // What features ask of it, once it is one of Expansions.
    std::uint64_t number = 0;
    std::uint32_t affix_size = 0;  // characters
};

// How a token of the treebank may be told: as a whole, and by its end or beginning if enough of it is left.
std::vector<Expansion> expansions_of(std::string_view form, std::span<const std::string_view> words);

class Expansions {
  public:
    Expansions() = default;
    explicit Expansions(std::vector<Expansion> expansions);
    explicit Expansions(BytesReader& reader);  // throws std::invalid_argument
    void write(BytesWriter& writer) const;

    bool empty() const { return all_.empty(); }
    const Expansion& operator[](std::uint32_t number) const { return all_[number]; }

    // The numbers of those that a token may be told by.
    void find(const Passage& passage, Span token, std::vector<std::uint32_t>& found) const;

    // The words of a token, in its case.
    static void apply(const Expansion& expansion, std::string_view form, std::vector<std::string>& words);

  private:
    void index();
    void find(std::uint64_t key, std::vector<std::uint32_t>& found) const;

    static constexpr std::uint32_t longest_affix = 12, least_rest = 2;  // characters

    std::vector<Expansion> all_;
    std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_;
    bool has_suffixes_ = false, has_prefixes_ = false;

    friend std::vector<Expansion> expansions_of(std::string_view form, std::span<const std::string_view> words);
};

// In training, `expanded_here` is whether the token stands for several words.
void expansion_features(const Passage& passage, std::span<const Span> tokens, std::size_t at,
                        const Expansion& expansion, const KnownWords& known, bool expanded_here, FeatureList& features);

}  // namespace crossarc::tokenizer
