#include "core/learning/trainer.hpp"

#include <algorithm>
#include <numeric>

#include "core/interruption.hpp"
#include "core/learning/lesson.hpp"

namespace crossarc {
namespace {

LabelUses uses_in(std::span<const Example> examples, int labels) {
    std::vector<std::uint8_t> uses(static_cast<std::size_t>(labels));
    for (const Example& example : examples) note_uses(example.gold, uses);
    return LabelUses(std::move(uses));
}

}  // namespace

PerceptronTrainer::PerceptronTrainer(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                                     std::vector<Example> examples, TrainingOptions options)
    : system_(std::move(system)),
      templates_(std::move(templates)),
      examples_(std::move(examples)),
      options_(std::move(options)),
      oracle_(make_oracle(system_, options_.oracle, options_.oracle_options)),
      teacher_(system_, shape_of(*system_, labels), options_.least_updates, uses_in(examples_, labels)),
      scorer_(*templates_, teacher_.weights) {
    if (options_.beam > 1) {
        beam_.emplace(scorer_, options_.beam);
        right_.emplace(scorer_);
    }
}

void PerceptronTrainer::start_epoch() {
    ++epoch_;
    random_ = RandomStream(options_.seed, static_cast<std::uint64_t>(epoch_));
    order_.resize(examples_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t left = order_.size(); left > 1; --left)
        std::swap(order_[left - 1], order_[random_.below(static_cast<std::uint32_t>(left))]);
}

std::size_t PerceptronTrainer::learn(std::size_t examples) {
    for (; examples > 0 && !order_.empty(); --examples) {
        const Example& example = examples_[order_.back()];
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

PerceptronModel PerceptronTrainer::model(float least) const {
    return PerceptronModel(system_, templates_, teacher_.uses(),
                           FrozenWeights(teacher_.weights.averages(teacher_.step, least)));
}

}  // namespace crossarc
