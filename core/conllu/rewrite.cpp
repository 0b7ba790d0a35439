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

void rewrite_sentence(const Document& document, std::size_t sentence, std::span<const std::int32_t> heads,
                      std::span<const std::int32_t> deprel_codes, std::span<const std::string_view> deprels,
                      std::string& out) {
    const std::string_view text = document.text();
    const std::string_view span = document.sentence_span(sentence);
    const auto last = static_cast<std::size_t>(document.first_words()[sentence + 1]);
    auto copied = static_cast<std::size_t>(span.data() - text.data());  // so far, bytes of the text are in the output
    const std::size_t end = copied + span.size();
    for (auto word = static_cast<std::size_t>(document.first_words()[sentence]); word < last; ++word) {
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
    out.append(text, copied, end - copied);
}

}  // namespace

std::string rewrite_trees(const Document& document, std::span<const std::int32_t> heads,
                          std::span<const std::int32_t> deprel_codes, std::span<const std::string_view> deprels) {
    std::string out;
    out.reserve(document.text().size() + document.text().size() / 16);
    for (std::size_t sentence = 0; sentence < document.sentence_count(); ++sentence)
        rewrite_sentence(document, sentence, heads, deprel_codes, deprels, out);
    return out.append(document.tail());
}

}  // namespace crossarc
