#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/module.hpp"
#include "core/derivation.hpp"
#include "core/registry.hpp"

namespace crossarc::bindings {

// A system as Python knows it: transitions have names, and what is not legal is an error with a reason.
struct NamedSystem {
    AnySystem system;

    Transition parse(std::string_view name) const {
        const auto t = transition_named(name);
        const TransitionList own = transitions();
        if (t && own.contains(*t)) return *t;
        std::string message = "no transition '" + std::string(name) + "' in this system: it has";
        for (Transition other : own) message += " " + std::string(name_of(other));
        throw nb::value_error(message.c_str());
    }
    TransitionList transitions() const {
        return std::visit([](const auto& own) { return own.transitions(); }, system);
    }
    std::vector<std::string_view> transition_names() const {
        std::vector<std::string_view> names;
        for (Transition t : transitions()) names.push_back(name_of(t));
        return names;
    }
    std::vector<std::string_view> legal(const Configuration& c) const {
        return std::visit(
            [&](const auto& own) {
                std::vector<std::string_view> names;
                if (own.finished(c)) return names;
                for (Transition t : own.transitions()) {
                    if (own.why_not(c, t) == nullptr) names.push_back(name_of(t));
                }
                return names;
            },
            system);
    }
    Configuration start(int n) const {
        if (n < 0) throw nb::value_error("a sentence cannot have fewer than 0 words");
        Configuration c;
        std::visit([&](const auto& own) { own.start(c, n); }, system);
        return c;
    }
    Configuration apply(const Configuration& c, std::string_view name) const {
        const Transition t = parse(name);
        Configuration next = c;
        std::visit(
            [&](const auto& own) {
                const Reason reason = own.finished(c) ? "the derivation has ended" : own.why_not(c, t);
                if (reason != nullptr) {
                    throw nb::value_error((std::string(name) + " is not legal here: " + reason).c_str());
                }
                own.apply(next, t);
            },
            system);
        return next;
    }
    bool finished(const Configuration& c) const {
        return std::visit([&](const auto& own) { return own.finished(c); }, system);
    }
    std::vector<Node> heads(const Configuration& c) const {
        std::vector<Node> heads(static_cast<std::size_t>(c.words()));
        heads_of(system, c, heads.data());
        return heads;
    }
    std::vector<std::string_view> derive(const std::vector<Node>& heads, const OracleOptions& options) const {
        const HeardSignals heard;
        check(heads);
        std::vector<std::string_view> names;
        for (Transition t : crossarc::derive(system, options, heads)) names.push_back(name_of(t));
        return names;
    }
    bool covers(const std::vector<Node>& heads) const {
        const HeardSignals heard;
        check(heads);
        return crossarc::covers(system, heads);
    }
    static void check(const std::vector<Node>& heads) {
        const std::int64_t offsets[] = {0, static_cast<std::int64_t>(heads.size())};
        check_forest({heads, offsets}, MissingHeads::refused);
    }
};

}  // namespace crossarc::bindings
