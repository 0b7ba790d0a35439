#include "core/search/trainer.hpp"

#include <algorithm>
#include <numeric>

#include "core/interruption.hpp"
#include "core/search/lesson.hpp"

namespace crossarc {
namespace {

TransitionList transitions_of(const AnySystem& system) {
    return std::visit([](const auto& own) { return own.transitions(); }, system);
}

LabelUses uses_in(std::span<const Example> examples, int labels) {
    std::vector<std::uint8_t> uses(static_cast<std::size_t>(labels));
    for (const auto& [rows, gold] : examples)
        for (std::size_t w = 0; w < gold.heads.size(); ++w)
            uses[static_cast<std::size_t>(gold.labels[w])] |=
                gold.heads[w] == 0 ? LabelUses::under_root : LabelUses::elsewhere;
    return LabelUses(std::move(uses));
}

}  // namespace

PerceptronTrainer::PerceptronTrainer(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                                     int labels, std::vector<Example> examples, TrainingOptions options)
    : system_(system),
      templates_(std::move(templates)),
      examples_(std::move(examples)),
      options_(std::move(options)),
      oracle_(make_oracle(system, options_.oracle, options_.oracle_options)),
      teacher_(transitions_of(system), shape_of(system, labels), options_.least_updates, uses_in(examples_, labels)),
      view_(*templates_, teacher_.weights) {
    if (options_.beam > 1) {
        beam_.emplace(view_, options_.beam);
        right_.emplace(view_);
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
        oracle_->prepare(example.gold.heads);
        if (beam_) {
            learn_with_beam(example);
        } else {
            std::visit([&](const auto& system) { learn_greedily(system, example); }, system_);
        }
    }
    return order_.size();
}

template <class System>
void PerceptronTrainer::learn_greedily(const System& system, const Example& example) {
    const TransitionList list = system.transitions();
    Configuration& c = configuration_;
    Costs costs;
    system.start(c, static_cast<int>(example.gold.heads.size()));
    while (!system.finished(c)) {
        view_.look_at(c, example.rows);
        oracle_->costs(c, costs);
        auto [predicted, right, is_mistake] =
            lesson(list, costs, [&](std::size_t k) { return view_.score(k); }, options_.deterministic_oracle);
        ++teacher_.step;
        if (is_mistake) {
            view_.update(right, 1.0f, teacher_.step);
            view_.update(predicted, -1.0f, teacher_.step);
            if (!explores()) predicted = right;
        }
        system.apply(c, list[predicted], teacher_.teach_label(system, view_, c, list[predicted], example.gold));
        poll(work_of_transition);
    }
    teacher_.teach_root(system, view_, c, example);
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
