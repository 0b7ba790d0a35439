"""Which options of training have no effect beside the others: they are refused if given, and not told of a parser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossarc.neural.options import NEURAL_NAMES
from crossarc.parser.svm import SVM_LEARNERS

_OF_EPOCHS = ("epochs", "patience", "exploration", "first_exploration", "regularize", "update")
_OF_THE_PERCEPTRON = ("min_updates", "prune")


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


def _rules(options: Mapping[str, Any], has_dev: bool) -> list[tuple[tuple[str, ...], str]]:
    learner, system, oracle = (options.get(name) for name in ("learner", "system", "oracle"))
    rules: list[tuple[tuple[str, ...], str]] = []
    if learner in SVM_LEARNERS:
        rules.append((_OF_EPOCHS, f"the learner {learner} learns once, from the static oracle's derivations"))
        rules.append((_OF_THE_PERCEPTRON, "it belongs to the learner perceptron"))
    if learner == "libsvm":
        rules.append((("beam",), "the learner libsvm has no beam: votes do not add up over a derivation"))
    if learner == "bilstm":
        rules += _rules_of_networks(options)
    else:
        rules.append((NEURAL_NAMES, "it belongs to the learner bilstm"))
    if learner not in SVM_LEARNERS:
        rules.append((("cost",), "it belongs to the learners liblinear and libsvm"))
    if oracle == "static":
        names = ("exploration", "first_exploration", "near_mistakes")
        rules.append((names, "the static oracle cannot follow wrong predictions; a dynamic one can"))
    if options.get("exploration") == 0 and (learner != "bilstm" or options.get("near_mistakes") == 0):
        rules.append((("first_exploration",), "exploration 0 follows no wrong prediction in any epoch"))
    if options.get("beam") == 1:
        rules.append((("update",), "it belongs to training with a beam of 2 or more"))
    if (system, oracle) != ("2-planar", "dynamic"):
        rules.append((("regularize",), "it belongs to the dynamic oracle of 2-planar"))
    if not str(system).startswith("arc-eager"):
        rules.append((("root",), "only arc-eager has a choice"))
    if not has_dev:
        rules.append((("patience",), "without development data (dev) nothing tells when to stop"))
    return rules


def _rules_of_networks(options: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]]:
    rules: list[tuple[tuple[str, ...], str]] = [
        (("beam", "update"), "the learner bilstm parses greedily: it has no beam"),
        (_OF_THE_PERCEPTRON, "it belongs to the learner perceptron"),
        (("features",), "templates are for other learners: the network of bilstm has its own words"),
    ]
    if options.get("errors_per_step"):
        rules.append((("batch_size",), "steps follow errors; errors_per_step 0 has them follow batches"))
    if options.get("embeddings") is None:
        rules.append((("tune_embeddings",), "there are no pretrained word vectors (embeddings) to tune"))
    return rules
