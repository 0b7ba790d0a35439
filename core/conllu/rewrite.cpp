#include "core/conllu/rewrite.hpp"

namespace crossarc {
namespace {

std::size_t end_of(std::string_view field) { return field.find_first_of("\t\r\n"); }

// Whether enhanced dependencies ("4:nsubj|7:obj") list an arc.
bool lists_arc(std::string_view deps, std::string_view head, std::string_view deprel) {
    while (!deps.empty()) {
        const std::string_view arc = deps.substr(0, deps.find('|'));
        if (arc.size() == head.size() + 1 + deprel.size() && arc.starts_with(head) && arc[head.size()] == ':' &&
            arc.ends_with(deprel))
            return true;
        deps.remove_prefix(arc.size() == deps.size() ? arc.size() : arc.size() + 1);
    }
    return false;
}

}  // namespace

std::string rewrite_trees(const Document& document, std::span<const std::int32_t> heads,
                          std::span<const std::int32_t> deprel_codes, std::span<const std::string_view> deprels) {
    const std::string_view text = document.text();
    std::string out;
    out.reserve(text.size() + text.size() / 16);
    std::size_t copied = 0;  // bytes of the text that are in the output already
    for (std::size_t word = 0; word < document.word_count(); ++word) {
        const std::string_view old_deprel = document.field(word, Column::deprel);
        const std::string_view deprel = deprels[static_cast<std::size_t>(deprel_codes[word])];
        if (document.heads()[word] == heads[word] && old_deprel == deprel) continue;

        const std::string_view old_head = document.field(word, Column::head);
        const std::string head = heads[word] == Document::no_head ? "_" : std::to_string(heads[word]);
        const auto head_begin = static_cast<std::size_t>(old_head.data() - text.data());
        const auto deprel_end = static_cast<std::size_t>(old_deprel.data() - text.data()) + old_deprel.size();
        out.append(text, copied, head_begin - copied).append(head).append("\t").append(deprel);
        copied = deprel_end;
        if (document.format() == Format::conllu) {
            const std::string_view rest = text.substr(deprel_end + 1);
            const std::string_view deps = rest.substr(0, end_of(rest));
            if (!lists_arc(deps, head, deprel)) {
                out.append("\t_");
                copied += 1 + deps.size();
            }
        }
    }
    return out.append(text, copied);
}

}  // namespace crossarc
