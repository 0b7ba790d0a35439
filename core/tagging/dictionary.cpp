#include "core/tagging/dictionary.hpp"

#include <algorithm>

namespace crossarc::tagging {

void Dictionary::add(std::string_view form, Tag tag, std::uint32_t count) {
    std::int32_t place = table_.find(form);
    if (place < 0) {
        place = table_.intern(forms_.emplace_back(form));
        entries_.emplace_back();
    }
    std::vector<CountedTag>& own = entries_[static_cast<std::size_t>(place)];
    const auto known = std::find_if(own.begin(), own.end(), [&](const CountedTag& entry) { return entry.tag == tag; });
    if (known == own.end()) {
        own.push_back({tag, count});
    } else {
        known->count += count;
    }
}

void Dictionary::finish() {
    for (std::vector<CountedTag>& own : entries_)
        std::sort(own.begin(), own.end(), [](const CountedTag& a, const CountedTag& b) {
            return a.count != b.count ? a.count > b.count : a.tag < b.tag;
        });
}

void Dictionary::write(std::string& bytes) const {
    BytesWriter writer(bytes);
    writer.value(static_cast<std::uint64_t>(entries_.size()));
    for (std::size_t place = 0; place < entries_.size(); ++place) {
        writer.string(form(place));
        writer.values(entries_[place]);
    }
}

Dictionary Dictionary::read(std::string_view& bytes, std::size_t tags) {
    BytesReader reader(bytes);
    Dictionary dictionary;
    const std::size_t count = reader.count(sizeof(std::uint32_t) + sizeof(std::uint64_t));
    for (std::size_t place = 0; place < count; ++place) {
        const std::int32_t code = dictionary.table_.intern(dictionary.forms_.emplace_back(reader.string()));
        if (static_cast<std::size_t>(code) != place) throw std::invalid_argument("a form is there twice");
        dictionary.entries_.push_back(reader.values<CountedTag>());
        for (const CountedTag& entry : dictionary.entries_.back())
            if (entry.tag >= tags) throw std::invalid_argument("the dictionary has a tag that there is not");
    }
    return dictionary;
}

}  // namespace crossarc::tagging
