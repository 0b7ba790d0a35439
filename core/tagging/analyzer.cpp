#include "core/tagging/analyzer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/interruption.hpp"
#include "core/text/letter_case.hpp"

namespace crossarc::tagging {
namespace {

// Forms that were seen less often may have other tags than those they were seen with.
constexpr std::uint64_t well_known = 8;
// Of a form that was seen often, tags that are rarer than this are most likely errors.
constexpr std::uint64_t largest_ratio = 200;
// Frequent forms are no example for new ones: the guesser learns from those up to this count.
constexpr std::uint32_t rare = 10;

// Kinds of evidence, from 1 up to TagSet::first_part.
Part guessed(float probability) {
    return static_cast<Part>(1 + std::clamp(static_cast<int>(-std::log2(probability)), 0, 9));
}
Part unseen_with(float probability) {
    return static_cast<Part>(11 + std::clamp(static_cast<int>(-std::log2(probability) / 2), 0, 4));
}
Part seen(std::uint64_t count, std::uint64_t total) {
    const int often = count <= 2 ? static_cast<int>(count) - 1 : count <= 5 ? 2 : 3;
    const int share = count * 10 >= total * 7 ? 0 : count * 10 >= total * 2 ? 1 : 2;
    return static_cast<Part>(16 + often * 3 + share);
}
constexpr Part in_lexicon = 28, in_lower_case = 29, only_learnt = 30;

std::uint64_t total_of(std::span<const ListedTag> listed) {
    std::uint64_t total = 0;
    for (const ListedTag& entry : listed) total += entry.count;
    return total;
}

Guesser guesser_for(const Dictionary& dictionary) {
    Guesser guesser;
    guesser.learn(dictionary, rare);
    return guesser;
}

template <class Candidates>
auto found(Candidates& candidates, Tag tag) {
    return std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& c) { return c.tag == tag; });
}

bool has(const std::vector<Candidate>& candidates, Tag tag) { return found(candidates, tag) != candidates.end(); }

bool is_in_lexicon(std::span<const ListedTag> listed) {
    return std::any_of(listed.begin(), listed.end(), [](const ListedTag& entry) { return entry.in_lexicon; });
}

}  // namespace

Analyzer::Analyzer(TagSet tags, Dictionary dictionary, const OpenEntries& open)
    : tags_(std::move(tags)), dictionary_(std::move(dictionary)), guesser_(guesser_for(dictionary_)) {
    Scratch scratch;
    for (const OpenEntries::Entry& entry : open.all()) complete(entry, scratch);
    dictionary_.finish();
}

Analyzer::Analyzer(TagSet tags, Dictionary dictionary, Guesser guesser)
    : tags_(std::move(tags)), dictionary_(std::move(dictionary)), guesser_(std::move(guesser)) {}

// A form that was seen often has of the tags that agree with an entry those that it was seen with; else they are guessed,
// and if no guess agrees they are the most frequent ones.
void Analyzer::complete(const OpenEntries::Entry& entry, Scratch& scratch) {
    poll(5000);
    std::vector<Tag> chosen;
    const std::span<const ListedTag> listed = dictionary_.find(entry.form);
    for (const ListedTag& own : listed)
        if (own.count > 0 && entry.agreeing->contains(own.tag)) chosen.push_back(own.tag);
    if (chosen.empty() || total_of(listed) < well_known) {
        guesser_.guess(lower_case(entry.form), Guesser::kind_of(entry.form), {}, tags_.size(), scratch.guesser,
                       scratch.guesses);
        for (const Guess& guess : scratch.guesses)
            if (entry.agreeing->contains(guess.tag)) chosen.push_back(guess.tag);
    }
    if (chosen.empty()) chosen = entry.agreeing->most_frequent(Guesser::most_guesses);
    for (const Tag tag : chosen) dictionary_.add_guess(entry.form, tag);
}

void Analyzer::analyse(std::string_view form, Scratch& scratch, Analysis& result) const {
    const std::span<const ListedTag> listed = dictionary_.find(form);
    analyse(form, listed, {}, {total_of(listed), TagSet::none}, scratch, result);
}

void Analyzer::analyse(std::string_view form, Tag tag, Known known, Scratch& scratch, Analysis& result) const {
    const std::span<const ListedTag> listed = dictionary_.find(form);
    const std::uint64_t total = total_of(listed);
    const auto own = total <= rare ? listed : std::span<const ListedTag>();
    if (known == Known::not_at_all || total == 0) {
        analyse(form, {}, own, {0, TagSet::none}, scratch, result);  // nor by a lexicon: few new words are in one
    } else {
        analyse(form, listed, own, {total - 1, static_cast<std::int64_t>(tag)}, scratch, result);
    }
    if (!has(result.candidates, tag)) result.candidates.push_back({tag, only_learnt});
}

void Analyzer::analyse(std::string_view form, std::span<const ListedTag> listed, std::span<const ListedTag> own,
                       const Counted& counted, Scratch& scratch, Analysis& result) const {
    const auto [total, left_out] = counted;
    std::vector<Candidate>& candidates = result.candidates;
    candidates.clear();
    result.lower = lower_case(form);
    FormSight& sight = result.sight;
    sight = sight_of(form, result.lower);
    sight.is_known = total > 0;
    sight.likeliest = &no_tag();

    std::uint64_t most = 0;
    for (const auto& [tag, count, is_listed, is_guess] : listed) {
        const std::uint64_t left = total == 0 ? 0 : count - (tag == left_out ? 1 : 0);
        if (left > 0 && count * largest_ratio >= total) {
            candidates.push_back({tag, seen(left, total)});
            if (left * 20 >= total) sight.ambiguity += tags_.sight(tag).whole;
            if (left > most) sight.likeliest = &tags_.sight(tag);
            most = std::max(most, left);
        } else if (is_listed) {
            candidates.push_back({tag, in_lexicon});
        }
    }
    bool is_listed = is_in_lexicon(listed);
    if (candidates.empty() && result.lower != form) {
        const std::span<const ListedTag> lower = dictionary_.find(result.lower);
        for (const ListedTag& entry : lower) candidates.push_back({entry.tag, in_lower_case});
        is_listed = is_in_lexicon(lower);
    }
    if (total < well_known) {
        guesser_.guess(result.lower, Guesser::kind_of(form), own, tags_.size(), scratch.guesser, scratch.guesses);
        // A lexicon that has the form leaves nothing to be guessed but which of its tags it is.
        if (is_listed) std::erase_if(scratch.guesses, [&](const Guess& guess) { return !has(candidates, guess.tag); });
        if (total == 0 && !scratch.guesses.empty()) {
            sight.likeliest = &tags_.sight(scratch.guesses[0].tag);
        } else if (total == 0 && is_listed) {
            sight.likeliest = &tags_.sight(candidates[0].tag);
            for (const Candidate& candidate : candidates) sight.ambiguity += tags_.sight(candidate.tag).upos;
        }
        for (const auto& [tag, probability] : scratch.guesses) {
            if (total == 0 && probability >= 0.3f * scratch.guesses[0].probability)
                sight.ambiguity += tags_.sight(tag).upos;
            const Part evidence = total > 0 ? unseen_with(probability) : guessed(probability);
            if (const auto known = found(candidates, tag); known == candidates.end()) {
                candidates.push_back({tag, evidence});
            } else if (total == 0 && known->evidence == in_lexicon) {
                known->evidence = evidence;
            }
        }
    }
    if (candidates.empty()) candidates.push_back({0, guessed(1.0f)});
}

void Analyzer::write(std::string& bytes) const {
    tags_.write(bytes);
    dictionary_.write(bytes);
    guesser_.write(bytes);
}

Analyzer Analyzer::read(std::string_view& bytes) {
    TagSet tags = TagSet::read(bytes);
    Dictionary dictionary = Dictionary::read(bytes, tags.size());
    Guesser guesser = Guesser::read(bytes, tags.size());
    return Analyzer(std::move(tags), std::move(dictionary), std::move(guesser));
}

}  // namespace crossarc::tagging
