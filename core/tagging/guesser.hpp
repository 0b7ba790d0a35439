// Tags for forms that nobody has seen, by how they end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/tagging/dictionary.hpp"

namespace crossarc::tagging {

struct Guess {
    Tag tag;
    float probability;
};

// How many of the rare forms with some ending have had which tags. Longer endings know better and are seldom seen:
// their frequencies are interpolated with those of shorter ones (Brants 2000, TnT). Forms with capitals, or digits, are
// counted by themselves.
class Guesser {
  public:
    static constexpr std::size_t longest_ending = 7;
    static constexpr std::size_t most_guesses = 24;

    // Memory for guessing.
    struct Scratch {
        std::vector<double> probabilities;  // by tag; 0 between guesses
        std::vector<Tag> met;
    };

    void learn(const Dictionary& dictionary, std::uint32_t most_count);

    // The likeliest first. The form's own tags, if it was learnt from, are left out of the counts with `own`.
    void guess(std::string_view lower_form, Hash kind, std::span<const ListedTag> own, std::size_t tag_count,
               Scratch& scratch, std::vector<Guess>& guesses) const;

    static Hash kind_of(std::string_view form);

    void write(std::string& bytes) const;
    static Guesser read(std::string_view& bytes, std::size_t tags);

  private:
    static Hash key_of(std::string_view ending, Hash kind) { return feature(0, hash_of(ending), kind); }
    void index();

    std::vector<Hash> endings_;
    std::vector<std::uint32_t> first_counts_;  // of each ending, up to the next one's
    std::vector<CountedTag> counts_;
    std::unordered_map<Hash, std::uint32_t> places_;
};

}  // namespace crossarc::tagging
