"""Learners: what makes a parser out of trees. Each has a module, imported when it is asked for, and a line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from crossarc.choices import require_one_of
from crossarc.learners.learner import Learner

_MODULES = {
    "perceptron": "crossarc.learners.perceptron",
    "liblinear": "crossarc.learners.liblinear",
    "libsvm": "crossarc.learners.libsvm",
    "bilstm": "crossarc.learners.bilstm",
}
LEARNERS = tuple(_MODULES)


@cache
def learner_named(name: str) -> Learner:
    """The learner of a name; an `OptionError` tells of names that there are not."""
    require_one_of("learner", name, tuple(_MODULES))
    learner = import_module(_MODULES[name]).LEARNER
    assert isinstance(learner, Learner)
    return learner


def is_learner(name: object) -> bool:
    """Whether there is a learner of that name, which may come from a stranger's file."""
    return isinstance(name, str) and name in _MODULES


def all_learners() -> list[Learner]:
    return [learner_named(name) for name in _MODULES]


def learners_with(option: str) -> list[Learner]:
    """Those that have an option of their own by that name."""
    return [learner for learner in all_learners() if option in learner.option_names]


def belongs_to(names: list[str]) -> str:
    """What to say of an option of learners that are not asked.

    >>> belongs_to(["perceptron"]), belongs_to(["liblinear", "libsvm"])
    ('it belongs to the learner perceptron', 'it belongs to the learners liblinear and libsvm')
    """
    *others, last = names
    return f"it belongs to the learner{'s' * bool(others)} {', '.join(others)}{' and ' * bool(others)}{last}"
