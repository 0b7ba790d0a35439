// Entries of a lexicon that leave parts of a tag open.
#pragma once

#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "core/tagging/tag_set.hpp"

namespace crossarc::tagging {

// Where an entry has "_" it says nothing: each tag of the treebank agrees with it that has what it does say.
class OpenEntries {
  public:
    class Agreeing {
      public:
        Agreeing(const TagFields& fields, const TagSet& tags, std::size_t count);

        bool contains(Tag tag) const;
        std::vector<Tag> most_frequent(std::size_t most) const;
        bool empty() const { return by_count_.empty(); }

      private:
        std::vector<Tag> in_order_, by_count_;
    };
    struct Entry {
        std::string_view form;
        const Agreeing* agreeing;  // with at least one
    };

    // Before tags that only the lexicon has are added to those of the treebank.
    explicit OpenEntries(const TagSet& tags) : tags_(tags), count_(tags.size()) {}
    OpenEntries(const OpenEntries&) = delete;
    OpenEntries& operator=(const OpenEntries&) = delete;

    // False if the entry is a tag by itself: nothing of it is open, or no tag of the treebank agrees.
    // The form must outlive it.
    bool add(std::string_view form, const TagFields& fields);
    const std::vector<Entry>& all() const { return entries_; }

  private:
    const TagSet& tags_;
    std::size_t count_;
    std::map<std::array<std::string_view, TagSet::columns>, Agreeing> known_;
    std::vector<Entry> entries_;
};

}  // namespace crossarc::tagging
