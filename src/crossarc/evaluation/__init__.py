"""How good predicted words, tags and trees are: the scores of the CoNLL 2018 task, non-projective arcs, breakdowns."""

from crossarc.evaluation.breakdown import Breakdown, Group
from crossarc.evaluation.evaluation import Evaluation, evaluate
from crossarc.evaluation.ratios import Score
from crossarc.evaluation.scores import METRICS

__all__ = ["METRICS", "Breakdown", "Evaluation", "Group", "Score", "evaluate"]
