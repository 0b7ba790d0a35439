// Transitions that carry a k: Covington's system with LEFT-ARC-k and RIGHT-ARC-k, which link the first of the buffer to
// the k-th node of λ1 as k - 1 NO-ARCs and an arc would (non-local transitions: Fernández-González & Gómez-Rodríguez
// 2018, none of the six papers of docs/papers.md). Each of its derivations is one of Covington's, and decoders take it
// like any other system.
#include <algorithm>
#include <random>
#include <vector>

#include "core/batch.hpp"
#include "core/parsing/decoder.hpp"
#include "core/systems/covington.hpp"
#include "core/systems/list.hpp"
#include "core/systems/system_of.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

template <class Local, bool leftward>
struct NonLocal {
    static int count(const Configuration& c) { return c.size(); }
    static Arc arc(const Configuration& c, int k) {
        const Node i = c.stack(0, k - 1), j = c.first();
        return leftward ? Arc{j, i} : Arc{i, j};
    }
    static Reason why_not(const Configuration& c, int k) {
        if (k < 1 || k > c.size()) return "the first list is shorter";
        return single_head_and_acyclic(c, arc(c, k).head, arc(c, k).dependent);
    }
    static void apply(Configuration& c, int k, Label label) {
        for (int skipped = 1; skipped < k; ++skipped) c.step_back();
        Local::apply(c, label);
    }
};
struct LeftArcK : NonLocal<covington::LeftArc, true> {
    static constexpr std::string_view name = "LEFT-ARC";
};
struct RightArcK : NonLocal<covington::RightArc, false> {
    static constexpr std::string_view name = "RIGHT-ARC";
};

struct Rules {
    using Transitions = TransitionList<covington::Shift, LeftArcK, RightArcK>;
    static constexpr Traits traits{.trees = TreeClass::all};
    static void start(Configuration& c, int n) { covington::Rules::start(c, n); }
    static bool finished(const Configuration& c) { return covington::Rules::finished(c); }
    static Transition face(Configuration& c, Node head, Node dependent) {
        c.push(0, std::min(head, dependent));
        c.put_first(std::max(head, dependent));
        return head < dependent ? Transitions::of<RightArcK>(1) : Transitions::of<LeftArcK>(1);
    }
    static void aim(Target& target) { covington::Rules::aim(target); }
    // The nearest arc that the target wants; SHIFT if there is none.
    static Transition policy(const Configuration& c, const Target& target) {
        const Node j = c.first();
        for (int k = 1; k <= c.size(); ++k) {
            const Node i = c.stack(0, k - 1);
            if (target.head(i) == j && LeftArcK::why_not(c, k) == nullptr) return Transitions::of<LeftArcK>(k);
            if (target.head(j) == i && RightArcK::why_not(c, k) == nullptr) return Transitions::of<RightArcK>(k);
        }
        return Transitions::of<covington::Shift>();
    }
    static std::vector<OracleEntry> oracles() { return {{"static", make<StaticOracle>}}; }
};

// Scores at random, but the same for the same transition from the same place.
class RandomScorer {
  public:
    using Score = float;
    using Total = double;
    using Sentence = std::uint32_t;

    void forget() {}
    void look_at(const Configuration& c, const Sentence& seed) {
        seed_ = seed + 31u * static_cast<std::uint32_t>(c.buffer_size()) + 7u * static_cast<std::uint32_t>(c.size());
    }
    float score(Transition t) const { return mixed(seed_ + 101u * t.k + 13u * t.kind); }
    const float* label_scores(int kind) {
        for (std::size_t label = 0; label < 3; ++label)
            labels_[label] =
                mixed(seed_ + 1009u * static_cast<std::uint32_t>(kind) + static_cast<std::uint32_t>(label));
        return labels_;
    }
    float alone(Transition t, int) const { return score(t); }
    float joint(Transition t, float label) const { return score(t) + label; }
    float root_score(int kind) { return label_scores(kind)[0]; }
    float transition_scale() const { return 1.0f; }
    float label_scale() const { return 1.0f; }

  private:
    static float mixed(std::uint32_t value) {
        value = (value ^ (value >> 16)) * 0x45d9f3bu;
        return static_cast<float>((value ^ (value >> 16)) % 1000u);
    }
    std::uint32_t seed_ = 0;
    float labels_[3] = {};
};

void check_against_covington(const SharedSystem& system, int words, std::mt19937& random) {
    const SharedSystem local = make_system("covington", {});
    const Transition no_arc = *local->transition_named("NO-ARC");
    Configuration c, twin;
    system->start(c, words);
    local->start(twin, words);
    Moves moves;
    std::uint32_t largest = 0;
    for (system->legal(c, moves); !moves.empty(); system->legal(c, moves)) {
        for (const Transition t : moves) {
            CHECK(system->why_not(c, t) == nullptr);
            CHECK(system->transition_named(system->name_of(t)) == t);
        }
        const Transition t = moves[random() % moves.size()];
        const Arc arc = system->arc(c, t);
        largest = std::max(largest, t.k);
        for (std::uint32_t k = 1; k < t.k; ++k) local->apply(twin, no_arc);
        const Transition same = *local->transition_named(system->kinds()[t.kind].name);
        CHECK(local->why_not(twin, same) == nullptr && local->arc(twin, same) == arc);
        system->apply(c, t);
        local->apply(twin, same);
        CHECK(c == twin);
    }
    CHECK(local->finished(twin));
    if (words >= 300) CHECK(largest > 255);  // more than a byte holds
}

void check_decoding(const SharedSystem& system, int words, int beam, LabelChoice choice, std::uint32_t seed) {
    const LabelUses uses(std::vector<std::uint8_t>{1, 2, 3});
    Decoder<RandomScorer> decoder(system, Chooser(*system, uses, LabelKinds(system->kinds()), choice), {},
                                  {.beam = beam, .margins = true, .derivation = true});
    const LabelledTree& tree = decoder.parse(seed, words);
    CHECK_EQUAL(std::count(tree.heads.begin(), tree.heads.end(), 0), 1);
    Configuration c;
    system->start(c, words);
    for (const auto& [transition, label] : decoder.derivation()) {
        CHECK(system->why_not(c, transition) == nullptr);
        system->apply(c, transition, label);
    }
    CHECK(system->finished(c));
}

}  // namespace

int main() {
    std::mt19937 random(1);
    const SharedSystem system = std::make_shared<SystemOf<Rules>>("nl-covington", Rules{});
    for (const int words : {1, 2, 5, 12, 400}) check_against_covington(system, words, random);
    for (const int words : {1, 4, 9, 30})
        for (std::uint32_t seed = 0; seed < 20; ++seed) {
            for (const LabelChoice choice : {LabelChoice::after, LabelChoice::together})
                check_decoding(system, words, 1, choice, seed);
            check_decoding(system, words, 4, LabelChoice::after, seed);
        }
    CHECK(!system->transition_named("LEFT-ARC") && !system->transition_named("LEFT-ARC-") &&
          !system->transition_named("LEFT-ARC-x"));

    // Crossing arcs come out of its policy.
    const auto oracle = make<StaticOracle>(system, {});
    Target target;
    Scratch scratch;
    const std::vector<Node> heads{3, 4, 0, 3, 2};
    oracle->aim(heads, target);
    Configuration c;
    system->start(c, 5);
    while (!system->finished(c)) system->apply(c, system->policy(c, target));
    CHECK_EQUAL(oracle->loss(target, c, scratch), 0);

    bool is_refused = false;  // one column for each transition is not enough
    try {
        const std::vector<std::int32_t> lengths{3};
        Batch(system, lengths, 1);
    } catch (const std::invalid_argument&) {
        is_refused = true;
    }
    CHECK(is_refused);
}
