#include "core/tokenizer/text_stream.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/conllu/reader.hpp"
#include "core/interruption.hpp"
#include "core/text/unicode.hpp"
#include "core/text/utf8.hpp"

namespace crossarc::tokenizer {
namespace {

constexpr char32_t byte_order_mark = 0xFEFF;

std::uint64_t character_count(std::string_view text) {
    return static_cast<std::uint64_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

TextStream::TextStream(const Model* model, TextFormat format, bool offsets) : format_(format), writer_(offsets) {
    if (model != nullptr) {
        segmenter_.emplace(*model);
    } else if (format != TextFormat::tokens) {
        throw std::invalid_argument("a model is needed to find tokens");
    }
    layout_known_ = format != TextFormat::tokens;
}

void TextStream::feed(std::string_view bytes, std::string& output) {
    constexpr std::size_t portion = 1 << 20;  // so that a large piece needs no more memory than many small ones
    while (!bytes.empty()) {
        text_ += bytes.substr(0, portion);
        bytes.remove_prefix(std::min(bytes.size(), portion));
        check_utf8(false);
        if (knows_layout(false)) scan(output);
        drop_scanned();
    }
}

void TextStream::flush(std::string& output) {
    if (!run_ || run_->begin == unit_ || !separates(*run_)) return;
    const std::size_t end = scanned_;
    emit_unit(end, false, output);
    run_.reset();
    drop_scanned();
}

void TextStream::finish(std::string& output) {
    check_utf8(true);
    knows_layout(true);
    scan(output);
    if (!run_) run_ = Run{scanned_, 0, 0};
    if (run_->begin > unit_) emit_unit(scanned_, true, output);
    text_.clear();
    valid_ = scanned_ = unit_ = 0;
    run_.reset();
}

void TextStream::check_utf8(bool finished) {
    const std::string_view rest = std::string_view(text_).substr(valid_);
    const std::size_t valid = valid_utf8_prefix(rest);
    // A character may be cut off where the piece ends.
    if (valid < rest.size() && (finished || rest.size() - valid >= 4)) {
        const auto before = std::string_view(text_).substr(scanned_, valid_ + valid - scanned_);
        const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
        throw FormatError({line_ + lines, "it is not UTF-8"});
    }
    valid_ += valid;
}

bool TextStream::separates(const Run& run) const {
    const std::size_t line_ends = format_ == TextFormat::text || word_a_line_ ? 2 : 1;
    return run.line_ends >= line_ends || run.length >= separating_space;
}

// A word a line is told by the first sentence: no line of it has a space, and it ends with a blank line or the text.
bool TextStream::knows_layout(bool finished) {
    if (layout_known_) return true;
    bool in_word = false, spaced = false;
    std::size_t words = 0, line_ends = 0;
    for (std::size_t at = 0; at < valid_ && !layout_known_;) {
        const char32_t character = decode_character(text_, at);
        if (is_space(class_of(character))) {
            in_word = false;
            spaced = spaced || words > 0;
            line_ends += character == '\n';
            layout_known_ = word_a_line_ = words > 0 && line_ends > 1;
            continue;
        }
        if (!in_word && words > 0 && line_ends == 0) layout_known_ = true;  // two words on a line
        words += !in_word;
        in_word = true;
        line_ends = 0;
    }
    if (!layout_known_ && (finished || valid_ > longest_sentence)) layout_known_ = word_a_line_ = true;
    return layout_known_;
}

void TextStream::scan(std::string& output) {
    while (scanned_ < valid_) {
        const std::size_t begin = scanned_;
        const char32_t character = decode_character(text_, scanned_);
        const bool mark = at_beginning_ && character == byte_order_mark;
        at_beginning_ = false;
        if (mark || is_space(class_of(character))) {
            if (!run_) run_ = Run{begin, 0, 0};
            ++run_->length;
            run_->line_ends += character == '\n';
            line_ += character == '\n';
            if (run_->length > longest_space)
                throw FormatError(
                    {line_, "more than " + std::to_string(longest_space) + " characters of white space in a row"});
            continue;
        }
        if (run_ && (run_->begin == unit_ || separates(*run_))) {
            scanned_ = begin;
            emit_unit(begin, false, output);
            decode_character(text_, scanned_);
        }
        run_.reset();
        if (scanned_ - unit_ >= longest_sentence) emit_window(output);
        poll(2);
    }
}

void TextStream::segment(const Passage& passage) {
    if (format_ != TextFormat::tokens) {
        segmenter_->segment(passage, format_ == TextFormat::text);
        return;
    }
    given_tokens_.clear();
    for (std::uint32_t at = 0; at < passage.size(); ++at) {
        if (passage.space(at)) continue;
        const Span token{at, at};
        given_tokens_.push_back(token);
        const auto goes_on = [&] {
            if (!passage.space(at)) return true;
            // A word that has a line may have spaces within.
            return word_a_line_ && at + 1 < passage.size() && !passage.space(at + 1) &&
                   passage.of(at) == CharacterClass::blank && !passage.tab(at);
        };
        while (at < passage.size() && goes_on()) ++at;
        given_tokens_.back().end = at;
    }
    given_ends_.assign(given_tokens_.empty() ? 0 : 1, static_cast<std::uint32_t>(given_tokens_.size()) - 1);
}

std::span<const Span> TextStream::tokens() const {
    return format_ == TextFormat::tokens ? given_tokens_ : segmenter_->tokens();
}

std::span<const std::uint32_t> TextStream::sentence_ends() const {
    return format_ == TextFormat::tokens ? given_ends_ : segmenter_->sentence_ends();
}

// All from the unit's beginning up to `end`, where another begins; its last part is the run of white space.
void TextStream::emit_unit(std::size_t end, bool ends_text, std::string& output) {
    const std::string_view all = text_;
    const std::size_t body = run_->begin;
    if (body > unit_) {
        passage_.read(all.substr(unit_, body - unit_));
        segment(passage_);
        const std::span<const Span> tokens = this->tokens();
        std::size_t first = 0;
        for (const std::uint32_t last : sentence_ends()) {
            const bool is_last = last + 1 == tokens.size();
            const auto space =
                is_last ? all.substr(body, end - body) : passage_.text({tokens[last].end, tokens[last + 1].begin});
            emit(first, last, space, is_last && ends_text, output);
            first = last + 1;
        }
        begins_paragraph_ = format_ == TextFormat::text;
    } else {
        space_before_ += all.substr(unit_, end - unit_);
    }
    offset_ += character_count(all.substr(unit_, end - unit_));
    unit_ = end;
}

// The first sentences of a unit that is too long, but those near its end, whose ends may be elsewhere.
void TextStream::emit_window(std::string& output) {
    std::string_view window = std::string_view(text_).substr(unit_, scanned_ - unit_);
    passage_.read(window);
    segment(passage_);
    const bool is_one_token = tokens().size() == 1;
    if (is_one_token) {  // it is cut, but not where a mark of its last character may follow
        std::uint32_t end = passage_.size() - 1;
        while (end > 0 && passage_.within_grapheme(end)) --end;
        if (end > 0) window = window.substr(0, passage_.byte(end));
        passage_.read(window);
        segment(passage_);
    }
    const std::span<const Span> tokens = this->tokens();
    const std::span<const std::uint32_t> ends = sentence_ends();
    const auto begin_of = [&](std::size_t token) {
        return token < tokens.size() ? passage_.byte(tokens[token].begin) : static_cast<std::uint32_t>(window.size());
    };
    std::size_t first = 0;
    const auto emit_up_to = [&](std::size_t last) {
        const std::uint32_t end = last + 1 < tokens.size() ? tokens[last + 1].begin : passage_.size();
        emit(first, last, passage_.text({tokens[last].end, end}), false, output);
        first = last + 1;
    };
    for (std::size_t k = 0; k + 1 < ends.size() && (k == 0 || begin_of(ends[k] + 1) <= longest_sentence / 4 * 3); ++k)
        emit_up_to(ends[k]);
    if (first == 0) emit_up_to(tokens.size() - (is_one_token ? 1 : 2));
    const std::size_t end = begin_of(first);
    offset_ += character_count(window.substr(0, end));
    unit_ += end;
}

void TextStream::emit(std::size_t first_token, std::size_t last_token, std::string_view space_after, bool ends_text,
                      std::string& output) {
    const bool given = format_ == TextFormat::tokens;
    const ConlluWriter::Sentence sentence{passage_,
                                          tokens().subspan(first_token, last_token + 1 - first_token),
                                          space_before_,
                                          space_after,
                                          begins_paragraph_ && format_ == TextFormat::text,
                                          ends_text,
                                          offset_};
    writer_.write(
        sentence,
        [&](std::size_t token) {
            return given ? std::span<const std::string>() : segmenter_->words(passage_, first_token + token);
        },
        output);
    space_before_.clear();
    begins_paragraph_ = false;
}

void TextStream::drop_scanned() {
    text_.erase(0, unit_);
    valid_ -= unit_;
    scanned_ -= unit_;
    if (run_) run_->begin -= unit_;
    unit_ = 0;
}

}  // namespace crossarc::tokenizer
