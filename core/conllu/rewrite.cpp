#include "core/conllu/rewrite.hpp"

#include <algorithm>
#include <cmath>

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

// MISC with a confidence in place of one that it may have.
void append_misc(std::string_view misc, float confidence, std::string& out) {
    constexpr std::string_view name = "Confidence=";
    if (misc == "_") misc = {};
    while (!misc.empty()) {
        const std::string_view entry = misc.substr(0, misc.find('|'));
        if (!entry.starts_with(name)) out.append(entry).append("|");
        misc.remove_prefix(entry.size() == misc.size() ? entry.size() : entry.size() + 1);
    }
    const auto percent = static_cast<int>(std::lround(std::clamp(confidence, 0.0f, 1.0f) * 100));
    out.append(name).append(percent == 100 ? "1." : "0.");
    out.push_back(static_cast<char>('0' + percent / 10 % 10));
    out.push_back(static_cast<char>('0' + percent % 10));
}

void rewrite_sentence(const Document& document, std::size_t sentence, std::span<const std::int32_t> heads,
                      std::span<const std::int32_t> deprel_codes, std::span<const std::string_view> deprels,
                      std::span<const float> confidences, std::string& out) {
    const std::string_view text = document.text();
    const std::string_view span = document.sentence_span(sentence);
    const auto last = static_cast<std::size_t>(document.first_words()[sentence + 1]);
    auto copied = static_cast<std::size_t>(span.data() - text.data());  // so far, bytes of the text are in the output
    const std::size_t end = copied + span.size();
    for (auto word = static_cast<std::size_t>(document.first_words()[sentence]); word < last; ++word) {
        const std::string_view old_deprel = document.field(word, Column::deprel);
        const std::string_view deprel = deprels[static_cast<std::size_t>(deprel_codes[word])];
        if (confidences.empty() && document.heads()[word] == heads[word] && old_deprel == deprel) continue;

        const std::string_view old_head = document.field(word, Column::head);
        const std::string head = heads[word] == Document::no_head ? "_" : std::to_string(heads[word]);
        const auto head_begin = static_cast<std::size_t>(old_head.data() - text.data());
        const auto deprel_end = static_cast<std::size_t>(old_deprel.data() - text.data()) + old_deprel.size();
        out.append(text, copied, head_begin - copied).append(head).append("\t").append(deprel);
        copied = deprel_end;
        if (document.format() != Format::conllu) continue;
        const std::string_view rest = text.substr(deprel_end + 1);
        const std::string_view deps = rest.substr(0, end_of(rest));
        const bool is_same = document.heads()[word] == heads[word] && old_deprel == deprel;
        if (!is_same && !lists_arc(deps, head, deprel)) {
            out.append("\t_");
            copied += 1 + deps.size();
        }
        if (confidences.empty()) continue;
        const std::string_view after_deps = rest.substr(deps.size() + 1);
        const std::string_view misc = after_deps.substr(0, end_of(after_deps));
        const auto misc_begin = static_cast<std::size_t>(misc.data() - text.data());
        out.append(text, copied, misc_begin - copied);
        append_misc(misc, confidences[word], out);
        copied = misc_begin + misc.size();
    }
    out.append(text, copied, end - copied);
}

}  // namespace

std::string rewrite_trees(const Document& document, std::span<const std::int32_t> heads,
                          std::span<const std::int32_t> deprel_codes, std::span<const std::string_view> deprels,
                          std::span<const float> confidences) {
    std::string out;
    out.reserve(document.text().size() + document.text().size() / 16);
    for (std::size_t sentence = 0; sentence < document.sentence_count(); ++sentence)
        rewrite_sentence(document, sentence, heads, deprel_codes, deprels, confidences, out);
    return out.append(document.tail());
}

}  // namespace crossarc
