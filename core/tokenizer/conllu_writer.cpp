#include "core/tokenizer/conllu_writer.hpp"

#include <charconv>

#include "core/tokenizer/escapes.hpp"

namespace crossarc::tokenizer {
namespace {

constexpr std::string_view blanks = "\t_\t_\t_\t_\t_\t_\t_\t";  // LEMMA to DEPS

bool has_line_end(const Passage& passage, Span token) {
    for (std::uint32_t at = token.begin; at < token.end; ++at)
        if (passage.of(at) == CharacterClass::line_end) return true;
    return false;
}

// A token as a column can hold it: the ends of lines within are spaces.
void append_form(const Passage& passage, Span token, std::string& output) {
    if (!has_line_end(passage, token)) {
        output += passage.text(token);
        return;
    }
    for (std::uint32_t at = token.begin; at < token.end; ++at) {
        if (passage.of(at) == CharacterClass::line_end) {
            output += ' ';
        } else {
            output += passage.text({at, at + 1});
        }
    }
}

void append_number(std::uint64_t number, std::string& output) {
    char digits[20];
    output.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

// The white space between a token and the next.
std::string_view space_behind(const ConlluWriter::Sentence& sentence, std::size_t token) {
    if (token + 1 == sentence.tokens.size()) return sentence.space_after;
    return sentence.passage.text({sentence.tokens[token].end, sentence.tokens[token + 1].begin});
}

}  // namespace

void ConlluWriter::write(const Sentence& sentence, const Words& words, std::string& output) {
    if (sentence.begins_paragraph) output += "# newpar\n";
    output += "# sent_id = ";
    append_number(++sentences_, output);
    output += "\n# text = ";
    write_text(sentence, output);
    output += '\n';
    std::uint64_t number = 1;
    for (std::size_t token = 0; token < sentence.tokens.size(); ++token) {
        const std::span<const std::string> several = words(token);
        append_number(number, output);
        if (!several.empty()) {
            output += '-';
            append_number(number + several.size() - 1, output);
        }
        output += '\t';
        append_form(sentence.passage, sentence.tokens[token], output);
        output += blanks;
        write_misc(sentence, token, output);
        output += '\n';
        for (const std::string& word : several) {
            append_number(number++, output);
            output += '\t';
            output += word;
            output += blanks;
            output += "_\n";
        }
        if (several.empty()) ++number;
    }
    output += '\n';
}

void ConlluWriter::write_text(const Sentence& sentence, std::string& output) const {
    for (std::size_t token = 0; token < sentence.tokens.size(); ++token) {
        append_form(sentence.passage, sentence.tokens[token], output);
        if (token + 1 < sentence.tokens.size() && !space_behind(sentence, token).empty()) output += ' ';
    }
}

void ConlluWriter::write_misc(const Sentence& sentence, std::size_t token, std::string& output) const {
    const std::size_t before = output.size();
    const auto separate = [&] {
        if (output.size() > before) output += '|';
    };
    const std::string_view space = space_behind(sentence, token);
    const bool last = token + 1 == sentence.tokens.size();
    if (space.empty()) {
        output += "SpaceAfter=No";
    } else if (space != " " || (last && sentence.ends_text)) {
        output += "SpacesAfter=";
        append_escaped(space, output);
    }
    if (token == 0 && !sentence.space_before.empty()) {
        separate();
        output += "SpacesBefore=";
        append_escaped(sentence.space_before, output);
    }
    if (has_line_end(sentence.passage, sentence.tokens[token])) {
        separate();
        output += "SpacesInToken=";
        append_escaped(sentence.passage.text(sentence.tokens[token]), output);
    }
    if (offsets_) {
        separate();
        output += "TokenRange=";
        append_number(sentence.offset + sentence.tokens[token].begin, output);
        output += ':';
        append_number(sentence.offset + sentence.tokens[token].end, output);
    }
    if (output.size() == before) output += '_';
}

}  // namespace crossarc::tokenizer
