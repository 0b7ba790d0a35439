#include "core/search/model.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/search/arc_of.hpp"
#include "core/search/facing.hpp"

namespace crossarc {
namespace {

constexpr std::size_t alignment = 8;

std::size_t padded(std::size_t size) { return (size + alignment - 1) / alignment * alignment; }

LabelUses read_uses(std::string_view& bytes, int labels) {
    const auto count = static_cast<std::size_t>(labels);
    if (labels < 1 || bytes.size() < padded(count)) throw std::invalid_argument("the labels are cut off");
    std::vector<std::uint8_t> uses(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes.remove_prefix(padded(count));
    return LabelUses(std::move(uses));
}

}  // namespace

PerceptronModel::PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                                 LabelUses uses, FrozenWeights transitions, FrozenWeights labels, FrozenWeights roots)
    : system_(system),
      templates_(std::move(templates)),
      uses_(std::move(uses)),
      transitions_(std::move(transitions)),
      labels_(std::move(labels)),
      roots_(std::move(roots)) {}

PerceptronModel::PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                                 std::string_view bytes)
    : system_(system),
      templates_(std::move(templates)),
      uses_(read_uses(bytes, labels)),
      transitions_(bytes),
      labels_(bytes),
      roots_(bytes) {
    const auto classes = std::visit([](const auto& own) { return own.transitions().size(); }, system);
    if (!bytes.empty()) throw std::invalid_argument("there is more than the model");
    if (transitions_.classes() != static_cast<int>(classes) || labels_.classes() != labels || roots_.classes() != 1)
        throw std::invalid_argument("the weights are those of another parser");
}

void PerceptronModel::write(std::string& bytes) const {
    bytes.append(uses_.uses().begin(), uses_.uses().end());
    bytes.resize(padded(bytes.size()));
    transitions_.write(bytes);
    labels_.write(bytes);
    roots_.write(bytes);
}

PerceptronModel::Parser::Parser(const PerceptronModel& model)
    : model_(&model),
      scorer_(*model.templates_),
      scores_(static_cast<std::size_t>(std::max(model.transitions_.classes(), model.labels_.classes()))) {}

const LabelledTree& PerceptronModel::Parser::parse(std::span<const std::uint32_t> rows, int words, bool one_root) {
    rows_ = rows;
    std::visit(
        [&](const auto& system) {
            derive(system, words);
            finish(system, one_root);
        },
        model_->system_);
    return tree_;
}

template <class System>
void PerceptronModel::Parser::derive(const System& system, int words) {
    const TransitionList list = system.transitions();
    Configuration& c = configuration_;
    system.start(c, words);
    while (!system.finished(c)) {
        scorer_.look_at(c, rows_);
        model_->transitions_.score(scorer_.keys(), scores_.data());
        std::size_t best = list.size();
        for (std::size_t k = 0; k < list.size(); ++k) {
            if (system.why_not(c, list[k]) != nullptr) continue;
            if (best == list.size() || scores_[k] > scores_[best]) best = k;
        }
        const Transition t = list[best];
        const Arc arc = arc_of(system, c, t);
        const bool is_arc = arc.dependent != no_node;
        system.apply(c, t, is_arc ? best_label(label_of(t), std::min(arc.head, arc.dependent)) : 0);
    }
}

Label PerceptronModel::Parser::best_label(Question question, Node head) {
    model_->labels_.score(scorer_.keys(question), scores_.data());
    return model_->uses_.best(scores_.data(), head);
}

template <class System>
void PerceptronModel::Parser::finish(const System& system, bool one_root) {
    Configuration& c = configuration_;
    read_tree(system, c, tree_);
    empty_stacks(c);
    const bool choose = one_root && std::count(tree_.heads.begin(), tree_.heads.end(), 0) > 1;
    Node root = no_node;
    std::int32_t best = 0;
    for (Node w = 1; w <= c.words(); ++w) {
        const auto index = static_cast<std::size_t>(w) - 1;
        if (tree_.heads[index] != 0 || (!choose && tree_.labels[index] != LabelledTree::unlabelled)) continue;
        facing_root(c, w, [&] {
            scorer_.look_at(c, rows_);
            if (tree_.labels[index] == LabelledTree::unlabelled)
                tree_.labels[index] = best_label(Question::root_label, 0);
            model_->roots_.score(scorer_.keys(Question::root), scores_.data());
        });
        if (root == no_node || scores_[0] > best) {
            root = w;
            best = scores_[0];
        }
    }
    if (!choose) return;
    for (Node w = 1; w <= c.words(); ++w) {
        const auto index = static_cast<std::size_t>(w) - 1;
        if (tree_.heads[index] != 0 || w == root) continue;
        tree_.heads[index] = root;
        facing_each_other(system, c, root, w, [&](Transition t) {
            scorer_.look_at(c, rows_);
            tree_.labels[index] = best_label(label_of(t), root);
        });
    }
}

}  // namespace crossarc
