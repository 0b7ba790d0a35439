#include "core/tokenizer/trainer.hpp"

#include <array>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "core/tokenizer/break_features.hpp"
#include "core/tokenizer/dual_learning.hpp"
#include "core/tokenizer/lessons.hpp"

namespace crossarc::tokenizer {
namespace {

// The features of the length, and of the sentence's start if they are asked for, are the last ones of a lesson about
// sentences.
constexpr std::size_t length_features = 2;

std::array<float, break_types * break_lengths> length_scores(const Classifier& classifier) {
    std::array<float, break_types * break_lengths> scores{};
    FeatureList features;
    for (std::size_t type = 0; type < break_types; ++type)
        for (std::size_t length = 0; length < break_lengths; ++length) {
            features.clear();
            break_length_features(length, type, features);
            scores[type * break_lengths + length] = classifier.score(features.all());
        }
    return scores;
}

// What classifiers that did not learn them say of the lessons about sentences: how sure they should be, and what a
// sentence should cost so that the F score of whole sentences is the best.
class BreakTuning {
  public:
    BreakTuning(const Curriculum& curriculum, const std::vector<Classifier>& classifiers, bool with_starts)
        : curriculum_(curriculum), classifiers_(classifiers), with_starts_(with_starts) {}

    void tune(BreakModel& model) const {
        fit_odds(model);
        double best = -1.0;
        for (int step = 0; step <= 10; ++step) {
            BreakModel tried = model;
            tried.cost = 0.05f * static_cast<float>(step);
            if (const double reached = f_score(tried); reached > best) {
                best = reached;
                model.cost = tried.cost;
            }
        }
    }

  private:
    // Newton's method for the slope and the offset of the odds.
    void fit_odds(BreakModel& model) const {
        std::vector<std::pair<double, bool>> examples;
        for (std::size_t k = 0; k < curriculum_.sentence.size(); ++k) {
            const Lessons& lessons = curriculum_.sentence;
            examples.emplace_back(score(lessons.group(k), lessons.numbers(k)), lessons.answer(k));
        }
        double slope = 1.0, offset = 0.0;
        for (int round = 0; round < 20; ++round) {
            double g0 = 0.0, g1 = 0.0, h00 = 1e-6, h01 = 0.0, h11 = 1e-6;
            for (const auto& [score, answer] : examples) {
                const double chance = 1.0 / (1.0 + std::exp(-(slope * score + offset)));
                const double error = (answer ? 1.0 : 0.0) - chance, spread = chance * (1.0 - chance);
                g0 += error;
                g1 += error * score;
                h00 += spread;
                h01 += spread * score;
                h11 += spread * score * score;
            }
            const double determinant = h00 * h11 - h01 * h01;
            if (!(determinant > 1e-9)) break;
            offset += (h11 * g0 - h01 * g1) / determinant;
            slope += (h00 * g1 - h01 * g0) / determinant;
            poll(static_cast<std::int64_t>(examples.size()) * 20);
        }
        if (!(slope > 0.05 && slope < 5.0 && std::abs(offset) < 10.0)) return;  // too little to learn it from
        model.slope = static_cast<float>(slope);
        model.offset = static_cast<float>(offset);
    }

    double score(std::uint32_t group, std::span<const std::uint32_t> numbers) const {
        double sum = 0.0;
        for (const std::uint32_t number : numbers)
            sum += static_cast<double>(classifiers_[group].weight_of(curriculum_.sentence.features()[number]));
        return sum;
    }

    double f_score(BreakModel model) const {
        const std::size_t own = length_features + (with_starts_ ? start_features : 0);  // that depend on the search
        std::size_t right = 0, found = 0, gold = 0;
        std::vector<BreakScore> places;
        SentenceSearch search;
        for (std::size_t b = 0; b < curriculum_.blocks.size(); ++b) {
            const std::vector<BreakLesson>& block = curriculum_.blocks[b];
            const Classifier& classifier = classifiers_[curriculum_.block_groups[b]];
            model.length_scores = length_scores(classifier);
            places.clear();
            std::set<std::pair<std::size_t, std::size_t>> sentences;
            std::size_t first = 0;
            for (std::size_t token = 0; token < block.size(); ++token) {
                double score = 0.0;
                float start = 0.0f;
                if (block[token].lesson != no_lesson) {
                    const auto numbers = curriculum_.sentence.numbers(block[token].lesson);
                    score = this->score(curriculum_.block_groups[b], numbers.first(numbers.size() - own));
                }
                if (with_starts_) start = classifier.score(block[token].start);
                places.push_back({static_cast<float>(score), block[token].type, start});
                if (block[token].ends_sentence) sentences.insert({std::exchange(first, token + 1), token});
            }
            gold += sentences.size();
            first = 0;
            for (const std::uint32_t last : search.ends(places, model)) {
                right += sentences.count({std::exchange(first, last + 1), last});
                ++found;
            }
        }
        return found + gold == 0 ? 0.0 : 2.0 * static_cast<double>(right) / static_cast<double>(found + gold);
    }

    const Curriculum& curriculum_;
    const std::vector<Classifier>& classifiers_;
    bool with_starts_;
};

// Classifiers that learnt most of the lessons each are better together than one that learnt all of them.
Classifier mean_of(const std::vector<Classifier>& classifiers, const Lessons& lessons) {
    std::vector<float> weights;
    weights.reserve(lessons.features().size());
    for (const Feature feature : lessons.features()) {
        float sum = 0.0f;
        for (const Classifier& classifier : classifiers) sum += classifier.weight_of(feature);
        weights.push_back(sum / static_cast<float>(classifiers.size()));
        poll(100);
    }
    return Classifier(lessons.features(), weights);
}

}  // namespace

Model train(const Document& treebank, const TrainingOptions& options) {
    if (!has_raw_text(treebank))
        throw std::invalid_argument(
            "the treebank does not tell where its text has spaces: no sentence has a # text or SpaceAfter=No");
    Model model;
    const Curriculum curriculum(gold_paragraphs(treebank), model);
    std::vector<Classifier> others(Curriculum::groups);
    struct Task {
        const Lessons* lessons;
        Classifier* result;
        float rate;  // chosen on development data: what is seldom asked is learnt faster
        std::uint32_t left_out = no_group;
    };
    std::vector<Task> tasks{{&curriculum.split, &model.split, 0.2f},
                            {&curriculum.join, &model.join, 0.1f},
                            {&curriculum.expand, &model.expand, 0.3f}};
    for (std::uint32_t group = 0; group < Curriculum::groups; ++group)
        tasks.push_back({&curriculum.sentence, &others[group], 0.1f, group});
    parallel_for(tasks.size(), options.threads, 1, [&] {
        return [&](std::size_t task) {
            if (tasks[task].left_out != no_group && model.word_breaks) {
                DualLearningOptions learning;
                learning.seed = options.seed;
                *tasks[task].result = learn_penalized(*tasks[task].lessons, learning, tasks[task].left_out);
                return;
            }
            LearningOptions learning;
            learning.rate = tasks[task].rate;
            learning.seed = options.seed;
            *tasks[task].result = learn(*tasks[task].lessons, learning, tasks[task].left_out);
        };
    });
    BreakTuning(curriculum, others, model.word_breaks).tune(model.breaks);
    model.sentence = mean_of(others, curriculum.sentence);
    model.breaks.length_scores = length_scores(model.sentence);
    return model;
}

}  // namespace crossarc::tokenizer
