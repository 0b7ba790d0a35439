// The tags that a form may have, before anything is known of its sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tagging/dictionary.hpp"
#include "core/tagging/features.hpp"
#include "core/tagging/guesser.hpp"
#include "core/tagging/open_entries.hpp"
#include "core/tagging/tag_set.hpp"

namespace crossarc::tagging {

struct Candidate {
    Tag tag;
    Part evidence;  // what speaks for it: how often the form had the tag, or how likely it is by the form's ending
};

struct Analysis {
    FormSight sight;
    std::string lower;
    std::vector<Candidate> candidates;  // at least one
};

class Analyzer {
  public:
    struct Scratch {
        Guesser::Scratch guesser;
        std::vector<Guess> guesses;
    };
    // How much of what is known of a form counts when it is to be learnt from: a word is not to be known by itself, so
    // that words of one occurrence are examples of unknown ones; and words that are known may be learnt from as if they
    // were not.
    enum class Known : std::uint8_t { but_for_once, not_at_all };

    // The tags of open entries are chosen by the guesser, which learns from the dictionary.
    Analyzer(TagSet tags, Dictionary dictionary, const OpenEntries& open);
    Analyzer(TagSet tags, Dictionary dictionary, Guesser guesser);

    const TagSet& tags() const { return tags_; }
    const Dictionary& dictionary() const { return dictionary_; }

    void analyse(std::string_view form, Scratch& scratch, Analysis& result) const;
    // The same for learning that the form has that tag, which is among the candidates.
    void analyse(std::string_view form, Tag tag, Known known, Scratch& scratch, Analysis& result) const;

    void write(std::string& bytes) const;
    static Analyzer read(std::string_view& bytes);

  private:
    struct Counted {
        std::uint64_t total;    // how often the form was seen
        std::int64_t left_out;  // with that tag once less
    };
    void analyse(std::string_view form, std::span<const ListedTag> listed, std::span<const ListedTag> own,
                 const Counted& counted, Scratch& scratch, Analysis& result) const;
    void complete(const OpenEntries::Entry& entry, Scratch& scratch);

    TagSet tags_;
    Dictionary dictionary_;
    Guesser guesser_;
};

}  // namespace crossarc::tagging
