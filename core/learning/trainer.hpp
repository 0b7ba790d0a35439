// Training perceptrons: transitions by the oracle's costs, labels of right arcs, the choice of the root.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/learning/teacher.hpp"
#include "core/parsing/beam.hpp"
#include "core/random.hpp"
#include "core/scorers/perceptron_model.hpp"
#include "core/systems/list.hpp"

namespace crossarc {

struct TrainingOptions {
    std::string oracle = "dynamic";
    OracleOptions oracle_options;
    double exploration = 0.9;           // how often a wrong prediction is followed, once exploration has begun
    int first_exploration = 2;          // the epoch, from 1, in which it begins (Goldberg & Nivre 2013)
    bool deterministic_oracle = false;  // of the transitions of least cost one is right; with a beam all are
    int beam = 1;                       // how many derivations are kept; 1 is greedy
    bool max_violation = true;  // with a beam: update where the wrong derivation is furthest ahead (Huang et al. 2012),
                                // not where the last right one is lost (Collins & Roark 2004)
    int least_updates = 5;      // what a feature needs to count
    std::uint64_t seed = 1;
};

using SharedExamples = std::shared_ptr<const std::vector<Example>>;

class PerceptronTrainer {
  public:
    PerceptronTrainer(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                      SharedExamples examples, TrainingOptions options);
    // Scorers know where the weights are.
    PerceptronTrainer(const PerceptronTrainer&) = delete;
    PerceptronTrainer& operator=(const PerceptronTrainer&) = delete;

    // Begins to go through all examples, in an order that the seed and the number of the epoch give.
    void start_epoch();
    // Learns from that many more examples of the epoch. Returns how many are left.
    std::size_t learn(std::size_t examples);

    // What has been learnt so far, averaged, without what is less than `least`; the model, and with other weights.
    WeightTable averages(float least) const { return teacher_.weights.averages(teacher_.step, least); }
    PerceptronModel model(float least) const { return model_with(averages(least)); }
    PerceptronModel model_with(const WeightTable& weights) const;

  private:
    void learn_greedily(const Example& example);

    // In beam_training.cpp.
    void learn_with_beam(const Example& example);
    bool find_violation(const Example& example);
    void price(const Configuration& c);
    void follow_right(const Example& example);
    void take_right(Transition t);
    void update(const Example& example, std::span<const Step> derivation, std::size_t first, float amount);
    void go(const Example& example, std::span<const Step> derivation);

    // Whether to go on from a wrong prediction.
    bool explores();

    SharedSystem system_;
    std::shared_ptr<const FeatureTemplates> templates_;
    SharedExamples examples_;
    TrainingOptions options_;
    std::unique_ptr<Oracle> oracle_;
    Target target_;
    Scratch scratch_;
    Costs costs_;
    Teacher teacher_;

    int epoch_ = 0;
    std::vector<std::size_t> order_;  // of the examples in this epoch, the last first
    RandomStream random_{0, 0};

    TrainingScorer scorer_;
    Configuration configuration_;
    std::optional<Beam<TrainingScorer>> beam_;
    std::optional<Beam<TrainingScorer>::Item> right_;  // a right derivation outside the beam
    std::vector<Step> right_steps_, wrong_steps_;
};

// Several perceptrons that learn from the same examples, each in an order of its own and from its own mistakes. The
// model has the mean of their weights: what each has by chance matters less, and to parse takes no longer.
class PerceptronTrainers {
  public:
    PerceptronTrainers(const SharedSystem& system, const std::shared_ptr<const FeatureTemplates>& templates, int labels,
                       std::vector<Example> examples, const TrainingOptions& options, int perceptrons, int threads);
    PerceptronTrainers(const PerceptronTrainers&) = delete;
    PerceptronTrainers& operator=(const PerceptronTrainers&) = delete;

    // As with one.
    void start_epoch();
    std::size_t learn(std::size_t examples);
    PerceptronModel model(float least) const;

  private:
    std::vector<std::unique_ptr<PerceptronTrainer>> own_;
    int threads_;
};

}  // namespace crossarc
