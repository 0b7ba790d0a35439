// The dynamic oracle of a system whose transitions know their costs: `Rules::Outlook` is what they look at.
#pragma once

#include <array>

#include "core/inlining.hpp"
#include "core/interruption.hpp"
#include "core/oracles/oracle.hpp"

namespace crossarc {

template <class Rules, class = typename Rules::Transitions>
class CostOracle;

template <class Rules, class... T>
class CostOracle<Rules, TransitionList<T...>> : public Oracle {
  public:
    using Oracle::Oracle;

    bool takes_unknown() const override {
        return requires { Rules::costs_take_unknown; };
    }

    int loss(const Target& target, const Configuration& c, Scratch& scratch) const override {
        const typename Rules::Outlook outlook(c, target, scratch);
        if constexpr (requires { Rules::loss(outlook); }) {
            return Rules::loss(outlook);
        } else {
            return outlook.loss();
        }
    }

    void costs(const Target& target, const Configuration& c, Scratch& scratch, Costs& costs) const override {
        costs.clear();
        if (Rules::finished(c)) return;
        const typename Rules::Outlook outlook(c, target, scratch);
        if constexpr (has_numbers) {
            std::uint8_t kind = 0;
            (add<T>(outlook, kind++, costs), ...);
        } else {
            const Prices prices = priced(outlook);
            costs.add_some(
                prices.size(),
                [&](std::size_t kind) { return Priced{{0, static_cast<std::uint32_t>(kind)}, prices[kind]}; },
                [&](std::size_t kind) { return prices[kind] != not_legal; });
        }
    }

    int walk(const Target& target, Configuration& c, Scratch& scratch, RandomStream& random) const override {
        if constexpr (has_numbers) return Oracle::walk(target, c, scratch, random);
        int steps = 0;
        for (; !Rules::finished(c); ++steps) {
            const Prices prices = priced(typename Rules::Outlook(c, target, scratch));
            std::uint8_t best[sizeof...(T)];
            std::uint32_t count = 0;
            int least = not_legal;
            for (std::uint8_t kind = 0; kind < prices.size(); ++kind) {
                if (prices[kind] == not_legal || (count > 0 && prices[kind] > least)) continue;
                if (prices[kind] < least) count = 0;
                least = prices[kind];
                best[count++] = kind;
            }
            Rules::Transitions::apply(c, {0, best[count == 1 ? 0 : random.below(count)]}, 0);
            poll(work_of_transition);
        }
        return steps;
    }

  private:
    static constexpr bool has_numbers = (is_numbered<T> || ...);
    static constexpr int not_legal = -1;
    using Prices = std::array<int, sizeof...(T)>;  // no cost is below 0

    CROSSARC_ALWAYS_INLINE static Prices priced(const typename Rules::Outlook& outlook) {
        Prices prices{(T::why_not(outlook.c) == nullptr ? T::cost(outlook) : not_legal)...};
        if constexpr (requires { Rules::least_is_paid(outlook.c); }) {
            if (Rules::least_is_paid(outlook.c)) subtract_least(prices);
        }
        return prices;
    }
    static void subtract_least(Prices& prices) {
        int least = not_legal;
        for (const int price : prices)
            if (price != not_legal && (least == not_legal || price < least)) least = price;
        for (int& price : prices)
            if (price != not_legal) price -= least;
    }

    template <class X>
    static void add(const typename Rules::Outlook& outlook, std::uint8_t kind, Costs& costs) {
        if constexpr (is_numbered<X>) {
            for (int k = 1; k <= X::count(outlook.c); ++k)
                if (X::why_not(outlook.c, k) == nullptr)
                    costs.add({{static_cast<std::uint32_t>(k), kind}, X::cost(outlook, k)});
        } else if (X::why_not(outlook.c) == nullptr) {
            costs.add({{0, kind}, X::cost(outlook)});
        }
    }
};

}  // namespace crossarc
