#include "core/learning/examples.hpp"

#include <unordered_map>

#include "core/interruption.hpp"
#include "core/learning/gold_label.hpp"
#include "core/oracles/static.hpp"
#include "core/parsing/roots.hpp"
#include "core/scorers/kernel_machine.hpp"

namespace crossarc {
namespace {

// Gives features their columns in the order in which they turn up.
class RowWriter {
  public:
    explicit RowWriter(ClassifiedRows& rows) : rows_(rows) {}

    void add(std::span<const FeatureKey> keys, int of_class, std::uint64_t group, std::uint64_t substitute) {
        for (const FeatureKey key : keys) {
            const auto [found, is_new] = columns_.try_emplace(key, static_cast<std::int32_t>(rows_.keys.size()));
            if (is_new) rows_.keys.push_back(key);
            rows_.columns.push_back(found->second);
        }
        rows_.offsets.push_back(static_cast<std::int64_t>(rows_.columns.size()));
        rows_.classes.push_back(of_class);
        rows_.groups.push_back(group);
        rows_.substitutes.push_back(substitute);
    }

  private:
    ClassifiedRows& rows_;
    std::unordered_map<FeatureKey, std::int32_t> columns_;
};

class Extractor {
  public:
    Extractor(const SharedSystem& system, const OracleOptions& options, const FeatureTemplates& templates,
              const FeatureTemplates& split, LabelChoice choice, int labels, DerivationExamples& examples)
        : system_(*system),
          oracle_(system, options),
          templates_(templates),
          split_(split),
          choice_(choice),
          label_count_(labels),
          kinds_(system->kinds(), choice),
          keys_(templates.size()),
          transitions_(examples.transitions),
          labels_(examples.labels),
          roots_(examples.roots) {}

    void extract(const AnnotatedSentence& sentence) {
        Configuration& c = configuration_;
        oracle_.aim(sentence.gold.heads, target_);
        system_.start(c, static_cast<int>(sentence.gold.heads.size()));
        while (!system_.finished(c)) {
            const Transition t = oracle_.choice(target_, c, scratch_);
            look_at(c, sentence);
            const Kind& kind = system_.kinds()[t.kind];
            const ArcLabel found =
                kind.links ? label_in(sentence.gold, system_.arc(c, t), kind.is_directed) : ArcLabel{};
            if (choice_ == LabelChoice::together) {
                transitions_.add(seen_, static_cast<int>(t.kind) * label_count_ + found.label, split_key_, no_group);
            } else {
                transitions_.add(seen_, static_cast<int>(t.kind), split_key_, no_group);
                if (found.is_gold) add_label(kinds_.of(t), found.label);
            }
            system_.apply(c, t, found.label);
            poll(work_of_transition);
        }
        extract_roots(sentence);
    }

  private:
    // A parser has to choose among words that all hang from 0, so the other words are shown as if they did, too.
    void extract_roots(const AnnotatedSentence& sentence) {
        system_.read_tree(configuration_, tree_);
        empty_stacks(configuration_);
        for (Node w = 1; w <= configuration_.words(); ++w) {
            const auto index = static_cast<std::size_t>(w) - 1;
            const bool is_root = sentence.gold.heads[index] == 0;
            if (!is_root) hang_from_root(sentence.gold, w);
            poll(work_of_transition + 16 * configuration_.words());
            Configuration& c = is_root ? configuration_ : with_another_root_;
            facing_root(c, w, [&] {
                look_at(c, sentence);
                if (is_root && tree_.labels[index] == LabelledTree::unlabelled)
                    add_label(kinds_.of_unattached(), sentence.gold.labels[index]);
                roots_.add(seen_, is_root ? 1 : 0, no_group, static_cast<std::uint64_t>(kinds_.of_root_choice()));
            });
        }
    }

    // The finished configuration, but `word` is under 0 in the way in which the root is.
    void hang_from_root(const LabelledTree& gold, Node word) {
        const Configuration& c = configuration_;
        Configuration& other = with_another_root_;
        other.reset(c.words(), c.root());
        if (c.has_links()) other.allow_links();
        for (Node w = 1; w <= c.words(); ++w) other.remove_first();
        for (int k = 0; k < c.edges(); ++k) {
            const Configuration::Edge edge = c.edge(k);
            const Node head = gold.heads[static_cast<std::size_t>(word) - 1];
            if (edge.left == std::min(word, head) && edge.right == std::max(word, head)) continue;
            other.link(edge.left, edge.right, edge.leftward, edge.label);
            if (edge.left == 0 && other.leftmost(word) != 0) other.link(0, word, edge.leftward, edge.label);
        }
        if (c.edges() > 0) return;
        for (Node w = 1; w <= c.words(); ++w) {
            if (w != word && c.has_head(w)) other.attach(c.head(w), w, c.label(w));
            if (c.head(w) == 0 && !other.has_head(word)) other.attach(0, word, c.label(w));
        }
    }

    void add_label(int kind, Label label) {
        labels_.add(seen_, label, label_group(kind, split_key_), static_cast<std::uint64_t>(kind));
    }

    void look_at(const Configuration& c, const AnnotatedSentence& sentence) {
        seen_ = {keys_.data(), templates_.extract(c, sentence.rows, keys_.data())};
        split_key_ = no_group;
        split_.extract(c, sentence.split_rows, &split_key_);
    }

    const System& system_;
    StaticOracle oracle_;
    Target target_;
    Scratch scratch_;
    const FeatureTemplates& templates_;
    const FeatureTemplates& split_;
    LabelChoice choice_;
    int label_count_;
    LabelKinds kinds_;
    std::vector<FeatureKey> keys_;
    std::span<const FeatureKey> seen_;  // those of the configuration that was looked at
    Configuration configuration_, with_another_root_;
    LabelledTree tree_;
    FeatureKey split_key_ = no_group;
    RowWriter transitions_, labels_, roots_;
};

}  // namespace

DerivationExamples derivation_examples(const SharedSystem& system, const OracleOptions& options,
                                       const FeatureTemplates& templates, const FeatureTemplates& split,
                                       LabelChoice choice, int labels, std::span<const AnnotatedSentence> sentences,
                                       std::size_t most_features) {
    DerivationExamples examples;
    examples.label_uses.resize(static_cast<std::size_t>(labels));
    for (const AnnotatedSentence& sentence : sentences) note_uses(sentence.gold, examples.label_uses);
    make_oracle(system, "static", options);  // for its error messages
    Extractor extractor(system, options, templates, split, choice, labels, examples);
    for (const AnnotatedSentence& sentence : sentences) {
        if (examples.transitions.columns.size() > most_features) break;
        if (!sentence.gold.heads.empty()) extractor.extract(sentence);
    }
    return examples;
}

}  // namespace crossarc
