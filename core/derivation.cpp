#include "core/derivation.hpp"

#include <algorithm>

#include "core/interruption.hpp"
#include "core/oracles/static.hpp"
#include "core/parallel.hpp"
#include "core/patience.hpp"
#include "core/random.hpp"

namespace crossarc {
namespace {

constexpr std::size_t sentences_at_a_time = 64;

Followed room_for(const Forest& trees) {
    return {std::vector<Node>(trees.heads.size()), std::vector<std::int32_t>(trees.sentences()),
            std::vector<std::int32_t>(trees.sentences())};
}

StaticOracle static_oracle(const SharedSystem& system, const OracleOptions& options) {
    make_oracle(system, "static", options);  // for its error messages
    return {system, options};
}

// One thread's memory for following oracles.
struct Walk {
    Configuration c;
    Target target;
    Scratch scratch;
    Moves moves;
};

}  // namespace

std::vector<Transition> derive(const SharedSystem& system, const OracleOptions& options, std::span<const Node> heads) {
    const StaticOracle oracle = static_oracle(system, options);
    Walk walk;
    oracle.aim(heads, walk.target);
    system->start(walk.c, static_cast<int>(heads.size()));
    std::vector<Transition> transitions;
    while (!system->finished(walk.c)) {
        transitions.push_back(oracle.choice(walk.target, walk.c, walk.scratch));
        system->apply(walk.c, transitions.back());
        poll(work_of_transition);
    }
    return transitions;
}

bool covers(const System& system, std::span<const Node> heads) {
    int patience = search_patience;
    return covers(system, heads, patience);
}

bool covers(const System& system, std::span<const Node> heads, int& patience) {
    Target target;
    target.gold.assign(heads);
    return system.covers(target, patience);
}

void covers(const System& system, const Forest& trees, int threads, bool* result) {
    parallel_for(trees.sentences(), threads, sentences_at_a_time,
                 [&] { return [&](std::size_t s) { result[s] = covers(system, trees.sentence(s)); }; });
}

Followed derive_all(const SharedSystem& system, const OracleOptions& options, const Forest& trees, int threads) {
    const StaticOracle oracle = static_oracle(system, options);
    Followed followed = room_for(trees);
    parallel_for(trees.sentences(), threads, sentences_at_a_time, [&] {
        return [&, walk = Walk()](std::size_t s) mutable {
            const auto heads = trees.sentence(s);
            oracle.aim(heads, walk.target);
            system->start(walk.c, static_cast<int>(heads.size()));
            int steps = 0;
            for (; !system->finished(walk.c); ++steps) {
                system->apply(walk.c, oracle.choice(walk.target, walk.c, walk.scratch));
                poll(work_of_transition);
            }
            followed.steps[s] = steps;
            system->read_tree(walk.c, followed.heads.data() + trees.offsets[s], nullptr);
        };
    });
    return followed;
}

Followed follow(const SharedSystem& system, std::string_view name, const OracleOptions& options, const Forest& trees,
                std::uint64_t seed, int explore, int threads) {
    const auto oracle = make_oracle(system, name, options);
    Followed followed = room_for(trees);
    parallel_for(trees.sentences(), threads, sentences_at_a_time, [&] {
        return [&, walk = Walk()](std::size_t s) mutable {
            auto& [c, target, scratch, moves] = walk;
            RandomStream random(seed, s);
            const auto heads = trees.sentence(s);
            oracle->aim(heads, target);
            system->start(c, static_cast<int>(heads.size()));
            int steps = 0;
            for (; steps < explore; ++steps) {
                system->legal(c, moves);
                if (moves.empty()) break;
                system->apply(c, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
                poll(work_of_transition);
            }
            followed.promised[s] = oracle->loss(target, c, scratch);
            steps += oracle->walk(target, c, scratch, random);
            followed.steps[s] = steps;
            system->read_tree(c, followed.heads.data() + trees.offsets[s], nullptr);
        };
    });
    return followed;
}

}  // namespace crossarc
