"""Which options of training have no effect beside the others: they are refused if given, and not told of a parser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossarc.choices import OptionError
from crossarc.learners import all_learners, belongs_to, is_learner, learner_named, learners_with
from crossarc.learners.learner import Learner, Rules
from crossarc.oracle_options import idle_oracle_options
from crossarc.transition_systems import System


def without_effect(options: Mapping[str, Any], *, has_dev: bool = True) -> dict[str, str]:
    """The options that have no effect, and why. `options` are all of them, with their defaults, by name."""
    reasons: dict[str, str] = {}
    for names, reason in _rules(options, has_dev):
        reasons = dict.fromkeys(names, reason) | reasons  # the first reason is the one to tell
    return reasons


def with_effect(options: Mapping[str, Any], *, has_dev: bool) -> dict[str, Any]:
    """The options that have an effect. Those of a learner may be in a table of their own, as models once had them."""
    tables = {learner.table for learner in all_learners()}
    nested = [own for name, own in options.items() if name in tables and isinstance(own, dict)]
    flat = {name: value for own in nested for name, value in own.items()} | dict(options)
    idle = without_effect(flat, has_dev=has_dev)
    return {name: value for name, value in flat.items() if name not in {*idle, *tables} and value is not None}


def _rules(options: Mapping[str, Any], has_dev: bool) -> Rules:
    system, oracle = (options.get(name) for name in ("system", "oracle"))
    named = options.get("learner")
    learner = learner_named(str(named)) if is_learner(named) else None  # the names in a model are not to be trusted
    rules = _rules_of_learners(learner, options)
    if oracle == "static":
        names = ("exploration", "first_exploration")
        rules.append((names, "the static oracle cannot follow wrong predictions; a dynamic one can"))
    if options.get("exploration") == 0 and not (learner is not None and learner.follows_mistakes(options)):
        rules.append((("first_exploration",), "exploration 0 follows no wrong prediction in any epoch"))
    first, last = options.get("first_exploration"), options.get("epochs")
    if isinstance(first, int) and isinstance(last, int) and first > last:
        rules.append((("exploration",), f"it begins in epoch {first} (first_exploration), and the last is {last}"))
    if options.get("beam") == 1:
        rules.append((("update",), "it belongs to training with a beam of 2 or more"))
    idle = idle_oracle_options(str(system), options.get("root"), str(oracle))
    rules.extend(((name,), reason) for name, reason in idle.items())
    if not str(system).startswith("arc-eager"):
        rules.append((("root",), "only arc-eager has a choice"))
    if options.get("nonprojective") not in ("keep", "projectivize") and _builds_all(str(system)):
        rules.append((("nonprojective",), f"{system} builds every tree, so that none is changed or left out"))
    if not has_dev:
        rules.append((("patience",), "without development data (dev) nothing tells when to stop"))
    return rules


def _rules_of_learners(learner: Learner | None, options: Mapping[str, Any]) -> Rules:
    """What the learner says, and that it has no options of others."""
    rules = [] if learner is None else learner.without_effect(options)
    own = () if learner is None else learner.option_names
    foreign = {name for other in all_learners() for name in other.option_names if name not in own}
    rules += [((name,), belongs_to([other.name for other in learners_with(name)])) for name in sorted(foreign)]
    return rules


def _builds_all(system: str) -> bool:
    """A system builds every tree. The names in a model are not to be trusted."""
    try:
        return System(system).builds_all
    except OptionError:
        return False
