#include "core/scorers/kernel_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace crossarc {

template class Decoder<KernelScorer>;

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

KernelModel::KernelModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates,
                         std::shared_ptr<const FeatureTemplates> split, const Kernel& kernel, LabelUses uses)
    : system_(std::move(system)),
      templates_(std::move(templates)),
      split_(std::move(split)),
      kernel_(kernel),
      uses_(std::move(uses)) {
    if (split_->size() != 1) throw std::invalid_argument("transitions are split by one template");
    if (!std::isfinite(kernel.gamma) || !std::isfinite(kernel.coef0) || kernel.degree < 1 || kernel.degree > 9)
        throw std::invalid_argument("the kernel is none");
}

KernelModel::KernelModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates,
                         std::shared_ptr<const FeatureTemplates> split, int labels, std::string_view bytes)
    : KernelModel(std::move(system), std::move(templates), std::move(split), {}, take_uses(bytes, labels)) {
    const auto header = take<Header>(bytes);
    KernelModel(system_, templates_, split_, {header.gamma, header.coef0, header.degree}, {});  // throws
    kernel_ = {header.gamma, header.coef0, header.degree};
    for (std::int32_t k = 0; k < header.machines; ++k) {
        const auto machine = take<MachineHeader>(bytes);
        const auto decision = static_cast<int>(std::clamp<std::int64_t>(machine.decision, -1, step + 1));
        machines_[checked(decision)].machines.insert_or_assign(machine.group,
                                                               KernelMachine(kernel_, bytes, class_count(decision)));
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
    const auto transitions = static_cast<int>(system_->kinds().size());
    return decision == step ? transitions * labels : transitions;
}

KernelModel::Parser KernelModel::parser(const DecoderOptions& options) const {
    if (options.beam != 1) throw std::invalid_argument("a parser of support vector machines with a kernel has no beam");
    return Parser(system_, Chooser(*system_, uses_, LabelKinds(system_->kinds(), label_choice()), label_choice()),
                  KernelScorer(*this), options);
}

KernelScorer::KernelScorer(const KernelModel& model) : model_(&model), keys_(model.templates().size()) {}

void KernelScorer::look_at(const Configuration& c, const Sentence& sentence) {
    key_count_ = model_->templates_->extract(c, sentence.rows, keys_.data());
    split_key_ = no_group;
    model_->split_->extract(c, sentence.split_rows, &split_key_);
    has_transitions_ = false;
}

void KernelScorer::ask(int decision, std::uint64_t group, std::uint64_t substitute, std::vector<float>& scores) {
    scores.assign(static_cast<std::size_t>(model_->class_count(decision)), never_seen<float>);
    const KernelMachine* const machine = model_->machines(decision).of(group, substitute);
    if (machine != nullptr) machine->score({keys_.data(), key_count_}, memory_, scores.data());
}

const float* KernelScorer::transitions() {
    const bool together = model_->label_choice() == LabelChoice::together;
    if (!has_transitions_)
        ask(together ? KernelModel::step : KernelModel::transition, split_key_, no_group, transitions_);
    has_transitions_ = true;
    return transitions_.data();
}

const float* KernelScorer::label_scores(int kind) {
    const std::size_t labels = model_->uses_.size();
    const auto transition_count = static_cast<int>(model_->system_->kinds().size());
    if (model_->label_choice() == LabelChoice::together && kind < transition_count)
        return transitions() + static_cast<std::size_t>(kind) * labels;
    ask(KernelModel::label, label_group(kind, split_key_), static_cast<std::uint64_t>(kind), scores_);
    return scores_.data();
}

float KernelScorer::root_score(int) {
    ask(KernelModel::root, no_group, no_group, scores_);
    return scores_[1] - scores_[0];  // how clearly it is one
}

}  // namespace crossarc
