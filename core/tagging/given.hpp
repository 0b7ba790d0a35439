// What of the tags of a document is there already, and what is to be filled in.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/conllu/document.hpp"
#include "core/tagging/tag_set.hpp"

namespace crossarc::tagging {

inline constexpr std::array<Column, TagSet::columns> tag_columns{Column::upos, Column::xpos, Column::feats};

// Columns that are missing in all of the input, for those who know more of it than the document.
using Missing = std::array<bool, TagSet::columns>;
Missing missing_columns(Document& document);

// Tags are missing where UPOS, XPOS and FEATS are all "_". Where some are there, a column that is missing throughout is
// filled in so that it agrees with them, and any other "_" means none.
class GivenTags {
  public:
    // What is there of a tag; words that have the same share it.
    struct Given {
        Missing is_wanted;          // which columns are to be filled in
        std::vector<Tag> agreeing;  // the tags that do, if any is: the most frequent first
        TagSight sight;             // what features see of it, if none is
    };

    // `redo`: nothing counts as given.
    GivenTags(Document& document, const TagSet& tags, const Missing& missing, bool redo);

    // nullptr where all is to be filled in.
    const Given* of(std::size_t word) const {
        return numbers_[word] < 0 ? nullptr : &given_[static_cast<std::size_t>(numbers_[word])];
    }
    static bool is_wanted(const Given* given, int column) {
        return given == nullptr || given->is_wanted[static_cast<std::size_t>(column)];
    }

  private:
    std::vector<std::int32_t> numbers_;  // of each word
    std::vector<Given> given_;
};

}  // namespace crossarc::tagging
