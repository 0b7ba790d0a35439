#include "core/derivation.hpp"

#include <algorithm>

#include "core/oracles/arc_eager.hpp"
#include "core/oracles/arc_hybrid.hpp"
#include "core/oracles/arc_hybrid_swap.hpp"
#include "core/oracles/cycle_loss.hpp"
#include "core/oracles/exact.hpp"
#include "core/oracles/static.hpp"
#include "core/parallel.hpp"

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
constexpr bool is_planar_style = std::is_same_v<System, Planar> || std::is_same_v<System, TwoPlanar>;

template <class System>
bool keeps_all_arcs(const System& system, const Target& target) {
    static_cast<void>(system);
    for (Node w = 1; w <= target.gold.words(); ++w) {
        if (target.head(w) != 0 && !target.is_kept(w)) return false;
    }
    return true;
}

template <class System>
bool derives(const System& system, std::span<const Node> heads) {
    StaticOracle<System> oracle(system);
    oracle.prepare(heads);
    Configuration c;
    system.start(c, static_cast<int>(heads.size()));
    while (!system.finished(c)) system.apply(c, oracle.choice(c));
    std::vector<Node> built(heads.size());
    heads_of(system, c, built.data());
    return std::equal(heads.begin(), heads.end(), built.begin());
}

template <class System>
bool covers_tree(const System& system, std::span<const Node> heads) {
    Target target;
    target.gold.assign(heads);
    if constexpr (std::is_same_v<System, ArcHybridSwap> || std::is_same_v<System, Covington>) {
        return true;
    } else if constexpr (is_planar_style<System>) {
        set_planes(system, target);
        return keeps_all_arcs(system, target);
    } else if constexpr (requires { system.base; }) {
        return target.gold.is_projective() || derives(system, heads);
    } else {
        return target.gold.is_projective();
    }
}

class Random {  // xorshift64*: small, and the same everywhere
  public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0xD1B54A32D192ED03ULL) {
        if (state_ == 0) state_ = 1;
    }
    std::uint64_t below(std::uint64_t limit) {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return ((state_ * 0x2545F4914F6CDD1DULL) >> 33) % limit;
    }

  private:
    std::uint64_t state_;
};

// Calls f with a function that makes the concrete oracle of that name, so that derivations run without dispatch.
template <class System, class F>
void with_oracle(const System& system, std::string_view name, const OracleOptions& options, F&& f) {
    if (name == "static") {
        f([&] { return StaticOracle<System>(system); });
    } else if constexpr (std::is_same_v<System, ArcEager> || std::is_same_v<System, ArcHybrid>) {
        if (name == "exact") {
            f([&] { return ExactOracle<System>(system); });
        } else if constexpr (std::is_same_v<System, ArcEager>) {
            f([&] { return ArcEagerDynamicOracle(system); });
        } else {
            f([&] { return ArcHybridDynamicOracle(system); });
        }
    } else if constexpr (std::is_same_v<System, ArcHybridSwap>) {
        f([&] { return ArcHybridSwapOracle(system); });
    } else if constexpr (is_planar_style<System> || std::is_same_v<System, Covington>) {
        f([&] { return CycleLossOracle<System>(system, options.regularize); });
    }
}

struct Room {
    Followed result;
    explicit Room(const HeadsView& trees) {
        result.heads.resize(trees.heads.size());
        result.steps.resize(trees.sentences());
        result.promised.resize(trees.sentences());
    }
};

}  // namespace

void check_trees(const HeadsView& trees) {
    if (trees.offsets.empty() || trees.offsets.front() != 0 ||
        trees.offsets.back() != static_cast<std::int64_t>(trees.heads.size())) {
        throw std::invalid_argument("the offsets of the sentences do not match the heads");
    }
    std::vector<int> seen;
    for (std::size_t s = 0; s < trees.sentences(); ++s) {
        if (trees.offsets[s + 1] < trees.offsets[s]) throw std::invalid_argument("the offsets must not decrease");
        const auto heads = trees.sentence(s);
        const auto n = static_cast<Node>(heads.size());
        const auto where = [&](Node w) {
            return (trees.sentences() > 1 ? "sentence " + std::to_string(s + 1) + ", " : std::string()) + "word " +
                   std::to_string(w);
        };
        seen.assign(heads.size() + 1, 0);
        for (Node w = 1; w <= n; ++w) {
            const Node head = heads[static_cast<std::size_t>(w) - 1];
            if (head < 0 || head > n) {
                throw std::invalid_argument(where(w) + ": head " + std::to_string(head) + " is not a word or 0");
            }
        }
        for (Node w = 1; w <= n; ++w) {
            Node x = w;
            while (x != 0 && seen[static_cast<std::size_t>(x)] == 0) {
                seen[static_cast<std::size_t>(x)] = w;
                x = heads[static_cast<std::size_t>(x) - 1];
            }
            if (x != 0 && seen[static_cast<std::size_t>(x)] == w) {
                throw std::invalid_argument(where(x) + ": its heads form a cycle");
            }
        }
    }
}

void heads_of(const AnySystem& system, const Configuration& c, Node* heads) {
    std::visit([&](const auto& own) { heads_of(own, c, heads); }, system);
}

std::vector<Transition> derive(const AnySystem& system, std::span<const Node> heads) {
    return std::visit(
        [&](const auto& own) {
            StaticOracle<std::decay_t<decltype(own)>> oracle(own);
            oracle.prepare(heads);
            Configuration c;
            own.start(c, static_cast<int>(heads.size()));
            std::vector<Transition> transitions;
            while (!own.finished(c)) {
                transitions.push_back(oracle.choice(c));
                own.apply(c, transitions.back());
            }
            return transitions;
        },
        system);
}

bool covers(const AnySystem& system, std::span<const Node> heads) {
    return std::visit([&](const auto& own) { return covers_tree(own, heads); }, system);
}

void covers(const AnySystem& system, const HeadsView& trees, int threads, bool* result) {
    std::visit(
        [&](const auto& own) {
            parallel_for(trees.sentences(), threads, sentences_at_a_time, [&] {
                return [&](std::size_t s) { result[s] = covers_tree(own, trees.sentence(s)); };
            });
        },
        system);
}

Followed derive_all(const AnySystem& system, const HeadsView& trees, int threads) {
    Room room(trees);
    std::visit(
        [&](const auto& own) {
            using System = std::decay_t<decltype(own)>;
            parallel_for(trees.sentences(), threads, sentences_at_a_time, [&] {
                return [&, oracle = StaticOracle<System>(own), c = Configuration()](std::size_t s) mutable {
                    const auto heads = trees.sentence(s);
                    oracle.prepare(heads);
                    own.start(c, static_cast<int>(heads.size()));
                    int steps = 0;
                    for (; !own.finished(c); ++steps) own.apply(c, oracle.choice(c));
                    room.result.steps[s] = steps;
                    heads_of(own, c, room.result.heads.data() + trees.offsets[s]);
                };
            });
        },
        system);
    return std::move(room.result);
}

Followed follow(const AnySystem& system, std::string_view name, const OracleOptions& options, const HeadsView& trees,
                std::uint64_t seed, int explore, int threads) {
    make_oracle(system, name, options);  // for its error messages
    Room room(trees);
    const auto follow_sentence = [&](const auto& own, auto& oracle, Configuration& c, std::size_t s) {
        const TransitionList transitions = own.transitions();
        Transition choices[transition_count];
        Random random(seed + s);
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
