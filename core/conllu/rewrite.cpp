#include "core/conllu/rewrite.hpp"

#include <algorithm>
#include <cmath>

#include "core/conllu/fields.hpp"
#include "core/interruption.hpp"

namespace crossarc {
namespace {

constexpr std::string_view confidence_name = "Confidence=";

// A column that is not the last.
std::string_view field_at(std::string_view text, std::size_t begin) {
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

class Rewriting {
  public:
    Rewriting(const Document& document, const NewTrees& trees)
        : document_(document), text_(document.text()), trees_(trees) {
        const bool has_misc = document.format() == Format::conllu;
        changes_misc_ = has_misc && (!trees.confidences.empty() || text_.find(confidence_name) != std::string_view::npos);
        out_.reserve(text_.size() + text_.size() / 16);
    }

    std::string result(Broken broken) {
        for (std::size_t sentence = 0; sentence < document_.sentence_count(); ++sentence) {
            const std::string_view span = document_.sentence_span(sentence);
            poll(static_cast<std::int64_t>(span.size()));
            const std::size_t begin = place_of(span);
            if (broken == Broken::kept) copy_up_to(begin);
            done_ = begin;
            const auto last = static_cast<std::size_t>(document_.first_words()[sentence + 1]);
            for (auto word = static_cast<std::size_t>(document_.first_words()[sentence]); word < last; ++word) {
                rewrite_arc(word);
                if (changes_misc_) rewrite_misc(word);
            }
            copy_up_to(begin + span.size());
        }
        if (broken == Broken::left_out) done_ = place_of(document_.tail());
        copy_up_to(text_.size());
        return std::move(out_);
    }

  private:
    std::size_t place_of(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

    void copy_up_to(std::size_t end) {
        out_.append(text_, done_, end - done_);
        done_ = end;
    }

    // The index may not know the old head, so it is taken from the text.
    void rewrite_arc(std::size_t word) {
        const std::string_view old_head = document_.field(word, Column::head);
        const std::size_t deprel_begin = place_of(old_head) + old_head.size() + 1;
        const std::string_view old_deprel = field_at(text_, deprel_begin);
        const std::string_view deprel = trees_.deprels[static_cast<std::size_t>(trees_.deprel_codes[word])];
        if (parse_head(old_head) == trees_.heads[word] && old_deprel == deprel) return;

        const std::string head = trees_.heads[word] == Document::no_head ? "_" : std::to_string(trees_.heads[word]);
        copy_up_to(place_of(old_head));
        out_.append(head).append("\t").append(deprel);
        done_ = deprel_begin + old_deprel.size();
        if (document_.format() != Format::conllu) return;
        const std::string_view deps = field_at(text_, done_ + 1);
        if (lists_arc(deps, head, deprel)) return;
        out_.append("\t_");
        done_ += 1 + deps.size();
    }

    void rewrite_misc(std::size_t word) {
        const std::string_view misc = document_.field(word, Column::misc);
        if (trees_.confidences.empty() && !has_confidence(misc)) return;
        copy_up_to(place_of(misc));
        done_ += misc.size();
        const std::string others = misc == "_" ? "" : other_entries(misc);
        out_.append(others);
        if (!trees_.confidences.empty()) {
            if (!others.empty()) out_.push_back('|');
            append_confidence(trees_.confidences[word], out_);
        } else if (others.empty()) {
            out_.push_back('_');
        }
    }

    const Document& document_;
    std::string_view text_;
    const NewTrees& trees_;
    bool changes_misc_;
    std::size_t done_ = 0;  // bytes of the text that are in the result, or are no part of it
    std::string out_;
};

}  // namespace

std::string rewrite_trees(const Document& document, const NewTrees& trees, Broken broken) {
    return Rewriting(document, trees).result(broken);
}

}  // namespace crossarc
