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
#include "core/search/label_kinds.hpp"
#include "core/search/result.hpp"
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

// Transitions and labels have machines for the groups of core/svm/examples.hpp, the choice of the root has one. Where
// labels are chosen together with transitions, there are machines for both in one (`step`).
class KernelModel {
  public:
    enum Decision : std::int32_t { transition, label, root, step };

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
    LabelChoice label_choice() const {
        return machines_[step].machines.empty() ? LabelChoice::after : LabelChoice::together;
    }

    class Parser {
      public:
        Parser(const KernelModel& model, bool one_root);

        const LabelledTree& parse(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> split_rows,
                                  int words);
        const Margins& margins() const { return margins_; }  // of the last sentence

      private:
        template <class System>
        void derive(const System& system);
        template <class System>
        void derive_together(const System& system);
        template <class System>
        void measure(const System& system, std::size_t best, Node dependent);
        template <class System>
        void finish(const System& system);
        Label best_label(int kind, Node head, Node dependent);
        const float* label_scores(int kind);
        void look();
        void ask(Decision decision, std::uint64_t group, std::uint64_t substitute);

        const KernelModel* model_;
        bool one_root_;
        LabelKinds kinds_;
        std::vector<FeatureKey> keys_;
        std::span<const FeatureKey> seen_;
        Configuration configuration_;
        std::span<const std::uint32_t> rows_, split_rows_;
        std::vector<float> scores_;
        KernelMachine::Memory memory_;
        LabelledTree tree_;
        Margins margins_;
        FeatureKey split_key_ = 0;
    };

  private:
    static std::size_t checked(int decision);
    int class_count(int decision) const;

    AnySystem system_;
    std::shared_ptr<const FeatureTemplates> templates_, split_;
    Kernel kernel_;
    LabelUses uses_;
    SplitMachines machines_[step + 1];
};

}  // namespace crossarc
