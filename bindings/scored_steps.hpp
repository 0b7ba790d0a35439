// The derivation that a model took, with what each transition scored, for Python.
#pragma once

#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/module.hpp"
#include "core/systems/system.hpp"

namespace crossarc::bindings {

struct ScoredStep {
    std::string transition;
    int label = -1;  // -1: it builds no arc
    std::vector<std::pair<std::string, double>> scores;
};

// Transitions by their names; an exception if the system has no such one.
inline std::vector<Transition> named(const System& system, const std::vector<std::string>& names) {
    std::vector<Transition> found;
    found.reserve(names.size());
    for (const std::string& name : names) {
        const auto t = system.transition_named(name);
        if (!t) throw std::invalid_argument("no transition '" + name + "' in this system");
        found.push_back(*t);
    }
    return found;
}

// Of the sentence that was parsed last, whose derivation was wanted.
template <class Parser>
std::vector<ScoredStep> scored_steps(Parser& parser) {
    const System& system = parser.system();
    std::vector<ScoredStep> steps;
    parser.look_back([&](const Step& step, const Moves& moves, const auto& score) {
        ScoredStep own{system.name_of(step.transition)};
        if (system.kinds()[step.transition.kind].links) own.label = step.label;
        for (const Transition t : moves) own.scores.emplace_back(system.name_of(t), score(t));
        steps.push_back(std::move(own));
    });
    return steps;
}

inline nb::list listed(const std::vector<ScoredStep>& steps) {
    nb::list result;
    for (const ScoredStep& step : steps) {
        nb::dict scores;
        for (const auto& [name, score] : step.scores) scores[nb::cast(name)] = score;
        result.append(nb::make_tuple(step.transition, step.label, scores));
    }
    return result;
}

}  // namespace crossarc::bindings
