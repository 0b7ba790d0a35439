// A system made from its list of transitions. `Rules` has
//     Transitions                  a TransitionList
//     about                        a SystemDescription
//     traits                       what is true of all configurations
//     start(c, n), finished(c)
//     policy(c, target)            the static oracle of the papers
//     oracles()                    the names of its own oracles, and how to make them
// and where there is something to say: aim(target), covers(system, target, patience), read_tree(c, heads, labels), and
// face(c, head, dependent) or, if top and first of the buffer are linked, its arcs as Left and Right.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "core/oracles/target.hpp"
#include "core/systems/system.hpp"

namespace crossarc {

template <class Rules, class = typename Rules::Transitions>
class SystemOf;

template <class Rules, class... T>
class SystemOf<Rules, TransitionList<T...>> : public System {
  public:
    SystemOf(std::string_view name, Rules rules)
        : System(name, {kind_of<T>()...}, Rules::traits), rules_(std::move(rules)) {}

    const Rules& rules() const { return rules_; }

    void start(Configuration& c, int n) const final { rules_.start(c, n); }
    bool finished(const Configuration& c) const final { return rules_.finished(c); }
    void legal(const Configuration& c, Moves& moves) const final {
        moves.clear();
        if (rules_.finished(c)) return;
        if constexpr ((is_numbered<T> || ...)) {
            std::uint8_t kind = 0;
            (add<T>(c, kind++, moves), ...);
        } else {
            const bool allowed[] = {(T::why_not(c) == nullptr)...};
            moves.add_some(
                sizeof...(T), [](std::size_t kind) { return Transition{0, static_cast<std::uint32_t>(kind)}; },
                [&](std::size_t kind) { return allowed[kind]; });
        }
    }
    Reason why_not(const Configuration& c, Transition t) const final {
        if (rules_.finished(c)) return "the derivation has ended";
        Reason reason = nullptr;
        Rules::Transitions::at(t, [&]<class X>() { reason = crossarc::why_not<X>(c, static_cast<int>(t.k)); });
        return reason;
    }
    Arc arc(const Configuration& c, Transition t) const final {
        Arc arc;
        Rules::Transitions::at(t, [&]<class X>() { arc = arc_of<X>(c, static_cast<int>(t.k)); });
        return arc;
    }
    using System::apply;
    void apply(Configuration& c, Transition t, Label label) const final { Rules::Transitions::apply(c, t, label); }

    Transition face(Configuration& c, Node head, Node dependent) const final {
        if constexpr (requires { rules_.face(c, head, dependent); }) {
            return rules_.face(c, head, dependent);
        } else {  // the left one on the stack, the right one in the buffer
            c.push(c.active(), std::min(head, dependent));
            c.put_first(std::max(head, dependent));
            using List = typename Rules::Transitions;
            return head < dependent ? List::template of<typename Rules::Right>()
                                    : List::template of<typename Rules::Left>();
        }
    }

    using System::read_tree;
    void read_tree(const Configuration& c, Node* heads, Label* labels) const final {
        if constexpr (requires { rules_.read_tree(c, heads, labels); }) {
            rules_.read_tree(c, heads, labels);
        } else {
            System::read_tree(c, heads, labels);
        }
    }

    void aim(Target& target) const final {
        if constexpr (requires { rules_.aim(target); }) rules_.aim(target);
    }
    Transition policy(const Configuration& c, const Target& target) const final { return rules_.policy(c, target); }
    bool covers(Target& target, int& patience) const final {
        if (target.gold.is_projective() || Rules::traits.trees == TreeClass::all) return true;
        if constexpr (requires { rules_.covers(*this, target, patience); }) {
            return rules_.covers(*this, target, patience);
        } else {
            return Rules::traits.planes > 0 && planes_suffice(target.gold, Rules::traits.planes);
        }
    }

    std::vector<OracleEntry> oracles() const final { return rules_.oracles(); }

  private:
    template <class X>
    static void add(const Configuration& c, std::uint8_t kind, Moves& moves) {
        if constexpr (is_numbered<X>) {
            for (int k = 1; k <= X::count(c); ++k)
                if (X::why_not(c, k) == nullptr) moves.add({static_cast<std::uint32_t>(k), kind});
        } else if (X::why_not(c) == nullptr) {
            moves.add({0, kind});
        }
    }
    [[no_unique_address]] Rules rules_;
};

}  // namespace crossarc
