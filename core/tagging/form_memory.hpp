// What a tagger has found out about forms, kept from one document to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tagging/features.hpp"
#include "core/text/string_table.hpp"

namespace crossarc::tagging {

struct ScoredTag {
    Tag tag;
    std::int64_t score;  // by the features of the form alone, and by evidence
};

struct KnownForm {
    FormSight sight;
    std::vector<ScoredTag> candidates;
    std::vector<Part> parts;  // of the candidates, each once
};

// A text is read in blocks, each a document of its own, and most of its forms are in many of them. There are at most
// `most` forms: when there is no room for more, those that were there are forgotten. Threads may share a memory, and what
// is found in it is what would be found out anew.
class FormMemory {
  public:
    static constexpr std::size_t most = std::size_t{1} << 15;
    static constexpr std::size_t longest_form = 64;  // bytes; what is longer will hardly come again

    // Forms stay where they are for as long as somebody has their shelf, also after they were forgotten.
    class Shelf {
      public:
        // For each form what is known of it, or nullptr.
        void find(std::span<const std::string_view> forms, std::vector<const KnownForm*>& found) const;

      private:
        friend class FormMemory;

        mutable std::mutex mutex_;
        StringTable table_;  // of the strings
        std::deque<std::string> strings_;
        std::deque<KnownForm> forms_;
    };

    std::shared_ptr<const Shelf> shelf() const;
    void keep(std::string_view form, const KnownForm& known);

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace crossarc::tagging
