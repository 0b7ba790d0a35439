"""What kind of trees a treebank has, and which transition system suits it."""

from crossarc.analysis.plot import svg
from crossarc.analysis.profile import Analysis, analyze
from crossarc.analysis.recommendation import recommend
from crossarc.analysis.report import tables

__all__ = ["Analysis", "analyze", "recommend", "svg", "tables"]
