#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bindings/module.hpp"
#include "core/derivation.hpp"
#include "core/systems/list.hpp"

namespace crossarc::bindings {

// A system as Python knows it: transitions have names, and what is not legal is an error with a reason.
struct NamedSystem {
    SharedSystem system;

    Transition parse(std::string_view name) const {
        if (const auto t = system->transition_named(name)) return *t;
        std::string message = "no transition '" + std::string(name) + "' in this system: it has";
        for (const Kind& kind : system->kinds()) message += " " + std::string(kind.name);
        throw nb::value_error(message.c_str());
    }
    std::vector<std::string_view> transition_names() const {
        std::vector<std::string_view> names;
        for (const Kind& kind : system->kinds()) names.push_back(kind.name);
        return names;
    }
    std::vector<std::string_view> arc_transitions() const {
        std::vector<std::string_view> names;
        for (const Kind& kind : system->kinds())
            if (kind.links) names.push_back(kind.name);
        return names;
    }
    std::vector<std::string> legal(const Configuration& c) const {
        Moves moves;
        system->legal(c, moves);
        return names_of(moves);
    }
    Configuration start(int n) const {
        if (n < 0) throw nb::value_error("a sentence cannot have fewer than 0 words");
        Configuration c;
        system->start(c, n);
        return c;
    }
    Configuration apply(const Configuration& c, std::string_view name) const {
        const Transition t = parse(name);
        if (const Reason reason = system->why_not(c, t))
            throw nb::value_error((std::string(name) + " is not legal here: " + reason).c_str());
        Configuration next = c;
        system->apply(next, t);
        return next;
    }
    // Why a transition is not legal; nothing if it is.
    std::optional<std::string> why_not(const Configuration& c, std::string_view name) const {
        const Reason reason = system->why_not(c, parse(name));
        return reason == nullptr ? std::nullopt : std::optional<std::string>(reason);
    }
    // The head and the dependent that a legal transition would link, or two ends without a direction; nothing if it
    // links none.
    std::optional<std::tuple<Node, Node>> arc(const Configuration& c, std::string_view name) const {
        const Transition t = parse(name);
        if (!system->kinds()[t.kind].links || system->why_not(c, t) != nullptr) return std::nullopt;
        const Arc own = system->arc(c, t);
        return std::tuple(own.head, own.dependent);
    }
    bool finished(const Configuration& c) const { return system->finished(c); }
    std::vector<Node> heads(const Configuration& c) const {
        std::vector<Node> heads(static_cast<std::size_t>(c.words()));
        system->read_tree(c, heads.data(), nullptr);
        return heads;
    }
    std::vector<std::string> derive(const std::vector<Node>& heads, const OracleOptions& options) const {
        const HeardSignals heard;
        check(heads);
        return names_of(crossarc::derive(system, options, heads));
    }
    bool covers(const std::vector<Node>& heads) const {
        const HeardSignals heard;
        check(heads);
        return crossarc::covers(*system, heads);
    }
    static void check(const std::vector<Node>& heads, MissingHeads missing = MissingHeads::refused) {
        const std::int64_t offsets[] = {0, static_cast<std::int64_t>(heads.size())};
        check_forest({heads, offsets}, missing);
    }

  private:
    template <class Transitions>
    std::vector<std::string> names_of(const Transitions& transitions) const {
        std::vector<std::string> names;
        for (const Transition t : transitions) names.push_back(system->name_of(t));
        return names;
    }
};

// A gold tree with the oracle that steers for it, for one thread at a time.
struct AimedOracle {
    SharedSystem system;
    std::unique_ptr<Oracle> oracle;
    Target target;
    Scratch scratch;
};

}  // namespace crossarc::bindings
