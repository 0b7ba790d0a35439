#include "core/learning/trainer.hpp"

#include <algorithm>
#include <numeric>

#include "core/interruption.hpp"
#include "core/learning/lesson.hpp"
#include "core/linear/mean_weights.hpp"
#include "core/parallel.hpp"

namespace crossarc {
namespace {

LabelUses uses_in(std::span<const Example> examples, int labels) {
    std::vector<std::uint8_t> uses(static_cast<std::size_t>(labels));
    for (const Example& example : examples) note_uses(example.gold, uses);
    return LabelUses(std::move(uses));
}

}  // namespace

PerceptronTrainer::PerceptronTrainer(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                                     SharedExamples examples, TrainingOptions options)
    : system_(std::move(system)),
      templates_(std::move(templates)),
      examples_(std::move(examples)),
      options_(std::move(options)),
      oracle_(make_oracle(system_, options_.oracle, options_.oracle_options)),
      teacher_(system_, shape_of(*system_, labels), options_.least_updates, uses_in(*examples_, labels)),
      scorer_(*templates_, teacher_.weights) {
    if (options_.beam > 1) {
        beam_.emplace(scorer_, options_.beam);
        right_.emplace(scorer_);
    }
}

void PerceptronTrainer::start_epoch() {
    ++epoch_;
    random_ = RandomStream(options_.seed, static_cast<std::uint64_t>(epoch_));
    order_.resize(examples_->size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t left = order_.size(); left > 1; --left)
        std::swap(order_[left - 1], order_[random_.below(static_cast<std::uint32_t>(left))]);
}

std::size_t PerceptronTrainer::learn(std::size_t examples) {
    for (; examples > 0 && !order_.empty(); --examples) {
        const Example& example = (*examples_)[order_.back()];
        order_.pop_back();
        if (example.gold.heads.empty()) continue;
        oracle_->aim(example.gold.heads, target_);
        beam_ ? learn_with_beam(example) : learn_greedily(example);
    }
    return order_.size();
}

void PerceptronTrainer::learn_greedily(const Example& example) {
    Configuration& c = configuration_;
    system_->start(c, static_cast<int>(example.gold.heads.size()));
    for (oracle_->costs(target_, c, scratch_, costs_); !costs_.empty(); oracle_->costs(target_, c, scratch_, costs_)) {
        scorer_.look_at(c, example.rows);
        auto [predicted, right, is_mistake] = lesson(
            system_->kinds(), costs_, [&](Transition t) { return scorer_.score(t); }, options_.deterministic_oracle);
        ++teacher_.step;
        if (is_mistake) {
            scorer_.update(right, 1.0f, teacher_.step);
            scorer_.update(predicted, -1.0f, teacher_.step);
            if (!explores()) predicted = right;
        }
        system_->apply(c, predicted, teacher_.teach_label(scorer_, c, predicted, example.gold));
        poll(work_of_transition);
    }
    teacher_.teach_root(scorer_, c, example);
}

bool PerceptronTrainer::explores() {
    if (options_.oracle == "static" || epoch_ < options_.first_exploration) return false;
    return static_cast<double>(random_.next() >> 11) * 0x1p-53 < options_.exploration;
}

PerceptronModel PerceptronTrainer::model_with(const WeightTable& weights) const {
    return PerceptronModel(system_, templates_, teacher_.uses(), FrozenWeights(weights));
}

PerceptronTrainers::PerceptronTrainers(const SharedSystem& system,
                                       const std::shared_ptr<const FeatureTemplates>& templates, int labels,
                                       std::vector<Example> examples, const TrainingOptions& options, int perceptrons,
                                       int threads)
    : threads_(threads) {
    constexpr std::uint64_t between_seeds = 0x9e3779b97f4a7c15;  // far apart: those of seeds 1 and 2 share none
    const auto shared = std::make_shared<const std::vector<Example>>(std::move(examples));
    TrainingOptions of_next = options;
    for (int k = 0; k < perceptrons; ++k, of_next.seed += between_seeds)
        own_.push_back(std::make_unique<PerceptronTrainer>(system, templates, labels, shared, of_next));
}

void PerceptronTrainers::start_epoch() {
    for (const auto& own : own_) own->start_epoch();
}

std::size_t PerceptronTrainers::learn(std::size_t examples) {
    std::vector<std::size_t> left(own_.size());
    parallel_for(own_.size(), threads_, 1, [&] {
        return [&](std::size_t k) { left[k] = own_[k]->learn(examples); };
    });
    return left[0];
}

PerceptronModel PerceptronTrainers::model(float least) const {
    const PerceptronTrainer& first = *own_[0];
    if (own_.size() == 1) return first.model(least);
    std::vector<WeightTable> tables;
    for (const auto& own : own_) tables.push_back(own->averages(0.0f));
    return first.model_with(mean_weights(tables, least));
}

}  // namespace crossarc
