#include "core/tagging/dictionary.hpp"

#include <algorithm>

namespace crossarc::tagging {

namespace {

// In stored counts. Earlier versions had it nowhere: what was in a lexicon, too, counted as seen alone.
constexpr std::uint32_t lexicon_bit = std::uint32_t{1} << 31;

CountedTag stored(const ListedTag& own) {
    return {own.tag, own.count | (own.in_lexicon && own.count > 0 ? lexicon_bit : 0)};
}

ListedTag loaded(const CountedTag& stored) {
    return {stored.tag, stored.count & ~lexicon_bit, stored.count == 0 || (stored.count & lexicon_bit) != 0, false};
}

}  // namespace

void Dictionary::add(std::string_view form, Tag tag, std::uint32_t count) { entry(form, tag).count += count; }

void Dictionary::add_from_lexicon(std::string_view form, Tag tag) { entry(form, tag).in_lexicon = true; }

void Dictionary::add_guess(std::string_view form, Tag tag) {
    ListedTag& own = entry(form, tag);
    own.is_guess = own.count == 0 && (!own.in_lexicon || own.is_guess);
    own.in_lexicon = true;
}

ListedTag& Dictionary::entry(std::string_view form, Tag tag) {
    std::int32_t place = table_.find(form);
    if (place < 0) {
        place = table_.intern(forms_.emplace_back(form));
        entries_.emplace_back();
    }
    std::vector<ListedTag>& own = entries_[static_cast<std::size_t>(place)];
    const auto known = std::find_if(own.begin(), own.end(), [&](const ListedTag& entry) { return entry.tag == tag; });
    return known != own.end() ? *known : own.emplace_back(ListedTag{tag});
}

void Dictionary::finish() {
    for (std::vector<ListedTag>& own : entries_)
        std::sort(own.begin(), own.end(), [](const ListedTag& a, const ListedTag& b) {
            return a.count != b.count ? a.count > b.count : a.tag < b.tag;
        });
}

void Dictionary::write(std::string& bytes) const {
    BytesWriter writer(bytes);
    writer.value(static_cast<std::uint64_t>(entries_.size()));
    for (std::size_t place = 0; place < entries_.size(); ++place) {
        writer.string(form(place));
        std::vector<CountedTag> own;
        for (const ListedTag& entry : entries_[place]) own.push_back(stored(entry));
        writer.values(own);
    }
}

Dictionary Dictionary::read(std::string_view& bytes, std::size_t tags) {
    BytesReader reader(bytes);
    Dictionary dictionary;
    const std::size_t count = reader.count(sizeof(std::uint32_t) + sizeof(std::uint64_t));
    for (std::size_t place = 0; place < count; ++place) {
        const std::int32_t code = dictionary.table_.intern(dictionary.forms_.emplace_back(reader.string()));
        if (static_cast<std::size_t>(code) != place) throw std::invalid_argument("a form is there twice");
        std::vector<ListedTag>& own = dictionary.entries_.emplace_back();
        for (const CountedTag& entry : reader.values<CountedTag>()) {
            if (entry.tag >= tags) throw std::invalid_argument("the dictionary has a tag that there is not");
            own.push_back(loaded(entry));
        }
    }
    return dictionary;
}

}  // namespace crossarc::tagging
