// Configurations that are copied by what has changed are what they would be if they were copied as a whole.
#include <random>
#include <vector>

#include "core/systems/list.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

void check_same(const Configuration& a, const Configuration& b) {
    CHECK(a == b);
    for (Node x = 0; x <= a.words(); ++x) {
        CHECK_EQUAL(a.label(x), b.label(x));
        CHECK_EQUAL(a.leftmost(x), b.leftmost(x));
        CHECK_EQUAL(a.second_leftmost(x), b.second_leftmost(x));
        CHECK_EQUAL(a.nearest_left(x), b.nearest_left(x));
        CHECK_EQUAL(a.rightmost(x), b.rightmost(x));
        CHECK_EQUAL(a.second_rightmost(x), b.second_rightmost(x));
        CHECK_EQUAL(a.nearest_right(x), b.nearest_right(x));
        CHECK_EQUAL(a.left_labels(x), b.left_labels(x));
        CHECK_EQUAL(a.right_labels(x), b.right_labels(x));
        CHECK_EQUAL(a.left_valency(x), b.left_valency(x));
        CHECK_EQUAL(a.right_valency(x), b.right_valency(x));
        CHECK_EQUAL(a.component(x), b.component(x));
        CHECK_EQUAL(a.is_in_buffer(x), b.is_in_buffer(x));
        for (const int stack : {0, 1}) CHECK_EQUAL(a.is_on_stack(x, stack), b.is_on_stack(x, stack));
    }
}

// Some derivations side by side, as in a beam: at random one becomes another, is exchanged with it, or goes on.
void search_at_random(const System& system, int words, int steps, std::mt19937& random) {
    constexpr std::size_t width = 5;
    std::vector<Configuration> copied_in_parts(width), copied_as_a_whole(width);
    Configuration start;
    system.start(start, words);
    for (Configuration& c : copied_as_a_whole) c = start;
    start.keep_journal();
    for (Configuration& c : copied_in_parts) c = start;
    for (int step = 0; step < steps; ++step) {
        const std::size_t k = random() % width, other = random() % width;
        if (random() % 8 == 0) {
            copied_in_parts[k] = copied_in_parts[other];
            CHECK(copied_in_parts[k].keeps_journal());
            Configuration whole = copied_as_a_whole[other];
            copied_as_a_whole[k] = whole;
            CHECK(!copied_as_a_whole[k].keeps_journal());
            check_same(copied_in_parts[k], copied_as_a_whole[k]);
        } else if (random() % 16 == 0 && k != other) {  // what was moved away is assigned to again
            const Configuration taken = std::move(copied_in_parts[k]);
            copied_in_parts[k] = copied_in_parts[other];
            copied_as_a_whole[k] = Configuration(copied_as_a_whole[other]);
            check_same(copied_in_parts[k], copied_as_a_whole[k]);
        } else if (random() % 16 == 0) {
            std::swap(copied_in_parts[k], copied_in_parts[other]);
            std::swap(copied_as_a_whole[k], copied_as_a_whole[other]);
        }
        Moves legal;
        system.legal(copied_in_parts[k], legal);
        if (legal.empty()) continue;
        const Transition t = legal[random() % legal.size()];
        const auto label = static_cast<Label>(random() % 40);
        system.apply(copied_in_parts[k], t, label);
        system.apply(copied_as_a_whole[k], t, label);
    }
    for (std::size_t k = 0; k < width; ++k) check_same(copied_in_parts[k], copied_as_a_whole[k]);
}

}  // namespace

int main() {
    std::mt19937 random(1);
    for (const char* name : {"arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar",
                             "covington", "arc-eager+lba+rba+lnba+rnba", "2-planar+lba+rba+lnba+rnba",
                             "undirected-planar", "undirected-2-planar", "undirected-covington"})
        for (const int words : {1, 3, 20, 60}) search_at_random(*make_system(name, {}), words, 40 * words, random);
}
