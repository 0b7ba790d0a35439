#include "core/conllu/reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/conllu/fields.hpp"
#include "core/conllu/lines.hpp"
#include "core/conllu/tree_problem.hpp"
#include "core/interruption.hpp"
#include "core/text/utf8.hpp"

namespace crossarc {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string quoted(std::string_view string) {
    constexpr std::size_t longest = 40;
    std::string_view shown = string.substr(0, longest);
    shown = shown.substr(0, valid_utf8_prefix(shown));
    return "'" + std::string(shown) + (shown.size() < string.size() ? "…'" : "'");
}

class DocumentBuilder {
  public:
    DocumentBuilder(Text text, const ReadOptions& options) : options_(options), line_(options.first_line) {
        index_.format = options.format ? *options.format : detect_format(text.bytes);
        index_.ignores_heads = options.ignore_heads;
        index_.text = std::move(text);
        text_ = index_.text.bytes;
        all_valid_utf8_ = valid_utf8_prefix(text_) == text_.size();
        const auto lines = static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n')) + 1;
        index_.heads.reserve(lines);
        index_.word_begins.reserve(lines);
    }

    Document build() {
        if (options_.first_line == 1 && text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
        content_ = at_;
        while (at_ < text_.size()) {
            const Line line = first_line(text_.substr(at_));
            try {
                read_line(line.content);
            } catch (const FormatError& error) {
                if (!options_.lenient) throw;
                index_.problems.push_back({error.line, error.what()});
                skip_broken_sentence();
                continue;
            }
            at_ += line.size;
            ++line_;
            if (is_blank(line.content)) content_ = begin_of_next();
        }
        if (in_words_) end_sentence_or_drop();
        index_.tail_begin = begin_;
        index_.line_count = line_ - options_.first_line;
        return Document(std::move(index_));
    }

  private:
    [[noreturn]] void fail(std::uint64_t line, std::string message) const {
        throw FormatError({line, std::move(message)});
    }

    void read_line(std::string_view line) {
        if (line.size() > options_.longest_line)
            fail(line_, "the line is longer than " + std::to_string(options_.longest_line) + " bytes");
        if (!all_valid_utf8_) check_utf8(line);
        if (is_blank(line)) {
            if (in_words_) end_sentence();
            return;
        }
        if (is_comment(line)) {
            if (content_line_ == 0) content_line_ = line_;
            return;
        }
        if (content_line_ == 0) content_line_ = line_;
        read_token(line);
    }

    void check_utf8(std::string_view line) const {
        const std::size_t valid = valid_utf8_prefix(line);
        if (valid < line.size()) fail(line_, "invalid UTF-8 at byte " + std::to_string(valid + 1) + " of the line");
    }

    void read_token(std::string_view line) {
        const TokenFields fields = split_token(line);
        if (fields.count != column_count) fail_on_columns(line, fields.count);
        in_words_ = true;
        const TokenId id = parse_token_id(fields.id);
        switch (id.kind) {
            case TokenId::Kind::word:
                read_word(line, id, fields);
                return;
            case TokenId::Kind::range:
            case TokenId::Kind::empty_node:
                if (index_.format == Format::conllx)
                    fail(line_, "ID " + quoted(fields.id) + " is not a number, as CoNLL-X asks for");
                if (id.kind == TokenId::Kind::range)
                    read_range(id, fields.id);
                else if (id.first != words_)
                    fail(line_,
                         "empty node " + quoted(fields.id) + " does not follow word " + std::to_string(id.first));
                return;
            case TokenId::Kind::invalid:
                fail(line_, "ID " + quoted(fields.id) + " is no number (3), range (3-4) or empty node (3.1)");
        }
    }

    void read_word(std::string_view line, const TokenId& id, const TokenFields& fields) {
        if (id.first != words_ + 1)
            fail(line_, "ID " + std::to_string(id.first) + " where " + std::to_string(words_ + 1) + " was expected");
        const auto head = options_.ignore_heads ? Document::no_head : parse_head(fields.head);
        if (!head) fail(line_, "HEAD " + quoted(fields.head) + " is not the number of a word, 0 or _");
        ++words_;
        index_.heads.push_back(*head);
        index_.word_begins.push_back(static_cast<std::uint64_t>(line.data() - text_.data()));
    }

    void read_range(const TokenId& id, std::string_view text) {
        if (id.first != words_ + 1 || id.last <= id.first || id.first <= range_end_)
            fail(line_, "multiword token " + quoted(text) + " does not precede its words");
        range_end_ = id.last;
        range_line_ = line_;
    }

    [[noreturn]] void fail_on_columns(std::string_view line, int count) const {
        const std::string start = "expected 10 columns separated by tabs, found " + std::to_string(count);
        const bool first_of_file = index_.heads.empty() && index_.problems.empty() && !in_words_;
        if (first_of_file && count == 1 && !(line.front() >= '0' && line.front() <= '9'))
            fail(line_, "not a treebank: " + start + " in " + quoted(line));
        const bool spaces = count == 1 && line.find(' ') != std::string_view::npos;
        fail(line_, spaces ? start + " (spaces do not separate columns)" : start);
    }

    // A sentence is whole: check what can only be checked now.
    void end_sentence() {
        if (words_ == 0) fail(content_line_, "a sentence without words");
        if (range_end_ > words_)
            fail(range_line_, "a multiword token reaches to word " + std::to_string(range_end_) +
                                  ", but the sentence has " + std::to_string(words_));
        if (!options_.ignore_heads) check_tree();
        const std::size_t end = at_ < text_.size() ? at_ + first_line(text_.substr(at_)).size : at_;
        index_.begins.push_back(begin_);
        index_.contents.push_back(content_);
        index_.ends.push_back(end);
        index_.lines.push_back(content_line_);
        index_.first_words.push_back(static_cast<std::int64_t>(index_.heads.size()));
        poll(std::int64_t{100} * words_);
        start_sentence(end);
    }

    void check_tree() {
        const auto first = static_cast<std::size_t>(index_.first_words.back());
        if (const auto problem = tree_problem(std::span(index_.heads).subspan(first), trail_))
            fail(line_of(problem->word), problem->message);
    }

    std::uint64_t line_of(std::int32_t word) const {
        const auto index = static_cast<std::size_t>(index_.first_words.back() + word - 1);
        const auto before = text_.substr(content_, index_.word_begins[index] - content_);
        return content_line_ + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    }

    void start_sentence(std::size_t begin) {
        begin_ = begin;
        content_line_ = 0;
        in_words_ = false;
        words_ = range_end_ = 0;
    }

    void end_sentence_or_drop() {
        try {
            end_sentence();
        } catch (const FormatError& error) {
            if (!options_.lenient) throw;
            index_.problems.push_back({error.line, error.what()});
            skip_broken_sentence();
        }
    }

    // Goes on behind the next blank line and forgets what was read of the sentence.
    void skip_broken_sentence() {
        const auto kept = static_cast<std::size_t>(index_.first_words.back());
        index_.heads.resize(kept);
        index_.word_begins.resize(kept);
        bool blank = false;
        while (at_ < text_.size() && !blank) {
            const Line line = first_line(text_.substr(at_));
            blank = is_blank(line.content);
            at_ += line.size;
            ++line_;
        }
        start_sentence(at_);
        content_ = at_;
    }

    // Behind a blank line nothing of the next sentence has been read: comments before it were of no sentence.
    std::size_t begin_of_next() {
        content_line_ = 0;
        return at_;
    }

    ReadOptions options_;
    IndexedText index_;
    std::string_view text_;
    bool all_valid_utf8_ = false;
    std::size_t at_ = 0;
    std::uint64_t line_;

    // The sentence that is being read.
    std::size_t begin_ = 0;           // behind the sentence before
    std::size_t content_ = 0;         // behind the last blank line
    std::uint64_t content_line_ = 0;  // the line of its first comment or word, 0: none yet
    bool in_words_ = false;
    std::int32_t words_ = 0;
    std::int32_t range_end_ = 0;  // the last word of the last multiword token
    std::uint64_t range_line_ = 0;
    std::vector<std::int32_t> trail_;
};

}  // namespace

Document read_document(Text text, const ReadOptions& options) {
    return DocumentBuilder(std::move(text), options).build();
}

std::size_t complete_sentences(std::string_view text) {
    std::size_t end = text.size();
    while (true) {
        const std::size_t newline = text.substr(0, end).rfind('\n');
        if (newline == std::string_view::npos) return 0;
        const std::size_t before = newline == 0 ? std::string_view::npos : text.rfind('\n', newline - 1);
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        if (is_blank(first_line(text.substr(begin, newline + 1 - begin)).content)) return newline + 1;
        end = newline;
    }
}

Format detect_format(std::string_view text) {
    constexpr int most_words = 200;
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    bool universal = true;
    for (int words = 0; !text.empty() && words < most_words;) {
        const Line line = first_line(text);
        text.remove_prefix(line.size);
        if (is_blank(line.content)) continue;
        if (is_comment(line.content)) return Format::conllu;
        const TokenFields fields = split_token(line.content);
        if (fields.count != column_count) continue;  // an error, which is the reader's to tell
        if (parse_token_id(fields.id).kind != TokenId::Kind::word) return Format::conllu;
        universal = universal && is_universal_tag(fields.upos);
        ++words;
    }
    return universal ? Format::conllu : Format::conllx;
}

}  // namespace crossarc
