#include "core/tokenizer/segmenter.hpp"

#include "core/interruption.hpp"
#include "core/tokenizer/break_features.hpp"
#include "core/tokenizer/join_features.hpp"
#include "core/tokenizer/split_features.hpp"

namespace crossarc::tokenizer {
namespace {

constexpr std::int64_t work_of_decision = 200;

}  // namespace

bool may_join(const Passage& passage, Span left, Span right) {
    return right.begin == left.end + 1 && !passage.tab(left.end);
}

void Segmenter::segment(const Passage& passage, bool sentences) {
    split(passage);
    if (model_->joins) {
        join(passage);
    } else {
        tokens_.swap(pieces_);
    }
    ends_.clear();
    if (tokens_.empty()) return;
    if (sentences) {
        find_sentences(passage);
    } else {
        ends_.push_back(static_cast<std::uint32_t>(tokens_.size() - 1));
    }
}

void Segmenter::split(const Passage& passage) {
    const KnownWords known(model_->lexicon, passage);
    pieces_.clear();
    for (std::uint32_t at = 0; at < passage.size();) {
        if (passage.space(at)) {
            ++at;
            continue;
        }
        const Chunk chunk = chunk_at(passage, at);
        Span token{chunk.span.begin, chunk.span.begin};
        for (++at; at < chunk.span.end; ++at) {
            if (passage.within_grapheme(at) && !model_->splits_graphemes) continue;
            if (!model_->split_places.worth_asking(passage, at, model_->lexicon)) continue;
            token.end = at;
            split_features(passage, chunk, token, known, features_);
            if (model_->split.decides(features_)) {
                pieces_.push_back(token);
                token.begin = at;
            }
            poll(work_of_decision);
        }
        token.end = chunk.span.end;
        pieces_.push_back(token);
    }
}

void Segmenter::join(const Passage& passage) {
    const KnownWords known(model_->lexicon, passage);
    tokens_.clear();
    for (std::size_t begin = 0, right = 1; begin < pieces_.size(); ++right) {
        if (right < pieces_.size() && may_join(passage, pieces_[right - 1], pieces_[right])) {
            join_features(passage, pieces_, begin, right, known, features_);
            poll(work_of_decision);
            if (model_->join.decides(features_)) continue;
        }
        tokens_.push_back({pieces_[begin].begin, pieces_[right - 1].end});
        begin = right;
    }
}

void Segmenter::find_sentences(const Passage& passage) {
    const KnownWords known(model_->lexicon, passage);
    places_.clear();
    for (std::size_t token = 0; token < tokens_.size(); ++token) {
        float start = 0.0f;
        if (model_->word_breaks) {
            word_break_features(passage, tokens_, token, features_);
            start = model_->sentence.score(features_of_start(passage, tokens_, token));
        } else {
            break_features(passage, tokens_, token, model_->line_ends, known, features_);
        }
        const auto type = static_cast<std::uint8_t>(break_type(passage, tokens_[token]));
        places_.push_back({model_->sentence.score(features_.all()), type, start});
        poll(work_of_decision);
    }
    ends_ = search_.ends(places_, model_->breaks);
}

std::span<const std::string> Segmenter::words(const Passage& passage, std::size_t token) {
    words_.clear();
    model_->expansions.find(passage, tokens_[token], candidates_);
    if (candidates_.empty()) return words_;
    const KnownWords known(model_->lexicon, passage);
    const Expansion* best = nullptr;
    float best_score = 0.0f;
    for (const std::uint32_t number : candidates_) {
        const Expansion& expansion = model_->expansions[number];
        expansion_features(passage, tokens_, token, expansion, known, false, features_);
        const float score = model_->expand.score(features_.all());
        if (score > best_score) best_score = score, best = &expansion;
    }
    if (best != nullptr) Expansions::apply(*best, passage.text(tokens_[token]), words_);
    return words_;
}

}  // namespace crossarc::tokenizer
