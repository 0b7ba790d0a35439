// The tags that forms have had.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tagging/tag_set.hpp"
#include "core/text/string_table.hpp"

namespace crossarc::tagging {

struct CountedTag {
    Tag tag;
    std::uint32_t count;  // how often it was seen; 0: never, it is from a lexicon

    bool operator==(const CountedTag&) const = default;
};

// A tag of a form. What a lexicon says is known of the form also where it counts as never seen.
struct ListedTag {
    Tag tag;
    std::uint32_t count = 0;
    bool in_lexicon = false;
    bool is_guess = false;  // an entry of the lexicon leaves open what it is: no example to learn from; not stored
};

class Dictionary {
  public:
    Dictionary() = default;
    Dictionary(const Dictionary&) = delete;  // the table's strings are views into its own
    Dictionary(Dictionary&&) = default;
    Dictionary& operator=(const Dictionary&) = delete;
    Dictionary& operator=(Dictionary&&) = default;

    void add(std::string_view form, Tag tag, std::uint32_t count);
    void add_from_lexicon(std::string_view form, Tag tag);
    void add_guess(std::string_view form, Tag tag);  // that agrees with an entry of the lexicon
    void finish();  // the most frequent tags first

    std::size_t size() const { return entries_.size(); }
    std::string_view form(std::size_t place) const { return table_[static_cast<std::int32_t>(place)]; }
    std::span<const ListedTag> tags(std::size_t place) const { return entries_[place]; }
    std::span<const ListedTag> find(std::string_view form) const {
        const std::int32_t place = table_.find(form);
        return place < 0 ? std::span<const ListedTag>() : tags(static_cast<std::size_t>(place));
    }

    void write(std::string& bytes) const;
    static Dictionary read(std::string_view& bytes, std::size_t tags);

  private:
    ListedTag& entry(std::string_view form, Tag tag);

    std::deque<std::string> forms_;
    StringTable table_;
    std::vector<std::vector<ListedTag>> entries_;
};

}  // namespace crossarc::tagging
