#include "core/tokenizer/lessons.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "core/interruption.hpp"
#include "core/tokenizer/join_features.hpp"
#include "core/tokenizer/segmenter.hpp"
#include "core/tokenizer/split_features.hpp"

namespace crossarc::tokenizer {
namespace {

constexpr std::int64_t work_of_lesson = 500;

}  // namespace

GoldPassage::GoldPassage(const GoldParagraph& paragraph) {
    passage.read(paragraph.text);
    ends.resize(passage.size() + 1);
    std::uint32_t at = 0;
    const auto character_at = [&](std::uint32_t byte) {
        while (passage.byte(at) < byte) ++at;
        return at;
    };
    for (const GoldParagraph::Token& token : paragraph.tokens) {
        const std::uint32_t begin = character_at(token.begin), end = character_at(token.end);
        tokens.push_back({begin, end});
        ends[begin] = end;
        if (token.ends_sentence) sentences.push_back(static_cast<std::uint32_t>(tokens.size() - 1));
        for (std::uint32_t piece = begin; piece < end;) {
            std::uint32_t last = piece;
            while (last < end && !passage.space(last)) ++last;
            if (last > piece) pieces.push_back({piece, last});
            piece = last + 1;
        }
    }
}

Curriculum::Curriculum(const std::vector<GoldParagraph>& paragraphs, Model& model) : model_(model) {
    std::vector<GoldPassage> gold;
    for (const GoldParagraph& paragraph : paragraphs) {
        gold.emplace_back(paragraph);
        count_words(paragraph, gold.back());
    }
    count_breaks(gold);
    count_places(gold);
    choose_expansions(paragraphs);
    for (std::size_t k = 0; k < gold.size(); ++k) {
        add_splits(gold[k]);
        if (model_.joins) add_joins(gold[k]);
        add_breaks(gold[k]);
        if (!model_.expansions.empty()) add_expansions(paragraphs[k], gold[k]);
    }
}

void Curriculum::count_words(const GoldParagraph& paragraph, const GoldPassage& gold) {
    const Passage& passage = gold.passage;
    for (std::size_t k = 0; k < gold.tokens.size(); ++k) {
        const Span token = gold.tokens[k];
        const std::uint64_t word = passage.word(token);
        model_.lexicon.add(Entry::token, word);
        if (passage.of(token.begin) == CharacterClass::lower) model_.lexicon.add(Entry::lower_token, word);
        model_.lexicon.add(paragraph.tokens[k].words.empty() ? Entry::plain : Entry::expansion, word);
        for (std::uint32_t at = token.begin + 1; at < token.end; ++at) {
            if (!passage.space(at) || passage.space(at - 1)) continue;
            model_.joins = true;
            model_.lexicon.add(Entry::opening, passage.word({token.begin, at}));
        }
        model_.splits_graphemes =
            model_.splits_graphemes || (token.end < passage.size() && passage.within_grapheme(token.end));
        const std::uint32_t next = k + 1 < gold.tokens.size() ? gold.tokens[k + 1].begin : token.end;
        for (std::uint32_t at = token.end; at < next; ++at)
            model_.line_ends = model_.line_ends || passage.of(at) == CharacterClass::line_end;
        poll(work_of_lesson);
    }
}

void Curriculum::count_breaks(const std::vector<GoldPassage>& all) {
    std::size_t sentences = 0, without_mark = 0;
    for (const GoldPassage& gold : all)
        for (const std::uint32_t last : gold.sentences) {
            ++sentences;
            without_mark += break_type(gold.passage, gold.tokens[last]) == 0;
        }
    model_.word_breaks = without_mark * 2 > sentences;
}

void Curriculum::count_places(const std::vector<GoldPassage>& all) {
    // From so many places on, a share of splits below this is not worth asking for elsewhere than where it was seen.
    constexpr int enough_for_never = 100, enough_for_list = 1000;
    constexpr double least_share = 0.005;
    std::array<std::array<std::array<int, 2>, character_classes>, character_classes> counts{};
    const auto each_place = [&](const auto& visit) {
        for (const GoldPassage& gold : all) {
            const Passage& passage = gold.passage;
            for (const Span piece : gold.pieces) {
                for (std::uint32_t at = piece.begin + 1; at < piece.end; ++at) visit(passage, at, false);
                if (piece.end < passage.size() && !passage.space(piece.end)) visit(passage, piece.end, true);
            }
        }
    };
    each_place([&](const Passage& passage, std::uint32_t at, bool splits) {
        ++counts[static_cast<std::size_t>(passage.of(std::int64_t{at} - 1))][static_cast<std::size_t>(passage.of(at))]
                [splits];
    });
    for (std::size_t left = 0; left < character_classes; ++left)
        for (std::size_t right = 0; right < character_classes; ++right) {
            const auto [inside, splits] = counts[left][right];
            // Nothing is known of characters that were never seen side by side, but that marks and signs stand apart.
            const bool in_word = static_cast<CharacterClass>(left) <= CharacterClass::number &&
                                 static_cast<CharacterClass>(right) <= CharacterClass::number;
            auto kind = inside + splits == 0 && in_word ? SplitPlaces::Kind::never : SplitPlaces::Kind::ask;
            if (splits == 0 && inside >= enough_for_never) kind = SplitPlaces::Kind::never;
            if (splits > 0 && inside >= enough_for_list && splits < least_share * inside)
                kind = SplitPlaces::Kind::listed;
            model_.split_places.set(static_cast<CharacterClass>(left), static_cast<CharacterClass>(right), kind);
        }
    each_place([&](const Passage& passage, std::uint32_t at, bool splits) {
        if (splits &&
            model_.split_places.kind(passage.of(std::int64_t{at} - 1), passage.of(at)) == SplitPlaces::Kind::listed)
            model_.lexicon.add(Entry::split, SplitPlaces::around(passage, at));
    });
}

void Curriculum::choose_expansions(const std::vector<GoldParagraph>& paragraphs) {
    using Key = std::tuple<Expansion::Kind, std::string, std::vector<std::string>>;
    std::map<Key, std::set<std::string>> forms;  // that each could be told from
    for (const GoldParagraph& paragraph : paragraphs)
        for (const GoldParagraph::Token& token : paragraph.tokens) {
            if (token.words.size() < 2 || token.words.size() > UINT8_MAX) continue;
            const std::string form(paragraph.text, token.begin, token.end - token.begin);
            for (Expansion& found : expansions_of(form, token.words))
                forms[{found.kind, std::move(found.affix), std::move(found.words)}].insert(form);
        }
    std::vector<Expansion> chosen;
    for (const auto& [key, seen] : forms) {
        const auto& [kind, affix, words] = key;
        const bool complete = std::none_of(words.begin(), words.end(), [](const auto& word) { return word == "_"; });
        if (complete && (kind == Expansion::Kind::whole || seen.size() > 1))
            chosen.push_back({kind, affix, words, 0, 0});
    }
    model_.expansions = Expansions(std::move(chosen));
}

void Curriculum::add_splits(const GoldPassage& gold) {
    const Passage& passage = gold.passage;
    const KnownWords known(model_.lexicon, passage, gold.ends);
    Chunk chunk;
    for (const Span piece : gold.pieces) {
        if (piece.begin >= chunk.span.end) chunk = chunk_at(passage, piece.begin);
        for (std::uint32_t at = piece.begin + 1; at <= piece.end && at < chunk.span.end; ++at) {
            if (passage.within_grapheme(at) && !model_.splits_graphemes) continue;
            if (!model_.split_places.worth_asking(passage, at, model_.lexicon)) continue;
            split_features(passage, chunk, {piece.begin, at}, known, features_);
            split.add(features_, at == piece.end);
            poll(work_of_lesson);
        }
    }
}

void Curriculum::add_joins(const GoldPassage& gold) {
    const KnownWords known(model_.lexicon, gold.passage, gold.ends);
    std::size_t token = 0, begin = 0;  // the token, and its first piece, that the piece on the left belongs to
    for (std::size_t right = 1; right < gold.pieces.size(); ++right) {
        const bool joins = gold.pieces[right].end <= gold.tokens[token].end;
        if (may_join(gold.passage, gold.pieces[right - 1], gold.pieces[right])) {
            join_features(gold.passage, gold.pieces, begin, right, known, features_);
            join.add(features_, joins);
            poll(work_of_lesson);
        }
        if (!joins) {
            ++token;
            begin = right;
        }
    }
}

void Curriculum::add_breaks(const GoldPassage& gold) {
    const KnownWords known(model_.lexicon, gold.passage, gold.ends);
    std::uint32_t first = 0;
    for (const std::uint32_t last : gold.sentences) {
        if (sentences_ % block == 0 || first == 0) {  // paragraphs are not put together
            blocks.emplace_back();
            block_groups.push_back(sentences_ / block % groups);
        }
        ++sentences_;
        const auto start = features_of_start(gold.passage, gold.tokens, first);
        for (std::uint32_t token = first; token <= last; ++token) {
            const std::size_t type = break_type(gold.passage, gold.tokens[token]);
            const bool at_end = token + 1 == gold.tokens.size();
            blocks.back().push_back({at_end ? no_lesson : static_cast<std::uint32_t>(sentence.size()),
                                     static_cast<std::uint8_t>(type), token == last, {}});
            if (model_.word_breaks) blocks.back().back().start = features_of_start(gold.passage, gold.tokens, token);
            if (at_end) continue;
            if (model_.word_breaks) {
                word_break_features(gold.passage, gold.tokens, token, features_);
            } else {
                break_features(gold.passage, gold.tokens, token, model_.line_ends, known, features_);
            }
            break_length_features(break_length(token + 1 - first), type, features_);
            if (model_.word_breaks) features_.add_all(start);
            sentence.add(features_, token == last, block_groups.back());
            poll(work_of_lesson);
        }
        first = last + 1;
    }
}

void Curriculum::add_expansions(const GoldParagraph& paragraph, const GoldPassage& gold) {
    const KnownWords known(model_.lexicon, gold.passage, gold.ends);
    std::vector<std::uint32_t> candidates;
    std::vector<std::string> words;
    const auto same = [](const std::vector<std::string>& found, const std::vector<std::string_view>& right) {
        return std::equal(found.begin(), found.end(), right.begin(), right.end(),
                          [](const std::string& a, std::string_view b) { return word_number(a) == word_number(b); });
    };
    for (std::size_t k = 0; k < gold.tokens.size(); ++k) {
        const std::vector<std::string_view>& right = paragraph.tokens[k].words;
        model_.expansions.find(gold.passage, gold.tokens[k], candidates);
        for (const std::uint32_t number : candidates) {
            const Expansion& expansion = model_.expansions[number];
            // What was seen here alone would not be known, had it not been seen here.
            const bool only_here = expansion.kind == Expansion::Kind::whole && !right.empty() &&
                                   model_.lexicon.count(Entry::expansion, gold.passage.word(gold.tokens[k])) == 1;
            if (only_here) continue;
            Expansions::apply(expansion, gold.passage.text(gold.tokens[k]), words);
            expansion_features(gold.passage, gold.tokens, k, expansion, known, !right.empty(), features_);
            expand.add(features_, same(words, right));
            poll(work_of_lesson);
        }
    }
}

}  // namespace crossarc::tokenizer
