"""How good predicted trees are: attachment scores, crossing arcs, breakdowns."""

from crossarc.evaluation.breakdown import Breakdown, Group
from crossarc.evaluation.evaluation import Evaluation, evaluate
from crossarc.evaluation.scores import METRICS

__all__ = ["METRICS", "Breakdown", "Evaluation", "Group", "evaluate"]
