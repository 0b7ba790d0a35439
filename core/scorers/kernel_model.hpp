// A parser whose decisions are made by support vector machines with a kernel.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/features/templates.hpp"
#include "core/parsing/decoder.hpp"
#include "core/scorers/kernel_machine.hpp"

namespace crossarc {

// Several machines for one decision, each for a group of the examples.
struct SplitMachines {
    std::map<std::uint64_t, KernelMachine> machines;

    const KernelMachine* of(std::uint64_t group, std::uint64_t substitute) const {
        auto found = machines.find(group);
        if (found == machines.end()) found = machines.find(substitute);
        return found == machines.end() ? nullptr : &found->second;
    }
};

class KernelModel;

// What the machines of a model say of one configuration. They are asked only when somebody wants to know.
class KernelScorer {
  public:
    using Score = float;
    using Total = double;
    struct Sentence {
        std::span<const std::uint32_t> rows, split_rows;  // AttributeTable::sentence
    };

    explicit KernelScorer(const KernelModel& model);

    void forget() {}
    void look_at(const Configuration& c, const Sentence& sentence);
    Score score(Transition t) { return transitions()[t.kind]; }
    const Score* label_scores(int kind);
    // A transition with a label is a class.
    Score alone(Transition, int kind) { return label_scores(kind)[0]; }
    Score joint(Transition, Score label) const { return label; }
    Score root_score(int kind);
    float transition_scale() const { return 1.0f; }
    float label_scale() const { return 1.0f; }

  private:
    const Score* transitions();  // or, if labels are chosen with them, of all classes
    void ask(int decision, std::uint64_t group, std::uint64_t substitute, std::vector<float>& scores);

    const KernelModel* model_;
    std::vector<FeatureKey> keys_;
    std::size_t key_count_ = 0;
    FeatureKey split_key_ = 0;
    bool has_transitions_ = false;  // of this configuration
    std::vector<float> transitions_, scores_;
    KernelMachine::Memory memory_;
};

extern template class Decoder<KernelScorer>;

// Transitions and labels have machines for groups of transitions and labels, the choice of the root has one. Where
// labels are chosen together with transitions, there are machines for both in one (`step`).
class KernelModel {
  public:
    enum Decision : std::int32_t { transition, label, root, step };

    KernelModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates,
                std::shared_ptr<const FeatureTemplates> split, const Kernel& kernel, LabelUses uses);
    KernelModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates,
                std::shared_ptr<const FeatureTemplates> split, int labels, std::string_view bytes);

    void add(int decision, std::uint64_t group, KernelMachine::Arrays arrays);
    void write(std::string& bytes) const;

    const FeatureTemplates& templates() const { return *templates_; }
    const FeatureTemplates& split() const { return *split_; }
    const SplitMachines& machines(int decision) const { return machines_[checked(decision)]; }
    std::size_t weight_count() const;
    LabelChoice label_choice() const {
        return machines_[step].machines.empty() ? LabelChoice::after : LabelChoice::together;
    }

    // One thread's parser; votes do not add up over a derivation, so there is no beam.
    using Parser = Decoder<KernelScorer>;
    Parser parser(const DecoderOptions& options) const;

  private:
    friend class KernelScorer;

    static std::size_t checked(int decision);
    int class_count(int decision) const;

    SharedSystem system_;
    std::shared_ptr<const FeatureTemplates> templates_, split_;
    Kernel kernel_;
    LabelUses uses_;
    SplitMachines machines_[step + 1];
};

}  // namespace crossarc
