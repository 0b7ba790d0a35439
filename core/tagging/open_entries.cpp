#include "core/tagging/open_entries.hpp"

#include <algorithm>

namespace crossarc::tagging {

OpenEntries::Agreeing::Agreeing(const TagFields& fields, const TagSet& tags, std::size_t count) {
    const auto agrees = [](std::string_view said, std::string_view own) { return said == "_" || said == own; };
    for (Tag tag = 0; tag < count; ++tag) {
        const TagFields own = tags.fields(tag);
        if (agrees(fields.upos, own.upos) && agrees(fields.xpos, own.xpos) && agrees(fields.feats, own.feats))
            in_order_.push_back(tag);
    }
    by_count_ = in_order_;
    std::stable_sort(by_count_.begin(), by_count_.end(),
                     [&](Tag a, Tag b) { return tags.count(a) > tags.count(b); });
}

bool OpenEntries::Agreeing::contains(Tag tag) const {
    return std::binary_search(in_order_.begin(), in_order_.end(), tag);
}

std::vector<Tag> OpenEntries::Agreeing::most_frequent(std::size_t most) const {
    return {by_count_.begin(), by_count_.begin() + static_cast<std::ptrdiff_t>(std::min(most, by_count_.size()))};
}

bool OpenEntries::add(std::string_view form, const TagFields& fields) {
    if (fields.upos != "_" && fields.xpos != "_" && fields.feats != "_") return false;
    const auto found = known_.try_emplace({fields.upos, fields.xpos, fields.feats}, fields, tags_, count_).first;
    if (found->second.empty()) return false;
    entries_.push_back({form, &found->second});
    return true;
}

}  // namespace crossarc::tagging
