// Training the perceptron: transitions by the oracle's costs, labels of right arcs, the choice of the root.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/registry.hpp"
#include "core/search/beam.hpp"
#include "core/search/model.hpp"
#include "core/search/teacher.hpp"

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

class PerceptronTrainer {
  public:
    PerceptronTrainer(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                      std::vector<Example> examples, TrainingOptions options);
    // Views know where the weights are.
    PerceptronTrainer(const PerceptronTrainer&) = delete;
    PerceptronTrainer& operator=(const PerceptronTrainer&) = delete;

    // Begins to go through all examples, in an order that the seed and the number of the epoch give.
    void start_epoch();
    // Learns from that many more examples of the epoch. Returns how many are left.
    std::size_t learn(std::size_t examples);

    // What has been learnt so far, averaged, without what is less than `least`.
    PerceptronModel model(float least) const;

  private:
    template <class System>
    void learn_greedily(const System& system, const Example& example);

    // In beam_training.cpp.
    void learn_with_beam(const Example& example);
    template <class System>
    bool find_violation(const System& system, const Example& example);
    void price(const TransitionList& list, const Configuration& c, Costs& costs);
    template <class System>
    void follow_right(const System& system, const Example& example);
    template <class System>
    void take_right(const System& system, std::size_t transition);
    template <class System>
    void update(const System& system, const Example& example, std::span<const LabelledTransition> derivation,
                std::size_t first, float amount);
    template <class System>
    void go(const System& system, const Example& example, std::span<const LabelledTransition> derivation);

    // Whether to go on from a wrong prediction.
    bool explores();

    AnySystem system_;
    std::shared_ptr<const FeatureTemplates> templates_;
    std::vector<Example> examples_;
    TrainingOptions options_;
    std::unique_ptr<Oracle> oracle_;
    Teacher teacher_;

    int epoch_ = 0;
    std::vector<std::size_t> order_;  // of the examples in this epoch, the last first
    RandomStream random_{0, 0};

    TrainingView view_;
    Configuration configuration_;
    std::optional<Beam<TrainingView>> beam_;
    std::optional<Beam<TrainingView>::Item> right_;  // a right derivation outside the beam
    std::vector<LabelledTransition> right_steps_, wrong_steps_;
};

}  // namespace crossarc
