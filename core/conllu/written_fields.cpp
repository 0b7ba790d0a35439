#include "core/conllu/written_fields.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/conllu/fields.hpp"

namespace crossarc {
namespace {

// The column, not the last one, that begins behind a field.
std::string_view field_behind(std::string_view text, std::string_view field) {
    const auto begin = static_cast<std::size_t>(field.data() - text.data()) + field.size() + 1;
    return text.substr(begin, text.find('\t', begin) - begin);
}

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

// The entries of MISC without a confidence, joined again.
std::string other_entries(std::string_view misc) {
    std::string kept;
    while (!misc.empty()) {
        const std::string_view entry = misc.substr(0, misc.find('|'));
        if (!entry.starts_with(confidence_name)) kept.append(kept.empty() ? "" : "|").append(entry);
        misc.remove_prefix(entry.size() == misc.size() ? entry.size() : entry.size() + 1);
    }
    return kept;
}

bool has_confidence(std::string_view misc) {
    return misc.starts_with(confidence_name) || misc.find("|Confidence=") != std::string_view::npos;
}

void append_confidence(float confidence, std::string& out) {
    const auto percent = static_cast<int>(std::lround(std::clamp(confidence, 0.0f, 1.0f) * 100));
    out.append(confidence_name).append(percent == 100 ? "1." : "0.");
    out.push_back(static_cast<char>('0' + percent / 10 % 10));
    out.push_back(static_cast<char>('0' + percent % 10));
}

bool has_confidences(const Document& document) {
    const auto trees = document.new_trees();
    return std::any_of(trees.begin(), trees.end(), [](const auto& own) { return !own->confidences.empty(); });
}

}  // namespace

WrittenFields::WrittenFields(const Document& document, bool old_confidences)
    : document_(document),
      is_conllu_(document.format() == Format::conllu),
      looks_at_misc_(is_conllu_ && (old_confidences || has_confidences(document))) {}

bool WrittenFields::can_be_new(Column column) {
    return column == Column::head || column == Column::deprel || column == Column::deps || column == Column::misc;
}

std::string_view WrittenFields::field(std::size_t word, Column column) {
    if (!document_.has_new_trees() || !can_be_new(column)) return document_.word_field(word, column);
    if (column == Column::deprel) return document_.new_trees().back()->deprels.at(word);
    column == Column::misc ? look_at_misc(word) : look_at_arc(word);
    const Field& own = column == Column::head ? head : column == Column::deps ? deps : misc;
    return own.is_new ? own.now : document_.text_field(word, column);
}

void WrittenFields::look_at(std::size_t word) {
    look_at_arc(word);
    look_at_misc(word);
}

void WrittenFields::look_at_arc(std::size_t word) {
    // The index may not know the old head, so it is taken from the text.
    const std::string_view old_head = document_.text_field(word, Column::head);
    const std::string_view old_deprel = field_behind(document_.text(), old_head);
    head = {old_head, old_head};
    deprel = {old_deprel, old_deprel};
    deps = {};
    for (const auto& trees : document_.new_trees())
        if (parse_head(head.now) != trees->heads[word] || deprel.now != trees->deprels.at(word))
            replace_arc(*trees, word);
}

void WrittenFields::look_at_misc(std::size_t word) {
    misc = {};
    if (!looks_at_misc_) return;
    misc.before = misc.now = document_.text_field(word, Column::misc);
    for (const auto& trees : document_.new_trees())
        if (!trees->confidences.empty() || has_confidence(misc.now)) replace_misc(*trees, word);
}

void WrittenFields::replace_arc(const TreeColumns& trees, std::size_t word) {
    head_memory_ = trees.heads[word] == Document::no_head ? "_" : std::to_string(trees.heads[word]);
    head.now = head_memory_;
    deprel.now = trees.deprels.at(word);
    head.is_new = deprel.is_new = true;
    if (!is_conllu_ || deps.is_new) return;  // what is "_" already lists nothing
    deps.before = deps.now = field_behind(document_.text(), deprel.before);
    if (lists_arc(deps.before, head.now, deprel.now)) return;
    deps.now = "_";
    deps.is_new = true;
}

void WrittenFields::replace_misc(const TreeColumns& trees, std::size_t word) {
    std::string entries = misc.now == "_" ? "" : other_entries(misc.now);
    if (!trees.confidences.empty() && !std::isnan(trees.confidences[word])) {  // words without a tree have none
        if (!entries.empty()) entries.push_back('|');
        append_confidence(trees.confidences[word], entries);
    } else if (entries.empty()) {
        entries.push_back('_');
    }
    misc_memory_ = std::move(entries);
    misc.now = misc_memory_;
    misc.is_new = true;
}

}  // namespace crossarc
