"""Parsers that are trained, saved, loaded and run."""

from crossarc.learners import LEARNERS
from crossarc.parser.epoch import Epoch
from crossarc.parser.model_file import ModelError
from crossarc.parser.options import NONPROJECTIVE, TrainingOptions
from crossarc.parser.parser import Parser, Trees, load
from crossarc.parser.training import Training
from crossarc.parser.training_run import TrainingInterrupted, train

__all__ = [
    "LEARNERS",
    "NONPROJECTIVE",
    "Epoch",
    "ModelError",
    "Parser",
    "Training",
    "TrainingInterrupted",
    "TrainingOptions",
    "Trees",
    "load",
    "train",
]
