// Lock step with random scores: following the oracle rebuilds the trees that a system covers, labels included; other
// walks end in trees; entries stay within the table.
#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/parsing/lock_step.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

constexpr std::size_t label_count = 5;

struct Sentences {
    std::vector<std::int32_t> lengths;
    std::vector<std::int64_t> offsets{0}, first_rows;
    std::vector<Node> heads;
    std::vector<Label> labels;
    std::int64_t rows = 0;

    // A chain to the right: every system covers it. Label 0 is the root's.
    void add(int length) {
        lengths.push_back(length);
        first_rows.push_back(rows);
        rows += length + 1;
        for (int w = 0; w < length; ++w) {
            heads.push_back(w);
            labels.push_back(w == 0 ? 0 : static_cast<Label>(1 + static_cast<std::size_t>(w) % (label_count - 1)));
        }
        offsets.push_back(static_cast<std::int64_t>(heads.size()));
    }
};

std::unique_ptr<LockStep> lock_step(const std::string& name, LabelChoice choice, const Sentences& sentences) {
    std::vector<std::uint8_t> uses(label_count, LabelUses::elsewhere);
    uses[0] = LabelUses::under_root;
    return std::make_unique<LockStep>(make_system(name, {}), LabelUses(std::move(uses)), choice,
                                      std::vector<Address>{Address("S0"), Address("S1l"), Address("B0"), Address("B1")},
                                      sentences.lengths, WordTable{sentences.first_rows, sentences.rows});
}

// A right arc has one right label, even if it is not in the gold tree; only what cannot have its own may have any.
void check_labels(const ScoreColumns& columns, std::span<const Verdict> verdicts) {
    for (; !verdicts.empty(); verdicts = verdicts.subspan(columns.count()))
        for (std::size_t t = 0; t < columns.transitions(); ++t) {
            if (!columns.has_labels(t) || verdicts[t] != Verdict::right) continue;
            const auto own = verdicts.subspan(columns.column(t, 0), label_count);
            const auto right = std::count(own.begin(), own.end(), Verdict::right);
            const bool is_free = own[0] == Verdict::not_legal && right == label_count - 1;
            CHECK(right == 1 || is_free);
        }
}

void run(const std::string& name, const std::string& oracle, LabelChoice choice, const Exploration& exploration,
         std::mt19937& random) {
    Sentences sentences;
    for (int length : {4, 0, 9, 1, 6}) sentences.add(length);
    const auto owner = lock_step(name, choice, sentences);
    LockStep& steps = *owner;
    steps.set_gold({sentences.heads, sentences.offsets}, sentences.labels, oracle, {});
    const auto uniform = [&] { return static_cast<float>(random() % 1000) / 1000.0f; };
    while (steps.open() > 0) {
        std::vector<std::int64_t> entries(steps.open() * steps.slots());
        std::vector<float> scores(steps.open() * steps.columns().count()), draws(steps.open());
        std::vector<Verdict> verdicts(scores.size());
        std::vector<std::int64_t> errors(steps.sentences(), 0);
        steps.entries(entries.data());
        for (std::int64_t entry : entries)
            CHECK(entry >= 0 && entry < (sentences.rows + 1) * static_cast<std::int64_t>(steps.slots()));
        std::generate(scores.begin(), scores.end(), uniform);
        std::generate(draws.begin(), draws.end(), uniform);
        if (exploration.mistakes < 0) {
            steps.advance(scores.data());
        } else {
            const std::vector<std::size_t> open = steps.open_sentences();
            steps.explore(scores.data(), draws.data(), exploration, verdicts.data(), errors.data());
            for (std::size_t s = 0; s < errors.size(); ++s)
                CHECK(errors[s] == 0 || (errors[s] == 1 && std::find(open.begin(), open.end(), s) != open.end()));
            CHECK(std::find(verdicts.begin(), verdicts.end(), Verdict::right) != verdicts.end());
            check_labels(steps.columns(), verdicts);
        }
    }
    std::vector<Node> heads(steps.words());
    std::vector<Label> labels(steps.words());
    steps.trees(heads.data(), labels.data());
    for (std::size_t w = 0; w < heads.size(); ++w) {
        CHECK(labels[w] == LabelledTree::unlabelled || (labels[w] == 0) == (heads[w] == 0));
        if (exploration.mistakes != 0.0f) continue;
        CHECK_EQUAL(heads[w], sentences.heads[w]);
        CHECK(labels[w] == sentences.labels[w] || (labels[w] == LabelledTree::unlabelled && heads[w] == 0));
    }
    const std::vector<std::int32_t> which{0, 2}, of{1, 9}, to{3, 2};
    std::vector<std::int64_t> entries(which.size() * steps.slots());
    std::vector<std::int32_t> transitions(which.size());
    steps.entries_facing(which, of, to, entries.data(), transitions.data());
    CHECK(steps.columns().has_labels(static_cast<std::size_t>(transitions[0])));
    CHECK(transitions[0] != transitions[1]);
}

}  // namespace

int main() {
    std::mt19937 random(3);
    for (const char* name : {"arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar",
                             "covington", "arc-eager+lba+rba", "2-planar+lnba"}) {
        for (std::string_view oracle : oracle_names(*make_system(name, {}))) {
            for (LabelChoice choice : {LabelChoice::together, LabelChoice::after}) {
                run(name, std::string(oracle), choice, {0.0f, 0.0f}, random);
                if (oracle != "static") run(name, std::string(oracle), choice, {1.0f, 0.5f}, random);
                run(name, std::string(oracle), choice, {-1.0f, 0.0f}, random);
            }
        }
    }
}
