// Random walks through every system with every oracle: legal transitions have costs and others have none, costs are the
// differences of the loss, some transition costs nothing, and what the static oracle derives is what the system covers.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/batch.hpp"
#include "core/derivation.hpp"
#include "core/systems/list.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

std::vector<Node> random_tree(int n, std::mt19937& random) {
    std::vector<Node> order(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i + 1;
    std::shuffle(order.begin(), order.end(), random);
    std::vector<Node> heads(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t pick = random() % (i + 1);
        heads[static_cast<std::size_t>(order[i]) - 1] = pick == i ? 0 : order[pick];
    }
    return heads;
}

void walk(const SharedSystem& system, const std::string& oracle_name, const OracleOptions& options,
          const std::vector<Node>& heads, std::mt19937& random) {
    const auto oracle = make_oracle(system, oracle_name, options);
    Target target;
    Scratch scratch;
    oracle->aim(heads, target);
    const bool loss_is_exact = oracle_name == "dynamic" || oracle_name == "exact";
    Configuration c, after;
    system->start(c, static_cast<int>(heads.size()));
    while (!system->finished(c)) {
        Costs costs;
        oracle->costs(target, c, scratch, costs);
        const int loss = oracle->loss(target, c, scratch);
        Moves legal;
        system->legal(c, legal);
        CHECK(!legal.empty());
        CHECK_EQUAL(legal.size(), costs.size());
        for (std::size_t k = 0; k < legal.size(); ++k) {
            const auto [t, cost] = costs[k];
            CHECK(t == legal[k] && system->why_not(c, t) == nullptr);
            CHECK_EQUAL(static_cast<bool>(system->arc(c, t)), system->kinds()[t.kind].links);
            after = c;
            system->apply(after, t);
            if (loss_is_exact && !options.regularize) CHECK_EQUAL(oracle->loss(target, after, scratch) - loss, cost);
        }
        for (std::size_t kind = 0; kind < system->kinds().size(); ++kind) {
            const Transition t{0, static_cast<std::uint8_t>(kind)};
            const bool is_legal = std::find(legal.begin(), legal.end(), t) != legal.end();
            CHECK_EQUAL(is_legal, system->why_not(c, t) == nullptr);
            CHECK(system->transition_named(system->name_of(t)) == t);
        }
        if (oracle_name == "exact") CHECK_EQUAL(costs.least(), 0);
        system->apply(c, legal[random() % legal.size()]);
    }
    Moves none;
    Costs no_costs;
    system->legal(c, none);
    oracle->costs(target, c, scratch, no_costs);
    CHECK(none.empty() && no_costs.empty());
}

void test_walks() {
    std::mt19937 random(1);
    const OracleOptions other_planes{false, BufferArcs::of_length_one, PlaneCriterion::projective};
    std::vector<std::string> names;
    for (const auto& description : system_descriptions()) names.emplace_back(description.name);
    for (const char* extended :
         {"arc-eager+lba+rba", "arc-eager+lnba+rnba", "arc-standard+lba+lnba", "planar+rba+rnba",
          "2-planar+lba+rba+lnba+rnba", "arc-hybrid+rnba", "arc-hybrid-swap+lba+rba+lnba+rnba"}) {
        names.emplace_back(extended);
    }
    for (const std::string& name : names) {
        std::vector<SystemOptions> variants{{}};
        if (name.starts_with("arc-eager")) variants.push_back({"first", "", ""});
        if (name.starts_with("undirected")) variants = {{"", "naive", ""}, {"", "label", "trusted"}, {"", "label", ""}};
        for (const SystemOptions& variant : variants) {
            const SharedSystem system = make_system(name, variant);
            for (int round = 0; round < 60; ++round) {
                const std::vector<Node> heads = random_tree(static_cast<int>(random() % 13), random);
                for (std::string_view oracle : oracle_names(*system)) {
                    walk(system, std::string(oracle), {}, heads, random);
                    if (name == "2-planar" && oracle == "dynamic") walk(system, "dynamic", {true}, heads, random);
                    if (name.starts_with("2-planar")) walk(system, std::string(oracle), other_planes, heads, random);
                }
                const std::vector<std::int64_t> offsets{0, static_cast<std::int64_t>(heads.size())};
                const Followed derived = derive_all(system, {}, {heads, offsets}, 1);
                CHECK_EQUAL(derived.heads == heads, covers(*system, heads));
            }
        }
    }
}

void test_batch() {
    std::mt19937 random(2);
    const SharedSystem system = make_system("2-planar", {});
    const std::vector<std::int32_t> lengths{3, 0, 9, 1};
    Batch batch(system, lengths, 2);
    const std::vector<Address> addresses{Address("S0"), Address("T1l2"), Address("B0r'h")};
    std::vector<std::int32_t> nodes(lengths.size() * addresses.size()), chosen(lengths.size());
    const std::size_t count = batch.transitions();
    const auto legal = std::make_unique<bool[]>(lengths.size() * count);
    for (bool moved = true; moved;) {
        moved = false;
        batch.legal(legal.get());
        batch.nodes(addresses, nodes.data());
        for (std::size_t s = 0; s < lengths.size(); ++s) {
            chosen[s] = -1;
            for (std::size_t tries = 0; tries < 100 && chosen[s] < 0; ++tries) {
                const std::size_t t = random() % count;
                if (legal[s * count + t]) chosen[s] = static_cast<std::int32_t>(t);
            }
            moved |= chosen[s] >= 0;
        }
        batch.apply(chosen, {});
    }
    for (std::size_t s = 0; s < lengths.size(); ++s) CHECK(batch.configuration(s).buffer_empty());
}

}  // namespace

int main() {
    test_walks();
    test_batch();
}
