#include "core/conllu/columns.hpp"

#include "core/interruption.hpp"

namespace crossarc {

std::int32_t CodedColumn::intern_copy(std::string_view string) {
    const std::int32_t known = table.size() == 0 ? -1 : table.find(string);
    return known >= 0 ? known : table.intern(own.emplace_back(string));
}

CodedColumn coded_labels(std::span<const std::int32_t> codes, std::span<const std::string> labels) {
    constexpr std::int32_t not_seen = -1;
    std::vector<std::int32_t> new_codes(labels.size(), not_seen);
    CodedColumn column;
    column.codes.reserve(codes.size());
    for (const std::int32_t code : codes) {
        std::int32_t& own = new_codes[static_cast<std::size_t>(code)];
        if (own == not_seen) own = column.intern_copy(labels[static_cast<std::size_t>(code)]);
        column.codes.push_back(own);
        poll(2);
    }
    return column;
}

const CodedColumn& ColumnCache::get(Column column, const std::function<CodedColumn()>& make) {
    const std::lock_guard lock(making_);
    auto& slot = made_[static_cast<std::size_t>(column)];
    if (!slot) slot = std::make_unique<const CodedColumn>(make());
    return *slot;
}

}  // namespace crossarc
