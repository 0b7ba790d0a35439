#include "core/tagging/trainer.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/interruption.hpp"

namespace crossarc::tagging {
namespace {

TagFields fields_of(const Document& document, std::size_t word) {
    return {document.word_field(word, Column::upos), document.word_field(word, Column::xpos),
            document.word_field(word, Column::feats)};
}

bool is_tag(const TagFields& fields) { return fields.upos != "_" || fields.xpos != "_" || fields.feats != "_"; }

std::shared_ptr<const Analyzer> analyzer_of(const Document& treebank, const Document* lexicon) {
    TagSet tags;
    Dictionary dictionary;
    for (std::size_t word = 0; word < treebank.word_count(); ++word) {
        poll(500);
        const TagFields fields = fields_of(treebank, word);
        if (is_tag(fields)) dictionary.add(treebank.word_field(word, Column::form), tags.add(fields, 1), 1);
    }
    if (tags.size() == 0) throw std::invalid_argument("there are no tags to learn");
    OpenEntries open(tags);
    for (std::size_t word = 0; lexicon != nullptr && word < lexicon->word_count(); ++word) {
        poll(500);
        const TagFields fields = fields_of(*lexicon, word);
        const std::string_view form = lexicon->word_field(word, Column::form);
        if (is_tag(fields) && !open.add(form, fields)) dictionary.add_from_lexicon(form, tags.add(fields, 0));
    }
    tags.finish();
    dictionary.finish();
    return std::make_shared<const Analyzer>(std::move(tags), std::move(dictionary), open);
}

}  // namespace

Trainer::Trainer(Document& treebank, const Document* lexicon, const TrainingOptions& options)
    : options_(options),
      analyzer_(analyzer_of(treebank, lexicon)),
      weights_({1, 1, static_cast<int>(analyzer_->tags().part_count())}, options.least_updates),
      scores_(analyzer_->tags().part_count()) {
    collect(treebank);
}

void Trainer::collect(Document& treebank) {
    using Known = Analyzer::Known;
    std::map<std::pair<std::int32_t, std::int64_t>, std::uint32_t> numbers;
    const CodedColumn& forms = treebank.coded(Column::form);
    Analyzer::Scratch scratch;
    Analysis analysis;
    for (std::size_t token = 0; token < treebank.word_count(); ++token) {
        poll(2000);
        const std::int64_t tag = analyzer_->tags().find(fields_of(treebank, token));
        const auto [place, is_new] =
            numbers.try_emplace({forms.codes[token], tag}, static_cast<std::uint32_t>(words_.size()));
        tokens_.push_back(place->second);
        if (!is_new) continue;
        const std::string_view form = forms.table[forms.codes[token]];
        Word word{{}, {}, static_cast<Tag>(std::max<std::int64_t>(tag, 0)), tag != TagSet::none, 0};
        for (const ListedTag& entry : analyzer_->dictionary().find(form)) word.count += entry.count;
        if (word.is_tagged) {
            analyzer_->analyse(form, word.gold, Known::but_for_once, scratch, analysis);
            word.known = view_of(analysis);
            analyzer_->analyse(form, word.gold, Known::not_at_all, scratch, analysis);
            word.hidden = view_of(analysis);
        } else {
            analyzer_->analyse(form, scratch, analysis);
            word.known = word.hidden = view_of(analysis);
        }
        words_.push_back(word);
    }
    first_tokens_.assign(treebank.first_words().begin(), treebank.first_words().end());
    order_.resize(treebank.sentence_count());
    for (std::size_t s = 0; s < order_.size(); ++s) order_[s] = static_cast<std::uint32_t>(s);
}

Trainer::Word::View Trainer::view_of(const Analysis& analysis) {
    Word::View view{analysis.sight, static_cast<std::uint32_t>(form_keys_.size()), 0,
                    static_cast<std::uint32_t>(candidates_.size()),
                    static_cast<std::uint32_t>(analysis.candidates.size())};
    add_form_features(analysis.lower, analysis.sight, form_keys_);
    view.key_count = static_cast<std::uint32_t>(form_keys_.size()) - view.first_key;
    candidates_.insert(candidates_.end(), analysis.candidates.begin(), analysis.candidates.end());
    return view;
}

void Trainer::learn() {
    random_ = RandomStream(options_.seed, epoch_++);
    for (std::size_t left = order_.size(); left > 1; --left)
        std::swap(order_[left - 1], order_[random_.below(static_cast<std::uint32_t>(left))]);
    for (const std::uint32_t sentence : order_) {
        const auto first = static_cast<std::size_t>(first_tokens_[sentence]);
        const auto end = static_cast<std::size_t>(first_tokens_[sentence + 1]);
        learn_sentence(std::span(tokens_).subspan(first, end - first));
    }
}

void Trainer::learn_sentence(std::span<const std::uint32_t> words) {
    sights_.assign(words.size() + 2 * reach, &no_form());
    for (std::size_t k = 0; k < words.size(); ++k) sights_[k + reach] = &words_[words[k]].known.sight;
    const TagSight *last = &no_tag(), *second_last = &no_tag();
    ContextKeys context;
    for (std::size_t k = 0; k < words.size(); ++k) {
        poll(5000);
        ++step_;
        const Word& word = words_[words[k]];
        // In thousandths, so that it is the same on every machine.
        const auto chance =
            static_cast<std::uint32_t>(1000.0f * options_.hidden / (options_.hidden + static_cast<float>(word.count)));
        const Word::View& view = random_.below(1000) < chance ? word.hidden : word.known;
        Tag chosen = candidates_[view.first_candidate].tag;
        if (view.candidate_count > 1 && word.is_tagged) {
            const std::size_t count = context_features(&sights_[k + reach], *last, *second_last, context);
            chosen = learn_word(word, view, std::span(context).first(count));
        }
        second_last = last;
        last = &analyzer_->tags().sight(chosen);
    }
}

// Returns the best candidate. Learns unless the right one is better than all others by the margin.
Tag Trainer::learn_word(const Word& word, const Word::View& view, std::span<const FeatureKey> context) {
    const TagSet& tags = analyzer_->tags();
    const auto own_keys = std::span(form_keys_).subspan(view.first_key, view.key_count);
    keys_.assign(own_keys.begin(), own_keys.end());
    keys_.insert(keys_.end(), context.begin(), context.end());
    rows_.resize(keys_.size());
    weights_.find(keys_, rows_.data());
    weights_.score_labels(rows_, 0, scores_.data());

    const Candidate *right = nullptr, *rival = nullptr;
    float right_score = 0.0f, rival_score = 0.0f;
    for (const Candidate& candidate : std::span(candidates_).subspan(view.first_candidate, view.candidate_count)) {
        float score = scores_[candidate.evidence];
        for (const Part part : tags.parts(candidate.tag)) score += scores_[part];
        if (candidate.tag == word.gold) {
            right = &candidate;
            right_score = score;
        } else if (rival == nullptr || score > rival_score) {
            rival = &candidate;
            rival_score = score;
        }
    }
    const Tag best = right_score >= rival_score ? right->tag : rival->tag;
    if (right_score > rival_score + options_.margin) return best;

    changes_.clear();
    const auto added = tags.parts(right->tag), taken = tags.parts(rival->tag);  // in order
    for (const Part part : added)
        if (!std::binary_search(taken.begin(), taken.end(), part)) changes_.push_back({part, 1.0f});
    for (const Part part : taken)
        if (!std::binary_search(added.begin(), added.end(), part)) changes_.push_back({part, -1.0f});
    weights_.update_labels(keys_, rows_, 0, changes_, step_);
    if (right->evidence != rival->evidence) {
        changes_.assign({{right->evidence, 1.0f}, {rival->evidence, -1.0f}});
        weights_.update_labels(std::span(keys_).first(evidence_features), std::span(rows_).first(evidence_features), 0,
                               changes_, step_);
    }
    return best;
}

Model Trainer::model() const {
    return Model(analyzer_, FrozenWeights(weights_.averages(step_ + 1, options_.least_weight / 2)));
}

}  // namespace crossarc::tagging
