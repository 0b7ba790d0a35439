#include "core/search/perceptron.hpp"

#include <algorithm>
#include <numeric>

#include "core/search/arc_of.hpp"
#include "core/significance/random.hpp"

namespace crossarc {
namespace {

constexpr std::size_t most_classes = 1024;

// What a model says of one configuration.
class Scorer {
  public:
    explicit Scorer(const FeatureTemplates& templates) : templates_(&templates), keys_(templates.size()), label_keys_(templates.size()) {}

    void look_at(const Configuration& c, std::span<const std::uint32_t> rows) { templates_->extract(c, rows, keys_.data()); }

    std::span<const FeatureKey> keys() const { return keys_; }
    std::span<const FeatureKey> label_keys(Transition t) {
        for (std::size_t k = 0; k < keys_.size(); ++k) label_keys_[k] = labelled_key(keys_[k], t);
        return label_keys_;
    }

  private:
    const FeatureTemplates* templates_;
    std::vector<FeatureKey> keys_, label_keys_;
};

template <class Weights>
int best_label(const Weights& weights, std::span<const FeatureKey> keys, float* scores) {
    weights.score(keys, scores);
    return static_cast<int>(std::max_element(scores, scores + weights.classes()) - scores);
}

}  // namespace

struct PerceptronTrainer::Memory {
    Scorer scorer;
    Configuration configuration;
    RandomStream random{0, 0};
    explicit Memory(const FeatureTemplates& templates) : scorer(templates) {}
};

PerceptronTrainer::PerceptronTrainer(const AnySystem& system, const FeatureTemplates& templates, int labels,
                                     TrainingOptions options)
    : system_(system),
      templates_(templates),
      options_(std::move(options)),
      oracle_(make_oracle(system, options_.oracle, {options_.regularize})),
      transitions_(static_cast<int>(std::visit([](const auto& own) { return own.transitions().size(); }, system))),
      labels_(labels),
      memory_(std::make_unique<Memory>(templates)) {}

PerceptronTrainer::~PerceptronTrainer() = default;

std::int64_t PerceptronTrainer::epoch(std::span<const Example> examples, std::uint64_t seed) {
    ++epoch_;
    memory_->random = RandomStream(seed, static_cast<std::uint64_t>(epoch_));
    std::vector<std::size_t> order(examples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[memory_->random.below(static_cast<std::uint32_t>(left))]);
    std::int64_t wrong = 0;
    std::visit(
        [&](const auto& system) {
            for (const std::size_t at : order) wrong += train_greedily(system, examples[at]);
        },
        system_);
    return wrong;
}

template <class System>
std::int64_t PerceptronTrainer::train_greedily(const System& system, const Example& example) {
    const TransitionList list = system.transitions();
    const bool exploring = options_.oracle != "static" && epoch_ >= options_.first_exploration;
    Configuration& c = memory_->configuration;
    Scorer& scorer = memory_->scorer;
    float scores[most_classes];
    Costs costs;
    std::int64_t wrong = 0;
    oracle_->prepare(example.heads);
    system.start(c, static_cast<int>(example.heads.size()));
    while (!system.finished(c)) {
        scorer.look_at(c, example.rows);
        transitions_.score(scorer.keys(), scores);
        oracle_->costs(c, costs);
        int predicted = -1, right = -1, least = 1 << 20;
        for (int k = 0; k < static_cast<int>(list.size()); ++k) {
            const int cost = costs[static_cast<std::size_t>(list[static_cast<std::size_t>(k)])];
            if (cost == illegal) continue;
            if (predicted < 0 || scores[k] > scores[predicted]) predicted = k;
            if (cost < least || (cost == least && scores[k] > scores[right])) {
                right = k;
                least = cost;
            }
        }
        const int predicted_cost = costs[static_cast<std::size_t>(list[static_cast<std::size_t>(predicted)])];
        ++step_;
        int next = predicted;
        if (predicted_cost > least) {
            ++wrong;
            transitions_.update(scorer.keys(), right, 1.0f, step_);
            transitions_.update(scorer.keys(), predicted, -1.0f, step_);
            const bool follow = exploring && static_cast<double>(memory_->random.next() >> 11) * 0x1p-53 < options_.exploration;
            if (!follow) next = right;
        }
        const Transition t = list[static_cast<std::size_t>(next)];
        Label label = 0;
        if (builds_arc(t)) {
            const Arc arc = arc_of(system, c, t);
            const auto keys = scorer.label_keys(t);
            label = best_label(labels_, keys, scores);
            const auto dependent = static_cast<std::size_t>(arc.dependent) - 1;
            if (example.heads[dependent] == arc.head && label != example.labels[dependent]) {
                labels_.update(keys, example.labels[dependent], 1.0f, step_);
                labels_.update(keys, label, -1.0f, step_);
                label = example.labels[dependent];
            }
        }
        system.apply(c, t, label);
    }
    return wrong;
}

PerceptronModel PerceptronTrainer::model(float least) const {
    return PerceptronModel(system_, templates_, FrozenWeights(transitions_, step_, least),
                           FrozenWeights(labels_, step_, least));
}

void PerceptronModel::parse(std::span<const std::uint32_t> rows, int words, int, Prediction& prediction) const {
    std::visit(
        [&](const auto& system) {
            thread_local Configuration c;
            Scorer scorer(*templates_);
            const TransitionList list = system.transitions();
            float scores[most_classes];
            system.start(c, words);
            while (!system.finished(c)) {
                scorer.look_at(c, rows);
                transitions_.score(scorer.keys(), scores);
                int best = -1;
                for (int k = 0; k < static_cast<int>(list.size()); ++k) {
                    if (system.why_not(c, list[static_cast<std::size_t>(k)]) != nullptr) continue;
                    if (best < 0 || scores[k] > scores[best]) best = k;
                }
                const Transition t = list[static_cast<std::size_t>(best)];
                const Label label = builds_arc(t) ? best_label(labels_, scorer.label_keys(t), scores) : 0;
                system.apply(c, t, label);
            }
            prediction.heads.resize(static_cast<std::size_t>(words));
            prediction.labels.resize(static_cast<std::size_t>(words));
            for (Node w = 1; w <= words; ++w) {
                prediction.heads[static_cast<std::size_t>(w) - 1] = std::max(c.head(w), 0);
                prediction.labels[static_cast<std::size_t>(w) - 1] = c.has_head(w) ? c.label(w) : -1;
            }
        },
        system_);
}

}  // namespace crossarc
