#include "core/conllu/rewrite.hpp"

#include <utility>

#include "core/conllu/written_fields.hpp"
#include "core/interruption.hpp"

namespace crossarc {
namespace {

class Rewriting {
  public:
    // `part` is what is going to be written of the text.
    Rewriting(const Document& document, std::string_view part)
        : document_(document),
          text_(document.text()),
          fields_(document, part.find(confidence_name) != std::string_view::npos) {
        out_.reserve(part.size() + part.size() / 16);
    }

    std::string whole(Broken broken) {
        for (std::size_t sentence = 0; sentence < document_.sentence_count(); ++sentence) {
            const std::string_view span = document_.sentence_span(sentence);
            poll(static_cast<std::int64_t>(span.size()));
            if (broken == Broken::left_out) skip_to(place_of(span));
            write_words(sentence);
            copy_up_to(place_of(span) + span.size());
        }
        if (broken == Broken::left_out) skip_to(place_of(document_.tail()));
        copy_up_to(text_.size());
        return std::move(out_);
    }

    std::string sentence(std::size_t number) {
        const std::string_view own = document_.sentence_text(number);
        skip_to(place_of(own));
        write_words(number);
        copy_up_to(place_of(own) + own.size());
        return std::move(out_);
    }

  private:
    std::size_t place_of(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

    void skip_to(std::size_t begin) { done_ = begin; }

    void copy_up_to(std::size_t end) {
        out_.append(text_, done_, end - done_);
        done_ = end;
    }

    void write_words(std::size_t sentence) {
        if (!document_.has_new_trees() && !document_.has_new_columns()) return;
        const auto last = static_cast<std::size_t>(document_.first_words()[sentence + 1]);
        for (auto word = static_cast<std::size_t>(document_.first_words()[sentence]); word < last; ++word) {
            write_columns(word);
            if (!document_.has_new_trees()) continue;
            fields_.look_at(word);
            for (const WrittenFields::Field* field : {&fields_.head, &fields_.deprel, &fields_.deps, &fields_.misc})
                if (field->is_new) write(*field);
        }
    }

    void write_columns(std::size_t word) {
        for (const Column column : {Column::lemma, Column::upos, Column::xpos, Column::feats})
            if (document_.has_new(column))
                write({document_.text_field(word, column), document_.word_field(word, column), true});
    }

    void write(const WrittenFields::Field& field) {
        copy_up_to(place_of(field.before));
        out_.append(field.now);
        skip_to(done_ + field.before.size());
    }

    const Document& document_;
    std::string_view text_;
    WrittenFields fields_;
    std::size_t done_ = 0;  // bytes of the text that are in the result, or are no part of it
    std::string out_;
};

}  // namespace

std::string written(const Document& document, Broken broken) {
    return Rewriting(document, document.text()).whole(broken);
}

std::string written_sentence(const Document& document, std::size_t sentence) {
    return Rewriting(document, document.sentence_text(sentence)).sentence(sentence);
}

}  // namespace crossarc
