#include "core/tagging/guesser.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "core/text/letter_case.hpp"

namespace crossarc::tagging {
namespace {

constexpr double interpolation = 0.5;         // how many forms the shorter endings count as
constexpr float least_probability = 0.0003f;  // of the likeliest's

// The endings of a form in lower case, the shortest (none) first.
template <class Visit>
void each_ending(std::string_view form, const Visit& visit) {
    std::size_t begin = form.size();
    for (std::size_t length = 0; length <= Guesser::longest_ending; ++length) {
        visit(form.substr(begin));
        if (begin == 0) break;
        begin = last_characters(form.substr(0, begin), 1);
    }
}

}  // namespace

Hash Guesser::kind_of(std::string_view form) {
    const char32_t first = form.empty() ? U'\0' : first_character(form).code;
    const bool has_digit = form.find_first_of("0123456789") != std::string_view::npos;
    return static_cast<Hash>(is_upper_case(first)) + 2 * static_cast<Hash>(has_digit);
}

void Guesser::learn(const Dictionary& dictionary, std::uint32_t most_count) {
    std::map<Hash, std::map<Tag, std::uint32_t>> counts;
    std::map<Hash, std::uint32_t> forms;
    for (std::size_t place = 0; place < dictionary.size(); ++place) {
        const std::span<const ListedTag> tags = dictionary.tags(place);
        std::uint64_t seen = 0;
        for (const ListedTag& entry : tags) seen += entry.count;
        if (seen > most_count) continue;
        const Hash kind = kind_of(dictionary.form(place));
        each_ending(lower_case(dictionary.form(place)), [&](std::string_view ending) {
            const Hash key = key_of(ending, kind);
            ++forms[key];
            for (const ListedTag& entry : tags) ++counts[key][entry.tag];
        });
    }
    for (const auto& [key, own] : counts) {
        if (forms[key] < 2) continue;
        endings_.push_back(key);
        first_counts_.push_back(static_cast<std::uint32_t>(counts_.size()));
        for (const auto& [tag, count] : own) counts_.push_back({tag, count});
    }
    first_counts_.push_back(static_cast<std::uint32_t>(counts_.size()));
    index();
}

void Guesser::index() {
    places_.reserve(endings_.size());
    for (std::size_t place = 0; place < endings_.size(); ++place)
        places_.emplace(endings_[place], static_cast<std::uint32_t>(place));
}

void Guesser::guess(std::string_view lower_form, Hash kind, std::span<const ListedTag> own, std::size_t tag_count,
                    Scratch& scratch, std::vector<Guess>& guesses) const {
    scratch.probabilities.resize(tag_count);
    scratch.met.clear();
    each_ending(lower_form, [&](std::string_view ending) {
        const auto found = places_.find(key_of(ending, kind));
        if (found == places_.end()) return;
        const std::uint32_t first = first_counts_[found->second], end = first_counts_[found->second + 1];
        const std::span<const CountedTag> counts = std::span(counts_).subspan(first, end - first);
        const auto count_of = [&](const CountedTag& entry) {
            const bool is_own =
                std::any_of(own.begin(), own.end(), [&](const ListedTag& o) { return o.tag == entry.tag && !o.is_guess; });
            return static_cast<double>(entry.count) - (is_own ? 1.0 : 0.0);
        };
        double total = 0.0;
        for (const CountedTag& entry : counts) total += count_of(entry);
        if (total <= 0.0) return;
        for (const Tag tag : scratch.met) scratch.probabilities[tag] *= interpolation / (total + interpolation);
        for (const CountedTag& entry : counts) {
            const double count = count_of(entry);
            if (count <= 0.0) continue;
            if (scratch.probabilities[entry.tag] == 0.0) scratch.met.push_back(entry.tag);
            scratch.probabilities[entry.tag] += count / (total + interpolation);
        }
    });
    guesses.clear();
    for (const Tag tag : scratch.met) {
        guesses.push_back({tag, static_cast<float>(scratch.probabilities[tag])});
        scratch.probabilities[tag] = 0.0;
    }
    const auto before = [](const Guess& a, const Guess& b) {
        return a.probability != b.probability ? a.probability > b.probability : a.tag < b.tag;
    };
    const std::size_t kept = std::min(guesses.size(), most_guesses);
    std::partial_sort(guesses.begin(), guesses.begin() + static_cast<std::ptrdiff_t>(kept), guesses.end(), before);
    guesses.resize(kept);
    while (guesses.size() > 1 && guesses.back().probability < least_probability * guesses[0].probability)
        guesses.pop_back();
}

void Guesser::write(std::string& bytes) const {
    BytesWriter writer(bytes);
    writer.values(endings_);
    writer.values(first_counts_);
    writer.values(counts_);
}

Guesser Guesser::read(std::string_view& bytes, std::size_t tags) {
    BytesReader reader(bytes);
    Guesser guesser;
    guesser.endings_ = reader.values<Hash>();
    guesser.first_counts_ = reader.values<std::uint32_t>();
    guesser.counts_ = reader.values<CountedTag>();
    const auto& firsts = guesser.first_counts_;
    if (firsts.size() != guesser.endings_.size() + 1 || firsts.back() != guesser.counts_.size() ||
        !std::is_sorted(firsts.begin(), firsts.end()))
        throw std::invalid_argument("the endings are in disorder");
    for (const CountedTag& entry : guesser.counts_)
        if (entry.tag >= tags) throw std::invalid_argument("an ending has a tag that there is not");
    guesser.index();
    return guesser;
}

}  // namespace crossarc::tagging
