#include "core/systems/buffer_transitions.hpp"

#include <algorithm>

#include "core/oracles/search.hpp"
#include "core/oracles/static.hpp"

namespace crossarc {
namespace {

// Each removes the dependent of its arc. Single head and acyclicity are explicit, for bases that give heads to buffer
// nodes (note 1).
Reason cannot_link(const Configuration& c, const Arc& arc) {
    if (c.buffer_size() < 2) return "the buffer holds fewer than two nodes";
    if (!arc) return "the stack is empty";
    if (arc.dependent == 0) return "the root cannot have a head";
    return single_head_and_acyclic(c, arc.head, arc.dependent);
}

struct LeftBufferArc {  // (σ, i|j|β, A) ⇒ (σ, j|β, A ∪ {j→i})
    static constexpr std::string_view suffix = "lba", name = "LEFT-BUFFER-ARC";
    static constexpr bool is_projective = true;
    static Arc arc(const Configuration& c) { return {c.second(), c.first()}; }
    static void apply(Configuration& c) { c.remove_first(); }
};

struct RightBufferArc {  // (σ, i|j|β, A) ⇒ (σ, i|β, A ∪ {i→j})
    static constexpr std::string_view suffix = "rba", name = "RIGHT-BUFFER-ARC";
    static constexpr bool is_projective = true;
    static Arc arc(const Configuration& c) { return {c.first(), c.second()}; }
    static void apply(Configuration& c) { c.remove_second(); }
};

struct LeftNonprojBufferArc {  // (σ|i, j|k|β, A) ⇒ (σ, j|k|β, A ∪ {k→i})
    static constexpr std::string_view suffix = "lnba", name = "LEFT-NONPROJ-BUFFER-ARC";
    static constexpr bool is_projective = false;
    static Arc arc(const Configuration& c) { return {c.second(), c.top()}; }
    static void apply(Configuration& c) { c.pop(c.active()); }
};

struct RightNonprojBufferArc {  // (σ|i, j|k|β, A) ⇒ (σ|i, j|β, A ∪ {i→k})
    static constexpr std::string_view suffix = "rnba", name = "RIGHT-NONPROJ-BUFFER-ARC";
    static constexpr bool is_projective = false;
    static Arc arc(const Configuration& c) { return {c.top(), c.second()}; }
    static void apply(Configuration& c) { c.remove_second(); }
};

template <class T>
constexpr BufferTransition value_of() {
    return {T::suffix,
            Kind{.name = T::name, .links = true},
            T::is_projective,
            T::arc,
            [](const Configuration& c) { return cannot_link(c, T::arc(c)); },
            [](Configuration& c, Label label) {
                const Arc arc = T::arc(c);
                attach_and_join(c, arc.head, arc.dependent, label);
                T::apply(c);
                c.forget_switch();
            }};
}

constexpr std::array all{value_of<LeftBufferArc>(), value_of<RightBufferArc>(), value_of<LeftNonprojBufferArc>(),
                         value_of<RightNonprojBufferArc>()};

std::vector<Kind> joined(const System& base, std::span<const BufferTransition* const> added) {
    std::vector<Kind> kinds = base.kinds();
    for (const BufferTransition* own : added) kinds.push_back(own->kind);
    return kinds;
}

Traits traits_with(const System& base, std::span<const BufferTransition* const> added) {
    Traits traits = base.traits();
    const auto has = [&](std::size_t k) { return std::find(added.begin(), added.end(), &all[k]) != added.end(); };
    const auto [lba, rba, lnba, rnba] = std::array{has(0), has(1), has(2), has(3)};
    if (traits.trees == TreeClass::projective && (lnba || rnba)) traits.trees = TreeClass::some_crossing;
    traits.takes_buffer_transitions = false;
    // Those that remove the second node see to it that neighbours in the buffer need not be neighbours in the sentence,
    // and so does 0 at the end of the buffer, which is nobody's neighbour.
    Configuration c;
    base.start(c, 1);
    traits.has_long_buffer_arcs = rba || (lba && (rnba || c.root() == Root::last));
    return traits;
}

// Dynamic oracle of arc-decomposable systems with projective buffer transitions (+lba, +rba). They make no arc
// reachable that was not, and the system stays arc-decomposable: the base's loss and costs hold as they are. Exhaustive
// search agrees (tests/oracles/test_exhaustive.py); no paper has this oracle. It does not extend to +lnba and +rnba,
// which make reachable arcs that cross each other (docs/oracles.md).
class BufferTransitionsOracle final : public Oracle {
  public:
    BufferTransitionsOracle(SharedSystem system, const OracleOptions& options)
        : Oracle(system, options), own_(static_cast<const WithBufferTransitions&>(*system)) {
        for (const OracleEntry& entry : own_.base().oracles())
            if (entry.name == "dynamic") base_ = entry.make(own_.shared_base(), options);
    }

    int loss(const Target& target, const Configuration& c, Scratch& scratch) const override {
        return base_->loss(target, c, scratch);
    }
    void costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const override {
        base_->costs(target, c, scratch, costs);
        if (own_.finished(c)) return;
        auto kind = static_cast<std::uint8_t>(own_.base().kinds().size());
        for (const BufferTransition* added : own_.added()) {
            if (added->why_not(c) == nullptr) costs.add({{0, kind}, cost_of(target.gold, c, added->arc(c))});
            ++kind;
        }
    }

  private:
    // A node that leaves the buffer with this head loses any other, and all children that are still waiting.
    static int cost_of(const GoldTree& gold, const Configuration& c, const Arc& arc) {
        const auto is_left = [&](Node y) { return c.is_in_buffer(y) || c.is_on_stack(y, 0); };
        const auto [head, x] = arc;
        int lost = gold.head(x) != head && is_left(gold.head(x));
        for (Node y : gold.children(x)) lost += !c.has_head(y) && is_left(y);
        return lost;
    }

    const WithBufferTransitions& own_;
    std::unique_ptr<Oracle> base_;
};

// The same over planar and 2-planar. Here, too, projective buffer transitions make no arc reachable that was not, and
// the base's loss is the least that can follow, but right after a SWITCH: then they may be what follows. An arc that
// one of them builds is on the active plane.
class BufferTransitionsOnPlanesOracle final : public Oracle {
  public:
    BufferTransitionsOnPlanesOracle(SharedSystem system, const OracleOptions& options) : Oracle(system, options) {
        const auto& own = static_cast<const WithBufferTransitions&>(*system);
        for (const OracleEntry& entry : own.base().oracles())
            if (entry.name == "dynamic") base_ = entry.make(own.shared_base(), options);
    }

    int loss(const Target& target, const Configuration& c, Scratch& scratch) const override {
        if (!c.switched() || system().finished(c)) return base_->loss(target, c, scratch);
        int least = c.words();
        system().legal(c, scratch.moves_after);
        for (const Transition t : scratch.moves_after) {
            scratch.after_next = c;
            system().apply(scratch.after_next, t);
            least = std::min(least, base_->loss(target, scratch.after_next, scratch));
        }
        return least;
    }
    void costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const override {
        costs_by_loss(c, scratch, costs, [&](const Configuration& after) { return loss(target, after, scratch); });
    }

  private:
    std::unique_ptr<Oracle> base_;
};

}  // namespace

std::span<const BufferTransition> buffer_transitions() { return all; }

WithBufferTransitions::WithBufferTransitions(SharedSystem base, std::vector<const BufferTransition*> added)
    : System(base->name(), joined(*base, added), traits_with(*base, added)),
      base_(std::move(base)),
      added_(std::move(added)),
      first_(static_cast<std::uint8_t>(base_->kinds().size())),
      builds_crossing_arcs_(std::any_of(added_.begin(), added_.end(), [](auto own) { return !own->is_projective; })) {}

const BufferTransition* WithBufferTransitions::added_at(Transition t) const {
    return t.kind < first_ ? nullptr : added_[t.kind - first_];
}

void WithBufferTransitions::legal(const Configuration& c, Moves& moves) const {
    base_->legal(c, moves);
    if (moves.empty()) return;  // finished
    std::uint8_t kind = first_;
    for (const BufferTransition* own : added_) {
        if (own->why_not(c) == nullptr) moves.add({0, kind});
        ++kind;
    }
}

Reason WithBufferTransitions::why_not(const Configuration& c, Transition t) const {
    const BufferTransition* const own = added_at(t);
    if (own == nullptr) return base_->why_not(c, t);
    return finished(c) ? "the derivation has ended" : own->why_not(c);
}

Arc WithBufferTransitions::arc(const Configuration& c, Transition t) const {
    const BufferTransition* const own = added_at(t);
    return own == nullptr ? base_->arc(c, t) : own->arc(c);
}

void WithBufferTransitions::apply(Configuration& c, Transition t, Label label) const {
    const BufferTransition* const own = added_at(t);
    own == nullptr ? base_->apply(c, t, label) : own->apply(c, label);
}

// 2012 buffer §3.1, §4.1: a projective buffer transition whenever it can build a gold arc of length one (or, by the
// alternative policy of §3.1, any), a non-projective one for any gold arc, each only if no other gold arc is lost with
// the node it removes (note 2). This holds with SWAP as well: a word that has all its children can go at any time, and
// the projective order of the others stays as it is.
Transition WithBufferTransitions::policy(const Configuration& c, const Target& target) const {
    const Node i = c.first(), j = c.second();
    const bool fits = target.options.buffer_arcs == BufferArcs::of_any_length || (j != 0 && j - i == 1);
    std::uint8_t kind = first_;
    for (const BufferTransition* own : added_) {
        const Transition t{0, kind++};
        if ((own->is_projective && !fits) || own->why_not(c) != nullptr) continue;
        const Arc arc = own->arc(c);
        if (target.head(arc.dependent) == arc.head && !lacks_children(c, target.gold, arc.dependent)) return t;
    }
    return base_->policy(c, target);
}

// The greedy policy of 2012 buffer misses some of the trees that non-projective buffer transitions can build: which
// arcs may cross depends on when other words leave stack and buffer. With SWAP it misses none.
bool WithBufferTransitions::may_miss(const Target& target) const {
    return builds_crossing_arcs_ && traits().trees != TreeClass::all && !target.gold.is_projective();
}

bool WithBufferTransitions::covers(Target& target, int& patience) const {
    if (target.gold.is_projective() || traits().trees == TreeClass::all) return true;
    aim(target);
    if (!builds_crossing_arcs_) return policy_reaches(*this, target);
    Configuration c;
    start(c, target.gold.words());
    return !derivation_to(target, *this, c, patience).empty();
}

std::vector<OracleEntry> WithBufferTransitions::oracles() const {
    std::vector<OracleEntry> entries{{"static", make<StaticOracle>}};
    if (builds_crossing_arcs_) return entries;
    if (base_->traits().is_arc_decomposable) entries.push_back({"dynamic", make<BufferTransitionsOracle>});
    if (base_->traits().planes > 0) entries.push_back({"dynamic", make<BufferTransitionsOnPlanesOracle>});
    return entries;
}

}  // namespace crossarc
