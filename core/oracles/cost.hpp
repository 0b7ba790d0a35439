// The dynamic oracle of a system whose transitions know their costs: `Rules::Outlook` is what they look at.
#pragma once

#include "core/oracles/oracle.hpp"

namespace crossarc {

template <class Rules, class = typename Rules::Transitions>
class CostOracle;

template <class Rules, class... T>
class CostOracle<Rules, TransitionList<T...>> : public Oracle {
  public:
    using Oracle::Oracle;

    bool takes_unknown() const override { return requires { Rules::costs_take_unknown; }; }

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
        std::uint8_t kind = 0;
        (add<T>(outlook, kind++, costs), ...);
        if constexpr (requires { Rules::least_is_paid(c); }) {
            if (Rules::least_is_paid(c)) costs.subtract_least();
        }
    }

  private:
    template <class X>
    static void add(const typename Rules::Outlook& outlook, std::uint8_t kind, Costs& costs) {
        if constexpr (is_numbered<X>) {
            for (int k = 1; k <= X::count(outlook.c); ++k)
                if (X::why_not(outlook.c, k) == nullptr)
                    costs.add({static_cast<std::uint32_t>(k), kind}, X::cost(outlook, k));
        } else {
            if (X::why_not(outlook.c) == nullptr) costs.add({0, kind}, X::cost(outlook));
        }
    }
};

}  // namespace crossarc
