"""Which options of training have no effect beside the others: they are refused if given, and not told of a parser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossarc.choices import OptionError
from crossarc.neural.options import NEURAL_NAMES
from crossarc.oracle_options import idle_oracle_options
from crossarc.parser.svm import SVM_LEARNERS
from crossarc.systems import System

_OF_EPOCHS = ("epochs", "patience", "exploration", "first_exploration", "regularize", "update")
_OF_THE_PERCEPTRON = ("min_updates", "prune", "deterministic_oracle")
_OF_SVM = ("cost", "tolerance")
_OF_KERNELS = ("degree", "gamma", "coef0", "min_split")
_OF_NETWORKS = tuple(name for name in NEURAL_NAMES if name != "labels")  # which support vector machines have, too


def without_effect(options: Mapping[str, Any], *, has_dev: bool = True) -> dict[str, str]:
    """The options that have no effect, and why. `options` are all of them, with their defaults, by name."""
    reasons: dict[str, str] = {}
    for names, reason in _rules(options, has_dev):
        reasons = dict.fromkeys(names, reason) | reasons  # the first reason is the one to tell
    return reasons


def with_effect(options: Mapping[str, Any], *, has_dev: bool) -> dict[str, Any]:
    """The options that have an effect. Those of a network may be in a table of their own, as models once had them."""
    network = options.get("neural")
    flat = (dict(network) if isinstance(network, dict) else {}) | dict(options)
    idle = without_effect(flat, has_dev=has_dev)
    return {name: value for name, value in flat.items() if name not in idle and name != "neural" and value is not None}


_Rules = list[tuple[tuple[str, ...], str]]


def _rules(options: Mapping[str, Any], has_dev: bool) -> _Rules:
    learner, system, oracle = (options.get(name) for name in ("learner", "system", "oracle"))
    rules = _rules_of_learner(learner, options)
    if oracle == "static":
        rules.append((("deterministic_oracle",), "the static oracle names one transition anyway"))
        names = ("exploration", "first_exploration", "near_mistakes")
        rules.append((names, "the static oracle cannot follow wrong predictions; a dynamic one can"))
    if options.get("exploration") == 0 and (learner != "bilstm" or options.get("near_mistakes") == 0):
        rules.append((("first_exploration",), "exploration 0 follows no wrong prediction in any epoch"))
    if options.get("beam") == 1:
        rules.append((("update",), "it belongs to training with a beam of 2 or more"))
    else:
        rules.append((("deterministic_oracle",), "it belongs to greedy training: a beam follows all right derivations"))
    idle = idle_oracle_options(str(system), options.get("root"), str(oracle))
    rules.extend(((name,), reason) for name, reason in idle.items())
    if not str(system).startswith("arc-eager"):
        rules.append((("root",), "only arc-eager has a choice"))
    if options.get("nonprojective") not in ("keep", "projectivize") and _builds_all(str(system)):
        rules.append((("nonprojective",), f"{system} builds every tree, so that none is changed or left out"))
    if not has_dev:
        rules.append((("patience",), "without development data (dev) nothing tells when to stop"))
    return rules


def _rules_of_learner(learner: str | None, options: Mapping[str, Any]) -> _Rules:
    rules: _Rules = []
    if learner in SVM_LEARNERS:
        rules.append((_OF_EPOCHS, f"the learner {learner} learns once, from the static oracle's derivations"))
    else:
        rules.append((_OF_SVM, "it belongs to the learners liblinear and libsvm"))
    if learner == "perceptron":
        rules.append((("labels",), "the perceptron chooses labels after transitions; other learners have a choice"))
    else:
        rules.append((_OF_THE_PERCEPTRON, "it belongs to the learner perceptron"))
    if learner == "libsvm":
        rules.append((("beam",), "the learner libsvm has no beam: votes do not add up over a derivation"))
    else:
        rules.append((_OF_KERNELS, "it belongs to the learner libsvm"))
    if learner == "bilstm":
        rules += _rules_of_networks(options)
    else:
        rules.append((_OF_NETWORKS, "it belongs to the learner bilstm"))
    if learner == "liblinear" and options.get("labels") == "together":
        rules.append((("beam",), "with labels together there is no beam: a derivation goes on with the best class"))
    return rules


def _builds_all(system: str) -> bool:
    """A system builds every tree. The names in a model are not to be trusted."""
    try:
        return System(system).builds_all
    except OptionError:
        return False


def _rules_of_networks(options: Mapping[str, Any]) -> _Rules:
    rules: _Rules = [
        (("beam", "update"), "the learner bilstm parses greedily: it has no beam"),
        (("features",), "templates are for other learners: the network of bilstm has its own words"),
    ]
    if options.get("errors_per_step"):
        rules.append((("batch_size",), "steps follow errors; errors_per_step 0 has them follow batches"))
    if options.get("embeddings") is None:
        rules.append((("tune_embeddings",), "there are no pretrained word vectors (embeddings) to tune"))
    return rules
