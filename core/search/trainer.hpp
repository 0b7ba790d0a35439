// Training the perceptron: transitions by the oracle's costs, labels of right arcs, the choice of the root.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/linear/averaged_weights.hpp"
#include "core/registry.hpp"
#include "core/search/model.hpp"
#include "core/search/scorer.hpp"
#include "core/random.hpp"

namespace crossarc {

// What one sentence offers to training.
struct Example {
    std::vector<std::uint32_t> rows;  // AttributeTable::sentence
    LabelledTree gold;
};

struct TrainingOptions {
    std::string oracle = "dynamic";
    bool regularize = false;    // 2-planar: avoid needless SWITCHes
    double exploration = 0.9;   // how often a wrong prediction is followed, once exploration has begun
    int first_exploration = 2;  // the epoch, from 1, in which it begins (Goldberg & Nivre 2013)
    std::uint64_t seed = 1;
};

class PerceptronTrainer {
  public:
    PerceptronTrainer(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                      std::vector<Example> examples, TrainingOptions options);

    // Begins to go through all examples, in an order that the seed and the number of the epoch give.
    void start_epoch();
    // Learns from that many more examples of the epoch. Returns how many are left.
    std::size_t learn(std::size_t examples);

    // What has been learnt so far, averaged, without what is less than `least`.
    PerceptronModel model(float least) const;

  private:
    template <class System>
    void learn_from(const System& system, const Example& example);
    template <class System>
    void learn_root(const System& system, const Example& example);
    Label learn_label(std::span<const FeatureKey> keys, Node head, Label gold);
    bool by_chance(double probability) {
        return static_cast<double>(random_.next() >> 11) * 0x1p-53 < probability;
    }

    AnySystem system_;
    std::shared_ptr<const FeatureTemplates> templates_;
    std::vector<Example> examples_;
    TrainingOptions options_;
    std::unique_ptr<Oracle> oracle_;
    LabelUses uses_;
    AveragedWeights transitions_, labels_, roots_;
    std::int64_t step_ = 1;

    int epoch_ = 0;
    std::vector<std::size_t> order_;  // of the examples in this epoch, the last first
    RandomStream random_{0, 0};

    Scorer scorer_;
    Configuration configuration_;
    LabelledTree tree_;
    std::vector<float> scores_;
};

}  // namespace crossarc
