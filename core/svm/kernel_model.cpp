#include "core/svm/kernel_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "core/interruption.hpp"
#include "core/search/arc_of.hpp"
#include "core/search/best_step.hpp"
#include "core/search/facing.hpp"
#include "core/svm/examples.hpp"

namespace crossarc {
namespace {

constexpr std::size_t alignment = 8;

struct Header {
    double gamma, coef0;
    std::int32_t degree, machines;
};

struct MachineHeader {
    std::int64_t decision;
    std::uint64_t group;
};

template <typename T>
T take(std::string_view& bytes) {
    T value;
    if (bytes.size() < sizeof value) throw std::invalid_argument("the model is cut off");
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes.remove_prefix(sizeof value);
    return value;
}

LabelUses take_uses(std::string_view& bytes, int labels) {
    const auto count = static_cast<std::size_t>(std::max(labels, 0));
    const std::size_t padded = (count + alignment - 1) / alignment * alignment;
    if (count == 0 || bytes.size() < padded) throw std::invalid_argument("the labels are cut off");
    std::vector<std::uint8_t> uses(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes.remove_prefix(padded);
    return LabelUses(std::move(uses));
}

}  // namespace

KernelModel::KernelModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                         std::shared_ptr<const FeatureTemplates> split, const Kernel& kernel, LabelUses uses)
    : system_(system), templates_(std::move(templates)), split_(std::move(split)), kernel_(kernel), uses_(std::move(uses)) {
    if (split_->size() != 1) throw std::invalid_argument("transitions are split by one template");
    if (!std::isfinite(kernel.gamma) || !std::isfinite(kernel.coef0) || kernel.degree < 1 || kernel.degree > 9)
        throw std::invalid_argument("the kernel is none");
}

KernelModel::KernelModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                         std::shared_ptr<const FeatureTemplates> split, int labels, std::string_view bytes)
    : KernelModel(system, std::move(templates), std::move(split), {}, take_uses(bytes, labels)) {
    const auto header = take<Header>(bytes);
    KernelModel(system_, templates_, split_, {header.gamma, header.coef0, header.degree}, {});  // throws
    kernel_ = {header.gamma, header.coef0, header.degree};
    for (std::int32_t k = 0; k < header.machines; ++k) {
        const auto machine = take<MachineHeader>(bytes);
        const auto decision = static_cast<int>(std::clamp<std::int64_t>(machine.decision, -1, step + 1));
        machines_[checked(decision)].machines.insert_or_assign(
            machine.group, KernelMachine(kernel_, bytes, class_count(decision)));
    }
    if (!bytes.empty()) throw std::invalid_argument("there is more than the model");
}

void KernelModel::add(int decision, std::uint64_t group, KernelMachine::Arrays arrays) {
    machines_[checked(decision)].machines.insert_or_assign(
        group, KernelMachine(kernel_, std::move(arrays), class_count(decision)));
}

void KernelModel::write(std::string& bytes) const {
    bytes.append(uses_.uses().begin(), uses_.uses().end());
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
    Header header{kernel_.gamma, kernel_.coef0, kernel_.degree, 0};
    for (const SplitMachines& own : machines_) header.machines += static_cast<std::int32_t>(own.machines.size());
    bytes.append(reinterpret_cast<const char*>(&header), sizeof header);
    for (int decision = transition; decision <= step; ++decision) {
        for (const auto& [group, machine] : machines_[decision].machines) {
            const MachineHeader own{decision, group};
            bytes.append(reinterpret_cast<const char*>(&own), sizeof own);
            machine.write(bytes);
        }
    }
}

std::size_t KernelModel::weight_count() const {
    std::size_t count = 0;
    for (const SplitMachines& own : machines_)
        for (const auto& [group, machine] : own.machines) count += machine.size();
    return count;
}

std::size_t KernelModel::checked(int decision) {
    if (decision < transition || decision > step) throw std::invalid_argument("a machine decides on nothing");
    return static_cast<std::size_t>(decision);
}

int KernelModel::class_count(int decision) const {
    const auto labels = static_cast<int>(uses_.uses().size());
    if (decision == label) return labels;
    if (decision == root) return 2;
    const auto transitions =
        static_cast<int>(std::visit([](const auto& own) { return own.transitions().size(); }, system_));
    return decision == step ? transitions * labels : transitions;
}

KernelModel::Parser::Parser(const KernelModel& model, bool one_root)
    : model_(&model),
      one_root_(one_root),
      kinds_(std::visit([](const auto& own) { return own.transitions(); }, model.system_), model.label_choice()),
      keys_(model.templates_->size()) {}

const LabelledTree& KernelModel::Parser::parse(std::span<const std::uint32_t> rows,
                                               std::span<const std::uint32_t> split_rows, int words) {
    rows_ = rows;
    split_rows_ = split_rows;
    margins_.reset(words);
    std::visit(
        [&](const auto& system) {
            system.start(configuration_, words);
            if (model_->label_choice() == LabelChoice::together) {
                derive_together(system);
            } else {
                derive(system);
            }
            finish(system);
        },
        model_->system_);
    return tree_;
}

void KernelModel::Parser::look() {
    seen_ = {keys_.data(), model_->templates_->extract(configuration_, rows_, keys_.data())};
    split_key_ = no_group;
    model_->split_->extract(configuration_, split_rows_, &split_key_);
}

void KernelModel::Parser::ask(Decision decision, std::uint64_t group, std::uint64_t substitute) {
    scores_.assign(static_cast<std::size_t>(model_->class_count(decision)), never_seen<float>);
    const KernelMachine* const machine = model_->machines_[decision].of(group, substitute);
    if (machine != nullptr) machine->score(seen_, memory_, scores_.data());
}

// Greedy, like PerceptronModel::Parser.
template <class System>
void KernelModel::Parser::derive(const System& system) {
    const TransitionList list = system.transitions();
    Configuration& c = configuration_;
    while (!system.finished(c)) {
        look();
        ask(transition, split_key_, no_group);
        poll(work_of_transition);
        std::size_t best = list.size();
        for (std::size_t k = 0; k < list.size(); ++k) {
            if (system.why_not(c, list[k]) != nullptr) continue;
            if (best == list.size() || scores_[k] > scores_[best]) best = k;
        }
        const Arc arc = arc_of(system, c, list[best]);
        const bool is_arc = arc.dependent != no_node;
        if (arc.dependent > 0) measure(system, best, arc.dependent);
        system.apply(c, list[best],
                     is_arc ? best_label(kinds_.of(list[best]), std::min(arc.head, arc.dependent), arc.dependent) : 0);
    }
}

template <class System>
void KernelModel::Parser::derive_together(const System& system) {
    const TransitionList list = system.transitions();
    Configuration& c = configuration_;
    while (!system.finished(c)) {
        look();
        ask(step, split_key_, no_group);
        poll(work_of_transition);
        const std::size_t labels = model_->uses_.uses().size();
        const auto best =
            best_step<float>(system, c, model_->uses_, [&](std::size_t k) { return scores_.data() + k * labels; });
        if (best.dependent > 0) {
            const auto index = static_cast<std::size_t>(best.dependent) - 1;
            margins_.transitions[index] = static_cast<float>(best.transition_margin());
            margins_.labels[index] = static_cast<float>(best.label_margin);
        }
        system.apply(c, list[best.transition], best.label);
    }
}

template <class System>
void KernelModel::Parser::measure(const System& system, std::size_t best, Node dependent) {
    const TransitionList list = system.transitions();
    float second = never_seen<float>;
    for (std::size_t k = 0; k < list.size(); ++k)
        if (k != best && system.why_not(configuration_, list[k]) == nullptr) second = std::max(second, scores_[k]);
    const bool had_choice = second != never_seen<float>;
    margins_.transitions[static_cast<std::size_t>(dependent) - 1] = had_choice ? scores_[best] - second : 0.0f;
}

Label KernelModel::Parser::best_label(int kind, Node head, Node dependent) {
    const float* const scores = label_scores(kind);
    const Label best = model_->uses_.best(scores, head);
    const auto margin = static_cast<float>(model_->uses_.margin(scores, head, best));
    if (dependent > 0) margins_.labels[static_cast<std::size_t>(dependent) - 1] = std::isfinite(margin) ? margin : 0.0f;
    return best;
}

const float* KernelModel::Parser::label_scores(int kind) {
    if (model_->label_choice() == LabelChoice::together && kind < kinds_.of_unattached()) {
        ask(step, split_key_, no_group);
        return scores_.data() + static_cast<std::size_t>(kind) * model_->uses_.uses().size();
    }
    ask(label, label_group(kind, split_key_), static_cast<std::uint64_t>(kind));
    return scores_.data();
}

// Words under 0 get labels; if there are several and there is to be one, the others hang from the likeliest.
template <class System>
void KernelModel::Parser::finish(const System& system) {
    Configuration& c = configuration_;
    read_tree(system, c, tree_);
    empty_stacks(c);
    const bool choose = one_root_ && std::count(tree_.heads.begin(), tree_.heads.end(), 0) > 1;
    Node best_root = no_node;
    float best = 0.0f;
    for (Node w = 1; w <= c.words(); ++w) {
        const auto index = static_cast<std::size_t>(w) - 1;
        if (tree_.heads[index] != 0 || (!choose && tree_.labels[index] != LabelledTree::unlabelled)) continue;
        poll(work_of_transition);
        facing_root(c, w, [&] {
            look();
            if (tree_.labels[index] == LabelledTree::unlabelled)
                tree_.labels[index] = best_label(kinds_.of_unattached(), 0, w);
            ask(root, no_group, no_group);
        });
        const float score = scores_[1] - scores_[0];  // how clearly it is one
        if (best_root == no_node || score > best) {
            best_root = w;
            best = score;
        }
    }
    if (!choose) return;
    for (Node w = 1; w <= c.words(); ++w) {
        const auto index = static_cast<std::size_t>(w) - 1;
        if (tree_.heads[index] != 0 || w == best_root) continue;
        tree_.heads[index] = best_root;
        margins_.transitions[index] = Margins::moved;
        poll(work_of_transition);
        facing_each_other(system, c, best_root, w, [&](Transition t) {
            look();
            tree_.labels[index] = best_label(kinds_.of(t), best_root, w);
        });
    }
}

}  // namespace crossarc
