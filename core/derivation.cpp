#include "core/derivation.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/interruption.hpp"
#include "core/oracles/dispatch.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"

namespace crossarc {

namespace {

constexpr std::size_t sentences_at_a_time = 64;

template <class System>
void heads_of(const System&, const Configuration& c, Node* heads) {
    for (Node w = 1; w <= c.words(); ++w) heads[w - 1] = std::max(c.head(w), 0);
}
template <class Base>
void heads_of(const Undirected<Base>& system, const Configuration& c, Node* heads) {
    thread_local DirectedTree tree;
    reconstruct(c, system.reconstruction, tree);
    std::copy(tree.heads.begin() + 1, tree.heads.end(), heads);
}

template <class System>
bool derives(const System& system, std::span<const Node> heads) {
    StaticOracle<System> oracle(system);
    oracle.prepare(heads);
    Configuration c;
    system.start(c, static_cast<int>(heads.size()));
    while (!system.finished(c)) {
        system.apply(c, oracle.choice(c));
        poll(work_of_transition);
    }
    std::vector<Node> built(heads.size());
    heads_of(system, c, built.data());
    return std::equal(heads.begin(), heads.end(), built.begin());
}

template <class System>
bool covers_tree(const System& system, std::span<const Node> heads, int& patience) {
    Target target;
    target.gold.assign(heads);
    if (target.gold.is_projective()) return true;
    if constexpr (builds_every_tree<System>) {
        return true;
    } else if constexpr (requires { System::planes; }) {
        return planes_suffice(target.gold, System::planes);
    } else if constexpr (requires { system.lnba; }) {
        if (!system.lnba && !system.rnba) return derives(system, heads);
        set_planes(system, target);
        Configuration c;
        system.start(c, static_cast<int>(heads.size()));
        return !derivation_to(target, system, c, patience).empty();
    } else if constexpr (requires { system.reconstruction; }) {
        return covers_tree(system.base, heads, patience) && derives(system, heads);
    } else {
        return false;
    }
}

struct Room {
    Followed result;
    explicit Room(const Forest& trees) {
        result.heads.resize(trees.heads.size());
        result.steps.resize(trees.sentences());
        result.promised.resize(trees.sentences());
    }
};

}  // namespace

void heads_of(const AnySystem& system, const Configuration& c, Node* heads) {
    std::visit([&](const auto& own) { heads_of(own, c, heads); }, system);
}

std::vector<Transition> derive(const AnySystem& system, const OracleOptions& options, std::span<const Node> heads) {
    make_oracle(system, "static", options);  // for its error messages
    return std::visit(
        [&](const auto& own) {
            StaticOracle<std::decay_t<decltype(own)>> oracle(own, options);
            oracle.prepare(heads);
            Configuration c;
            own.start(c, static_cast<int>(heads.size()));
            std::vector<Transition> transitions;
            while (!own.finished(c)) {
                transitions.push_back(oracle.choice(c));
                own.apply(c, transitions.back());
                poll(work_of_transition);
            }
            return transitions;
        },
        system);
}

bool covers(const AnySystem& system, std::span<const Node> heads) {
    int patience = search_patience;
    return covers(system, heads, patience);
}

bool covers(const AnySystem& system, std::span<const Node> heads, int& patience) {
    return std::visit([&](const auto& own) { return covers_tree(own, heads, patience); }, system);
}

void covers(const AnySystem& system, const Forest& trees, int threads, bool* result) {
    std::visit(
        [&](const auto& own) {
            parallel_for(trees.sentences(), threads, sentences_at_a_time, [&] {
                return [&](std::size_t s) {
                    int patience = search_patience;
                    result[s] = covers_tree(own, trees.sentence(s), patience);
                };
            });
        },
        system);
}

Followed derive_all(const AnySystem& system, const OracleOptions& options, const Forest& trees, int threads) {
    make_oracle(system, "static", options);  // for its error messages
    Room room(trees);
    std::visit(
        [&](const auto& own) {
            using System = std::decay_t<decltype(own)>;
            parallel_for(trees.sentences(), threads, sentences_at_a_time, [&] {
                return [&, oracle = StaticOracle<System>(own, options), c = Configuration()](std::size_t s) mutable {
                    const auto heads = trees.sentence(s);
                    oracle.prepare(heads);
                    own.start(c, static_cast<int>(heads.size()));
                    int steps = 0;
                    for (; !own.finished(c); ++steps) {
                        own.apply(c, oracle.choice(c));
                        poll(work_of_transition);
                    }
                    room.result.steps[s] = steps;
                    heads_of(own, c, room.result.heads.data() + trees.offsets[s]);
                };
            });
        },
        system);
    return std::move(room.result);
}

Followed follow(const AnySystem& system, std::string_view name, const OracleOptions& options, const Forest& trees,
                std::uint64_t seed, int explore, int threads) {
    make_oracle(system, name, options);  // for its error messages
    Room room(trees);
    const auto follow_sentence = [&](const auto& own, auto& oracle, Configuration& c, std::size_t s) {
        const TransitionList transitions = own.transitions();
        Transition choices[transition_count];
        RandomStream random(seed, s);
        const auto heads = trees.sentence(s);
        oracle.prepare(heads);
        own.start(c, static_cast<int>(heads.size()));
        int steps = 0;
        for (; steps < explore && !own.finished(c); ++steps) {
            std::size_t count = 0;
            for (Transition t : transitions) {
                if (own.why_not(c, t) == nullptr) choices[count++] = t;
            }
            own.apply(c, choices[random.below(count)]);
            poll(work_of_transition);
        }
        room.result.promised[s] = oracle.loss(c);
        Costs costs;
        for (; !own.finished(c); ++steps) {
            oracle.costs(c, costs);
            int least = illegal;
            std::size_t count = 0;
            for (Transition t : transitions) {
                const int cost = costs[static_cast<std::size_t>(t)];
                if (cost == illegal || (count > 0 && cost > least)) continue;
                if (cost < least) count = 0;
                least = cost;
                choices[count++] = t;
            }
            own.apply(c, choices[count == 1 ? 0 : random.below(count)]);
            poll(work_of_transition);
        }
        room.result.steps[s] = steps;
        heads_of(own, c, room.result.heads.data() + trees.offsets[s]);
    };
    std::visit(
        [&](const auto& own) {
            with_oracle(own, name, options, [&](const auto& new_oracle) {
                parallel_for(trees.sentences(), threads, sentences_at_a_time, [&] {
                    return [&, oracle = new_oracle(), c = Configuration()](std::size_t s) mutable {
                        follow_sentence(own, oracle, c, s);
                    };
                });
            });
        },
        system);
    return std::move(room.result);
}

}  // namespace crossarc
