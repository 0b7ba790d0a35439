// Transformations of random trees, mostly for the sanitizers: they are compared with slow ones in Python.
#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "core/transforms/attach_roots.hpp"
#include "core/transforms/projectivize.hpp"
#include "core/transforms/pseudo_projective.hpp"
#include "core/tree/cycle.hpp"
#include "tests/core/check.hpp"
#include "tests/core/random_trees.hpp"

using namespace crossarc;

namespace {

using Heads = std::vector<std::int32_t>;

bool is_projective(const Heads& heads) {
    Tree tree;
    tree.assign(heads);
    return ProjectivityCheck().count_nonprojective(tree) == 0;
}

void trees_become_projective(int n, std::mt19937& random) {
    static Projectivization projectivization;  // reused, as a thread does
    Heads heads = random_tree(n, random);
    projectivization.projectivize(heads);
    CHECK(is_projective(heads));
    CHECK_EQUAL(projectivization.projectivize(heads), 0);
}

void lifted_words_go_back_to_trees(int n, std::mt19937& random) {
    for (const LiftEncoding encoding : {LiftEncoding::head, LiftEncoding::path, LiftEncoding::head_and_path}) {
        PseudoProjective lifting(encoding);
        Heads heads = random_tree(n, random);
        std::vector<std::int32_t> labels(heads.size()), trail;
        for (std::int32_t& label : labels) label = static_cast<std::int32_t>(random() % 3);
        std::vector<LiftMarks> marks(heads.size());
        lifting.projectivize(heads, labels, marks);
        CHECK(is_projective(heads));
        for (LiftMarks& mark : marks)  // a parser may predict anything
            if (random() % 4 == 0) mark = {static_cast<std::int32_t>(random() % 5) - 1, random() % 2 == 0, random() % 2 == 0};
        lifting.deprojectivize(heads, labels, marks);
        CHECK_EQUAL(find_cycle(heads, trail), 0);
    }
}

void trees_are_lifted_until_they_pass(int n, std::mt19937& random) {
    const int most = static_cast<int>(random() % 4);
    const auto passes = [&](std::span<const Node> heads, int& patience) {
        patience -= std::min(patience, 400);  // as a test that has to search
        Tree tree;
        tree.assign(heads);
        return ProjectivityCheck().count_nonprojective(tree) <= most;
    };
    const Heads heads = random_tree(n, random);
    Heads lifted = heads;
    std::vector<std::int32_t> labels(heads.size()), trail;
    std::vector<LiftMarks> marks(heads.size());
    const int words = PseudoProjective(LiftEncoding::head, passes).projectivize(lifted, labels, marks);
    int patience = 0, changed = 0;
    CHECK(passes(lifted, patience));
    CHECK_EQUAL(find_cycle(lifted, trail), 0);
    for (std::size_t word = 0; word < heads.size(); ++word) changed += heads[word] != lifted[word];
    CHECK_EQUAL(words, changed);
    if (passes(heads, patience)) CHECK_EQUAL(words, 0);
}

void one_root_stays(int n, std::mt19937& random) {
    static RootAttachment attachment;
    Heads heads = random_tree(n, random);
    for (std::int32_t& head : heads)
        if (random() % 3 == 0) head = 0;
    std::vector<std::int32_t> roots, trail;
    for (std::int32_t word = 1; word <= n; ++word)
        if (heads[static_cast<std::size_t>(word) - 1] == 0) roots.push_back(word);
    const std::int32_t root = roots[random() % roots.size()];
    const auto width = static_cast<std::size_t>(n) + random() % 3;
    std::vector<float> scores(static_cast<std::size_t>(n) * width);
    for (float& score : scores)
        score = random() % 9 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(random() % 5);
    const Heads before = heads;
    attachment.attach(heads, root, scores.data(), width);
    CHECK_EQUAL(std::count(heads.begin(), heads.end(), 0), 1);
    CHECK_EQUAL(heads[static_cast<std::size_t>(root) - 1], 0);
    CHECK_EQUAL(find_cycle(heads, trail), 0);
    for (std::size_t word = 0; word < heads.size(); ++word) CHECK(before[word] == 0 || before[word] == heads[word]);
}

}  // namespace

int main() {
    std::mt19937 random(8);
    for (int round = 0; round < 500; ++round) {
        const int n = 1 + static_cast<int>(random() % 20);
        trees_become_projective(n, random);
        lifted_words_go_back_to_trees(n, random);
        trees_are_lifted_until_they_pass(n, random);
        one_root_stays(n, random);
    }
    trees_become_projective(200, random);
    trees_are_lifted_until_they_pass(200, random);
    trees_are_lifted_until_they_pass(SparingLifting::longest + 1, random);
    trees_become_projective(Projectivization::longest_chart + 200, random);
}
