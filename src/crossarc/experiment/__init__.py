"""Experiments: many parsers on many treebanks from one declaration, and their tables."""

from crossarc.experiment.declaration import DeclarationError, Experiment, check_options, read_experiment
from crossarc.experiment.grid import Choice, Run, runs_of
from crossarc.experiment.results import Result, ResultFolder
from crossarc.experiment.runner import Plan, make_runs, plan
from crossarc.experiment.scoreboard import Scoreboard
from crossarc.experiment.treebanks import TreebankFiles, find_treebanks, named

__all__ = [
    "Choice",
    "DeclarationError",
    "Experiment",
    "Plan",
    "Result",
    "ResultFolder",
    "Run",
    "Scoreboard",
    "TreebankFiles",
    "check_options",
    "find_treebanks",
    "make_runs",
    "named",
    "plan",
    "read_experiment",
    "runs_of",
]
