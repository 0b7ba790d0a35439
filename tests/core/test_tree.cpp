// Properties of random trees against the definitions, in quadratic or cubic time.
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "core/tree/crossings.hpp"
#include "core/tree/nesting.hpp"
#include "core/tree/planarity.hpp"
#include "core/tree/profile.hpp"
#include "core/tree/projectivity.hpp"
#include "core/tree/tree.hpp"
#include "tests/core/check.hpp"
#include "tests/core/random_trees.hpp"

using namespace crossarc;

namespace {

using Heads = std::vector<std::int32_t>;

bool descends(const Heads& heads, Node node, Node ancestor) {
    while (node != ancestor && node != 0) node = heads[static_cast<std::size_t>(node) - 1];
    return node == ancestor;
}

bool cross(const Heads& heads, Node a, Node b) {
    const Node ha = heads[static_cast<std::size_t>(a) - 1], hb = heads[static_cast<std::size_t>(b) - 1];
    if (ha == 0 || hb == 0) return false;
    const auto [l1, r1] = std::minmax(a, ha);
    const auto [l2, r2] = std::minmax(b, hb);
    return (l1 < l2 && l2 < r1 && r1 < r2) || (l2 < l1 && l1 < r2 && r2 < r1);
}

void measures_agree_with_their_definitions() {
    std::mt19937 random(4);
    Tree tree;  // all are reused, as the profiler does
    ProjectivityCheck projectivity;
    CrossingsGraph graph;
    NestingCheck nesting;
    GapDegree gaps;
    for (int round = 0; round < 1000; ++round) {
        const int n = 1 + static_cast<int>(random() % 9);
        const Heads heads = random_tree(n, random);
        tree.assign(heads);
        std::vector<std::uint8_t> flags(heads.size());
        projectivity.mark_nonprojective(tree, flags);
        CHECK(graph.assign(tree));
        std::size_t crossings = 0;
        bool ill_nested = false;
        int gap_degree = 0;
        for (Node word = 1; word <= n; ++word) {
            const Node head = heads[static_cast<std::size_t>(word) - 1];
            bool nonprojective = false;
            for (Node w = std::min(word, head) + 1; w < std::max(word, head); ++w)
                nonprojective |= !descends(heads, w, head);
            CHECK_EQUAL(flags[static_cast<std::size_t>(word) - 1] != 0, nonprojective);

            int blocks = 0;
            for (Node w = 1; w <= n; ++w) {
                CHECK_EQUAL(tree.dominates(word, w), descends(heads, w, word));
                blocks += descends(heads, w, word) && (w == 1 || !descends(heads, w - 1, word));
            }
            gap_degree = std::max(gap_degree, blocks - 1);

            for (Node other = 1; other <= n; ++other) {
                const auto neighbours = graph.neighbours(word);
                const auto listed = std::count(neighbours.begin(), neighbours.end(), other);
                CHECK_EQUAL(listed, cross(heads, word, other) ? 1 : 0);
                crossings += cross(heads, word, other);
                if (descends(heads, word, other) || descends(heads, other, word)) continue;
                for (Node a = 1; a <= n; ++a)
                    for (Node b = a + 1; b <= n; ++b)
                        for (Node c = b + 1; c <= n; ++c)
                            for (Node d = c + 1; d <= n; ++d)
                                ill_nested |= descends(heads, a, word) && descends(heads, b, other) &&
                                              descends(heads, c, word) && descends(heads, d, other);
            }
        }
        CHECK_EQUAL(graph.edge_count(), crossings / 2);
        CHECK_EQUAL(nesting.is_well_nested(tree), !ill_nested);
        CHECK_EQUAL(gaps.of(tree), gap_degree);
    }
}

bool colourable(const Heads& heads, std::vector<int>& colours, int most) {
    if (colours.size() == heads.size()) return true;
    const auto word = static_cast<Node>(colours.size()) + 1;
    for (int colour = 0; colour < most; ++colour) {
        bool fits = true;
        for (Node other = 1; other < word; ++other)
            fits &= colours[static_cast<std::size_t>(other) - 1] != colour || !cross(heads, word, other);
        if (!fits) continue;
        colours.push_back(colour);
        if (colourable(heads, colours, most)) return true;
        colours.pop_back();
    }
    return false;
}

void planes_are_the_fewest() {
    std::mt19937 random(5);
    Tree tree;
    CrossingsGraph graph;
    PlanarityCheck planarity;
    std::set<int> seen;
    for (int round = 0; round < 1000; ++round) {
        const Heads heads = random_tree(2 + static_cast<int>(random() % 15), random);
        tree.assign(heads);
        CHECK(graph.assign(tree));
        const Planarity result = planarity.minimum_planes(graph);
        int expected = 1;
        for (std::vector<int> colours; !colourable(heads, colours, expected); ++expected) colours.clear();
        CHECK_EQUAL(result.at_least, expected);
        CHECK_EQUAL(result.at_most, expected);
        seen.insert(expected);
    }
    CHECK(seen.size() >= 4);
}

struct Profile {
    std::int32_t nonprojective_arcs, least_planes, most_planes, gap_degree;
    std::uint8_t ill_nested;
};

Profile profile_of(const Heads& heads) {
    const std::int64_t offsets[] = {0, static_cast<std::int64_t>(heads.size())};
    Profile p;
    profile_trees(heads, offsets, 1,
                  {{&p.nonprojective_arcs, 1}, {&p.least_planes, 1}, {&p.most_planes, 1}, {&p.ill_nested, 1}, {&p.gap_degree, 1}});
    return p;
}

void huge_trees_are_measured_in_reasonable_time() {
    std::mt19937 random(6);
    for (const int n : {5000, 20000}) {
        const Heads heads = random_tree(n, random);
        const Profile profile = profile_of(heads);
        CHECK(profile.ill_nested);
        CHECK(profile.most_planes > 4);
        CHECK(profile.least_planes > (n == 5000 ? 4 : 1));  // the larger one has too many crossings to be looked at
    }
    // A deep tree with one non-projective arc, and many arcs that end together and cross as many.
    Heads chain{2, 0, 1};
    for (Node word = 3; word < 200000; ++word) chain.push_back(word);
    CHECK_EQUAL(profile_of(chain).least_planes, 1);
    CHECK(!profile_of(chain).ill_nested);
    constexpr Node k = 20000;
    Heads burst(2 * k + 2);
    for (Node word = 1; word <= 2 * k; ++word) burst[static_cast<std::size_t>(word) - 1] = word <= k ? 2 * k + 1 : 2 * k + 2;
    CHECK(profile_of(burst).least_planes >= 2);
}

void threads_do_not_matter() {
    std::mt19937 random(7);
    Heads heads;
    std::vector<std::int64_t> offsets{0};
    for (int s = 0; s < 500; ++s) {
        const Heads tree = random_tree(1 + static_cast<int>(random() % 30), random);
        heads.insert(heads.end(), tree.begin(), tree.end());
        offsets.push_back(static_cast<std::int64_t>(heads.size()));
    }
    std::vector<std::uint8_t> one(heads.size()), four(heads.size());
    mark_nonprojective_arcs(heads, offsets, 1, one);
    mark_nonprojective_arcs(heads, offsets, 4, four);
    CHECK(one == four);
}

}  // namespace

int main() {
    measures_agree_with_their_definitions();
    planes_are_the_fewest();
    huge_trees_are_measured_in_reasonable_time();
    threads_do_not_matter();
}
