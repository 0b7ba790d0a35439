"""The options of training on the command line: what `TrainingOptions` and the learners declare, each option once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from crossarc.choices import Declared, declared_options
from crossarc.learners import all_learners
from crossarc.parser.options import TrainingOptions

_FIRST = ("system", "learner", "oracle")  # in the help


def training_options() -> list[Declared]:
    """Those of all learners, and each learner's own; the ones without help are in files of options alone.

    What learners have in place of a default that others share is told beside it.
    """
    found = dict(declared_options(TrainingOptions))
    for learner in all_learners():
        for name, own in declared_options(learner.options).items():
            found.setdefault(name, own)
    order = sorted(found, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))
    return [_with_defaults_of_learners(found[name]) for name in order]


def training_option(name: str) -> Declared:
    """One of them, for another command that has it, too."""
    return next(own for own in training_options() if own.name == name)


def given_files(chosen: Mapping[str, Any], names: Iterable[str] | None = None) -> list[str]:
    """The files that options name."""
    files = [own.name for own in training_options() if own.is_file]
    return [chosen[name] for name in names or sorted(files) if chosen.get(name) is not None]


def _with_defaults_of_learners(own: Declared) -> Declared:
    told = (learner.told_defaults.get(own.name) for learner in all_learners())
    others = [value for value in told if value is not None]
    return replace(own, told="; ".join([str(own.told), *others])) if others else own
