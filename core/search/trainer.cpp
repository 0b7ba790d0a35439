#include "core/search/trainer.hpp"

#include <algorithm>
#include <numeric>

#include "core/search/arc_of.hpp"
#include "core/search/facing.hpp"

namespace crossarc {
namespace {

constexpr Label no_label = -1;  // the arc is not in the gold tree

int transition_number(const AnySystem& system) {
    return static_cast<int>(std::visit([](const auto& own) { return own.transitions().size(); }, system));
}

LabelUses uses_in(std::span<const Example> examples, int labels) {
    std::vector<std::uint8_t> uses(static_cast<std::size_t>(labels));
    for (const auto& [rows, gold] : examples)
        for (std::size_t w = 0; w < gold.heads.size(); ++w)
            uses[static_cast<std::size_t>(gold.labels[w])] |=
                gold.heads[w] == 0 ? LabelUses::under_root : LabelUses::elsewhere;
    return LabelUses(std::move(uses));
}

// ARC has no direction: it is right both ways.
Label gold_label(const LabelledTree& gold, const Arc& arc, bool any_direction) {
    const auto is_gold = [&](Node head, Node dependent) {
        return dependent > 0 && gold.heads[static_cast<std::size_t>(dependent) - 1] == head;
    };
    if (is_gold(arc.head, arc.dependent)) return gold.labels[static_cast<std::size_t>(arc.dependent) - 1];
    if (any_direction && is_gold(arc.dependent, arc.head)) return gold.labels[static_cast<std::size_t>(arc.head) - 1];
    return no_label;
}

}  // namespace

PerceptronTrainer::PerceptronTrainer(const AnySystem& system, std::shared_ptr<const FeatureTemplates> templates,
                                     int labels, std::vector<Example> examples, TrainingOptions options)
    : system_(system),
      templates_(std::move(templates)),
      examples_(std::move(examples)),
      options_(std::move(options)),
      oracle_(make_oracle(system, options_.oracle, {options_.regularize})),
      uses_(uses_in(examples_, labels)),
      transitions_(transition_number(system)),
      labels_(labels),
      roots_(1),
      scorer_(*templates_),
      scores_(std::max({transitions_.width(), labels_.width(), roots_.width()})) {}

void PerceptronTrainer::start_epoch() {
    ++epoch_;
    random_ = RandomStream(options_.seed, static_cast<std::uint64_t>(epoch_));
    order_.resize(examples_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t left = order_.size(); left > 1; --left)
        std::swap(order_[left - 1], order_[random_.below(static_cast<std::uint32_t>(left))]);
}

std::size_t PerceptronTrainer::learn(std::size_t examples) {
    std::visit(
        [&](const auto& system) {
            for (; examples > 0 && !order_.empty(); --examples) {
                const Example& example = examples_[order_.back()];
                order_.pop_back();
                if (!example.gold.heads.empty()) learn_from(system, example);
            }
        },
        system_);
    return order_.size();
}

template <class System>
void PerceptronTrainer::learn_from(const System& system, const Example& example) {
    const TransitionList list = system.transitions();
    const bool exploring = options_.oracle != "static" && epoch_ >= options_.first_exploration;
    Configuration& c = configuration_;
    Costs costs;
    oracle_->prepare(example.gold.heads);
    system.start(c, static_cast<int>(example.gold.heads.size()));
    while (!system.finished(c)) {
        scorer_.look_at(c, example.rows);
        transitions_.score(scorer_.keys(), scores_.data());
        oracle_->costs(c, costs);
        int predicted = -1, right = -1;
        const auto score = [&](int k) { return scores_[static_cast<std::size_t>(k)]; };
        const auto cost = [&](int k) { return costs[static_cast<std::size_t>(list[static_cast<std::size_t>(k)])]; };
        for (int k = 0; k < static_cast<int>(list.size()); ++k) {
            if (cost(k) == illegal) continue;
            if (predicted < 0 || score(k) > score(predicted)) predicted = k;
            if (right < 0 || cost(k) < cost(right) || (cost(k) == cost(right) && score(k) > score(right))) right = k;
        }
        ++step_;
        if (cost(predicted) > cost(right)) {
            transitions_.update(scorer_.keys(), right, 1.0f, step_);
            transitions_.update(scorer_.keys(), predicted, -1.0f, step_);
            if (!exploring || !by_chance(options_.exploration)) predicted = right;
        }
        const Transition t = list[static_cast<std::size_t>(predicted)];
        Label label = 0;
        if (const Arc arc = arc_of(system, c, t); arc.dependent != no_node)
            label = learn_label(scorer_.keys(label_of(t)), std::min(arc.head, arc.dependent),
                                gold_label(example.gold, arc, t == Transition::arc));
        system.apply(c, t, label);
    }
    learn_root(system, example);
}

// The label to go on with: the right one if there is one.
Label PerceptronTrainer::learn_label(std::span<const FeatureKey> keys, Node head, Label gold) {
    labels_.score(keys, scores_.data());
    const Label predicted = uses_.best(scores_.data(), head);
    if (gold == no_label || gold == predicted) return predicted;
    labels_.update(keys, gold, 1.0f, step_);
    labels_.update(keys, predicted, -1.0f, step_);
    return gold;
}

// Of the words that ended up under 0, a right one is to have the highest score.
template <class System>
void PerceptronTrainer::learn_root(const System& system, const Example& example) {
    Configuration& c = configuration_;
    read_tree(system, c, tree_);
    empty_stacks(c);
    struct Candidate {
        Node word = no_node;
        float score = 0.0f;
    } best_right, best_wrong;
    for (Node w = 1; w <= c.words(); ++w) {
        const auto index = static_cast<std::size_t>(w) - 1;
        if (tree_.heads[index] != 0) continue;
        const bool is_right = example.gold.heads[index] == 0;
        facing_root(c, w, [&] {
            scorer_.look_at(c, example.rows);
            if (is_right && tree_.labels[index] == LabelledTree::unlabelled)
                learn_label(scorer_.keys(Question::root_label), 0, example.gold.labels[index]);
            roots_.score(scorer_.keys(Question::root), scores_.data());
        });
        Candidate& best = is_right ? best_right : best_wrong;
        if (best.word == no_node || scores_[0] > best.score) best = {w, scores_[0]};
    }
    if (best_right.word == no_node || best_wrong.word == no_node || best_right.score > best_wrong.score) return;
    const auto update = [&](Node word, float amount) {
        facing_root(c, word, [&] {
            scorer_.look_at(c, example.rows);
            roots_.update(scorer_.keys(Question::root), 0, amount, step_);
        });
    };
    update(best_right.word, 1.0f);
    update(best_wrong.word, -1.0f);
}

PerceptronModel PerceptronTrainer::model(float least) const {
    return PerceptronModel(system_, templates_, uses_, FrozenWeights(transitions_, step_, least),
                           FrozenWeights(labels_, step_, least), FrozenWeights(roots_, step_, least));
}

}  // namespace crossarc
