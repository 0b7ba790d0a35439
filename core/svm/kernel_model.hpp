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
#include "core/registry.hpp"
#include "core/search/result.hpp"
#include "core/search/scorer.hpp"
#include "core/svm/kernel_machine.hpp"

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

// Transitions and labels have machines for the groups of core/svm/examples.hpp, the choice of the root has one.
class KernelModel {
  public:
    enum Decision : std::int32_t { transition, label, root };

    KernelModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                std::shared_ptr<const FeatureTemplates> split, const Kernel& kernel, LabelUses uses);
    KernelModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                std::shared_ptr<const FeatureTemplates> split, int labels, std::string_view bytes);

    void add(int decision, std::uint64_t group, KernelMachine::Arrays arrays);
    void write(std::string& bytes) const;

    const FeatureTemplates& templates() const { return *templates_; }
    const FeatureTemplates& split() const { return *split_; }
    const SplitMachines& machines(int decision) const { return machines_[checked(decision)]; }
    std::size_t weight_count() const;

    class Parser {
      public:
        explicit Parser(const KernelModel& model) : model_(&model), scorer_(*model.templates_) {}

        const LabelledTree& parse(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> split_rows,
                                  int words, bool one_root);

      private:
        template <class System>
        void derive(const System& system, int words);
        template <class System>
        void finish(const System& system, bool one_root);
        Label best_label(Question question, Node head);
        void look();
        void ask(Decision decision, std::uint64_t group, std::uint64_t substitute, std::span<const FeatureKey> keys);

        const KernelModel* model_;
        Scorer scorer_;
        Configuration configuration_;
        std::span<const std::uint32_t> rows_, split_rows_;
        std::vector<float> scores_;
        KernelMachine::Memory memory_;
        LabelledTree tree_;
        FeatureKey split_key_ = no_feature;
    };

  private:
    static std::size_t checked(int decision);
    int class_count(int decision) const;

    AnySystem system_;
    std::shared_ptr<const FeatureTemplates> templates_, split_;
    Kernel kernel_;
    LabelUses uses_;
    SplitMachines machines_[3];
};

}  // namespace crossarc
