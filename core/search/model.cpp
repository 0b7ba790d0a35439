#include "core/search/model.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/interruption.hpp"
#include "core/search/arc_of.hpp"
#include "core/search/best_step.hpp"
#include "core/search/facing.hpp"

namespace crossarc {
namespace {

constexpr std::size_t padding = 8;

std::size_t padded(std::size_t size) { return (size + padding - 1) / padding * padding; }

TransitionList transitions_of(const AnySystem& system) {
    return std::visit([](const auto& own) { return own.transitions(); }, system);
}

// Takes so many bytes and their padding off the front.
std::vector<std::uint8_t> take(std::string_view& bytes, std::size_t count) {
    if (bytes.size() < padded(count)) throw std::invalid_argument("the labels are cut off");
    std::vector<std::uint8_t> taken(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes.remove_prefix(padded(count));
    return taken;
}

void append(std::span<const std::uint8_t> added, std::string& bytes) {
    bytes.append(added.begin(), added.end());
    bytes.resize(padded(bytes.size()));
}

}  // namespace

ModelShape shape_of(const AnySystem& system, int labels, LabelChoice choice) {
    const TransitionList list = transitions_of(system);
    return {static_cast<int>(list.size()), LabelKinds(list, choice).count(), labels};
}

PerceptronModel::PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                                 LabelUses uses, FrozenWeights weights)
    : system_(system), templates_(std::move(templates)), uses_(std::move(uses)), weights_(std::move(weights)) {}

PerceptronModel::PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                                 LabelUses uses, FrozenWeights weights, std::vector<std::uint8_t> seen_classes)
    : PerceptronModel(system, std::move(templates), std::move(uses), std::move(weights)) {
    label_choice_ = LabelChoice::together;
    seen_classes_ = std::move(seen_classes);
}

PerceptronModel::PerceptronModel(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                                 std::string_view bytes)
    : system_(system), templates_(std::move(templates)), weights_(bytes) {
    if (weights_.shape() == shape_of(system, labels, LabelChoice::together)) {
        label_choice_ = LabelChoice::together;
    } else if (weights_.shape() != shape_of(system, labels)) {
        throw std::invalid_argument("the weights are those of another parser");
    }
    const auto label_count = static_cast<std::size_t>(labels);
    uses_ = LabelUses(take(bytes, label_count));
    if (label_choice_ == LabelChoice::together)
        seen_classes_ = take(bytes, transitions_of(system).size() * label_count);
    if (!bytes.empty()) throw std::invalid_argument("there is more than the model");
}

void PerceptronModel::write(std::string& bytes) const {
    weights_.write(bytes);
    append(uses_.uses(), bytes);
    append(seen_classes_, bytes);
}

PerceptronModel::Parser::Parser(const PerceptronModel& model, const Options& options)
    : model_(&model),
      options_(options),
      kinds_(transitions_of(model.system_), model.label_choice_),
      view_(*model.templates_, model.weights_) {
    if (model.label_choice_ == LabelChoice::together) {
        if (options.beam > 1) throw std::invalid_argument("a parser that chooses labels with transitions has no beam");
        class_scores_.resize(static_cast<std::size_t>(model.weights_.shape().labels));
    }
    if (options.beam > 1) beam_.emplace(view_, options.beam);
}

const LabelledTree& PerceptronModel::Parser::parse(std::span<const std::uint32_t> rows, int words) {
    rows_ = rows;
    view_.forget();
    if (options_.margins) margins_.reset(words);
    std::visit(
        [&](const auto& system) {
            system.start(configuration_, words);
            if (beam_) {
                search(system);
            } else if (model_->label_choice_ == LabelChoice::together) {
                derive_together(system);
            } else {
                derive(system);
            }
            finish(system);
        },
        model_->system_);
    return tree_;
}

template <class System>
void PerceptronModel::Parser::derive(const System& system) {
    const TransitionList list = system.transitions();
    Configuration& c = configuration_;
    while (!system.finished(c)) {
        view_.look_at(c, rows_);
        std::size_t best = list.size();
        for (std::size_t k = 0; k < list.size(); ++k) {
            if (system.why_not(c, list[k]) != nullptr) continue;
            if (best == list.size() || view_.score(k) > view_.score(best)) best = k;
        }
        const Arc arc = arc_of(system, c, list[best]);
        if (options_.margins) measure(system, best, arc.dependent);
        const bool is_arc = arc.dependent != no_node;
        const int kind = kinds_.of(list[best]);
        system.apply(c, list[best],
                     is_arc ? best_label(kind, std::min(arc.head, arc.dependent), arc.dependent) : Label{0});
        poll(work_of_transition);
    }
}

template <class System>
void PerceptronModel::Parser::derive_together(const System& system) {
    const TransitionList list = system.transitions();
    Configuration& c = configuration_;
    while (!system.finished(c)) {
        view_.look_at(c, rows_);
        const auto best = best_step<std::int32_t>(system, c, model_->uses_,
                                                  [&](std::size_t k) { return label_scores(kinds_.of(list[k])); });
        if (options_.margins && best.dependent > 0) {
            const auto index = static_cast<std::size_t>(best.dependent) - 1;
            const float scale = model_->weights_.label_scale();
            margins_.transitions[index] = static_cast<float>(best.transition_margin()) / scale;
            margins_.labels[index] = static_cast<float>(best.label_margin) / scale;
        }
        system.apply(c, list[best.transition], best.label);
        poll(work_of_transition);
    }
}

// The best derivation of a beam. What its single steps are sure of is measured afterwards.
template <class System>
void PerceptronModel::Parser::search(const System& system) {
    const TransitionList list = system.transitions();
    beam_->start(system, configuration_);
    while (!beam_->is_finished()) {
        beam_->candidates(system, rows_, [](const auto&, Transition) { return true; });
        beam_->advance(system, [&](FrozenView& view, const Configuration& c, Transition t) -> Label {
            const Arc arc = arc_of(system, c, t);
            if (arc.dependent == no_node) return 0;
            return model_->uses_.best(view.label_scores(kinds_.of(t)), std::min(arc.head, arc.dependent));
        });
    }
    if (options_.margins) {
        beam_->history().read(beam_->items()[0].last, derivation_);
        for (const auto& [transition, label] : derivation_) {
            const Arc arc = arc_of(system, configuration_, list[transition]);
            if (arc.dependent != no_node) {
                view_.look_at(configuration_, rows_);
                measure(system, transition, arc.dependent);
                best_label(kinds_.of(list[transition]), std::min(arc.head, arc.dependent), arc.dependent);
            }
            system.apply(configuration_, list[transition], label);
            poll(work_of_transition);
        }
    }
    configuration_ = beam_->items()[0].configuration;
}

template <class System>
void PerceptronModel::Parser::measure(const System& system, std::size_t transition, Node dependent) {
    if (dependent <= 0) return;
    const TransitionList list = system.transitions();
    std::int64_t margin = INT64_MAX;
    for (std::size_t k = 0; k < list.size(); ++k)
        if (k != transition && system.why_not(configuration_, list[k]) == nullptr)
            margin = std::min(margin, std::int64_t{view_.score(transition)} - view_.score(k));
    if (margin == INT64_MAX) margin = 0;  // there was no other way
    margins_.transitions[static_cast<std::size_t>(dependent) - 1] =
        static_cast<float>(margin) / model_->weights_.transition_scale();
}

Label PerceptronModel::Parser::best_label(int kind, Node head, Node dependent) {
    const std::int32_t* const scores = label_scores(kind);
    const Label label = model_->uses_.best(scores, head);
    if (options_.margins && dependent > 0)
        margins_.labels[static_cast<std::size_t>(dependent) - 1] =
            static_cast<float>(model_->uses_.margin(scores, head, label)) / model_->weights_.label_scale();
    return label;
}

// If labels are chosen together with transitions, those that training has not seen with this one are marked.
const std::int32_t* PerceptronModel::Parser::label_scores(int kind) {
    const std::int32_t* const scores = view_.label_scores(kind);
    if (model_->label_choice_ == LabelChoice::after || kind >= kinds_.of_unattached()) return scores;
    const std::size_t labels = class_scores_.size();
    const std::uint8_t* const seen = model_->seen_classes_.data() + static_cast<std::size_t>(kind) * labels;
    for (std::size_t k = 0; k < labels; ++k) class_scores_[k] = seen[k] != 0 ? scores[k] : never_seen<std::int32_t>;
    return class_scores_.data();
}

template <class System>
void PerceptronModel::Parser::finish(const System& system) {
    Configuration& c = configuration_;
    read_tree(system, c, tree_);
    const bool choose = options_.one_root && std::count(tree_.heads.begin(), tree_.heads.end(), 0) > 1;
    const auto is_open = [&](std::size_t index) {
        return tree_.heads[index] == 0 && (choose || tree_.labels[index] == LabelledTree::unlabelled);
    };
    empty_stacks(c);
    Node root = no_node;
    std::int32_t best = 0;
    for (Node w = 1; w <= c.words(); ++w) {
        const auto index = static_cast<std::size_t>(w) - 1;
        if (!is_open(index)) continue;
        poll(work_of_transition);
        facing_root(c, w, [&] {
            view_.look_at(c, rows_);
            if (tree_.labels[index] == LabelledTree::unlabelled)
                tree_.labels[index] = best_label(kinds_.of_unattached(), 0, w);
            const std::int32_t score = label_scores(kinds_.of_root_choice())[0];
            if (root == no_node || score > best) {
                root = w;
                best = score;
            }
        });
    }
    if (!choose) return;
    for (Node w = 1; w <= c.words(); ++w) {
        const auto index = static_cast<std::size_t>(w) - 1;
        if (tree_.heads[index] != 0 || w == root) continue;
        poll(work_of_transition);
        tree_.heads[index] = root;
        if (options_.margins) margins_.transitions[index] = Margins::moved;
        facing_each_other(system, c, root, w, [&](Transition t) {
            view_.look_at(c, rows_);
            tree_.labels[index] = best_label(kinds_.of(t), root, w);
        });
    }
}

}  // namespace crossarc
