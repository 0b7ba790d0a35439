"""Names that options take, as types: editors complete them, and type checkers find what is none.

Tests hold these lists against what there is.
"""

from __future__ import annotations

from typing import Literal

# fmt: off
SystemName = Literal[
    "arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar", "covington",
    "undirected-planar", "undirected-2-planar", "undirected-covington",
    "arc-standard+lba", "arc-standard+rba", "arc-standard+lnba", "arc-standard+rnba", "arc-standard+lba+rba",
    "arc-standard+lba+lnba", "arc-standard+lba+rnba", "arc-standard+rba+lnba", "arc-standard+rba+rnba",
    "arc-standard+lnba+rnba", "arc-standard+lba+rba+lnba", "arc-standard+lba+rba+rnba",
    "arc-standard+lba+lnba+rnba", "arc-standard+rba+lnba+rnba", "arc-standard+lba+rba+lnba+rnba",
    "arc-eager+lba", "arc-eager+rba", "arc-eager+lnba", "arc-eager+rnba", "arc-eager+lba+rba",
    "arc-eager+lba+lnba", "arc-eager+lba+rnba", "arc-eager+rba+lnba", "arc-eager+rba+rnba",
    "arc-eager+lnba+rnba", "arc-eager+lba+rba+lnba", "arc-eager+lba+rba+rnba", "arc-eager+lba+lnba+rnba",
    "arc-eager+rba+lnba+rnba", "arc-eager+lba+rba+lnba+rnba",
    "arc-hybrid+lba", "arc-hybrid+rba", "arc-hybrid+lnba", "arc-hybrid+rnba", "arc-hybrid+lba+rba",
    "arc-hybrid+lba+lnba", "arc-hybrid+lba+rnba", "arc-hybrid+rba+lnba", "arc-hybrid+rba+rnba",
    "arc-hybrid+lnba+rnba", "arc-hybrid+lba+rba+lnba", "arc-hybrid+lba+rba+rnba", "arc-hybrid+lba+lnba+rnba",
    "arc-hybrid+rba+lnba+rnba", "arc-hybrid+lba+rba+lnba+rnba",
    "arc-hybrid-swap+lba", "arc-hybrid-swap+rba", "arc-hybrid-swap+lnba", "arc-hybrid-swap+rnba",
    "arc-hybrid-swap+lba+rba", "arc-hybrid-swap+lba+lnba", "arc-hybrid-swap+lba+rnba",
    "arc-hybrid-swap+rba+lnba", "arc-hybrid-swap+rba+rnba", "arc-hybrid-swap+lnba+rnba",
    "arc-hybrid-swap+lba+rba+lnba", "arc-hybrid-swap+lba+rba+rnba", "arc-hybrid-swap+lba+lnba+rnba",
    "arc-hybrid-swap+rba+lnba+rnba", "arc-hybrid-swap+lba+rba+lnba+rnba",
    "planar+lba", "planar+rba", "planar+lnba", "planar+rnba", "planar+lba+rba", "planar+lba+lnba",
    "planar+lba+rnba", "planar+rba+lnba", "planar+rba+rnba", "planar+lnba+rnba", "planar+lba+rba+lnba",
    "planar+lba+rba+rnba", "planar+lba+lnba+rnba", "planar+rba+lnba+rnba", "planar+lba+rba+lnba+rnba",
    "2-planar+lba", "2-planar+rba", "2-planar+lnba", "2-planar+rnba", "2-planar+lba+rba", "2-planar+lba+lnba",
    "2-planar+lba+rnba", "2-planar+rba+lnba", "2-planar+rba+rnba", "2-planar+lnba+rnba",
    "2-planar+lba+rba+lnba", "2-planar+lba+rba+rnba", "2-planar+lba+lnba+rnba", "2-planar+rba+lnba+rnba",
    "2-planar+lba+rba+lnba+rnba",
]
# fmt: on
"""The transition systems, with the buffer transitions that some of them can have."""

OracleName = Literal["static", "dynamic", "static-dynamic", "exact"]
LearnerName = Literal["perceptron", "liblinear", "libsvm", "bilstm"]
StageName = Literal["tokenize", "tag", "lemma", "parse"]
TextFormat = Literal["text", "lines", "tokens"]
TrainTags = Literal["gold", "predicted"]
RootPlace = Literal["last", "first"]
Reconstruction = Literal["label", "naive"]
RootLinks = Literal["untrusted", "trusted"]
BufferArcs = Literal["short", "any"]
PlaneCriterion = Literal["active", "first", "shortest", "projective"]
Nonprojective = Literal["keep", "drop", "projectivize", "lift", "pseudo-head", "pseudo-path", "pseudo-head+path"]
Tags = Literal["both", "upos", "xpos", "none"]
Update = Literal["max-violation", "early"]
LabelChoice = Literal["after", "together"]
Preset = Literal["paper", "best"]
Loss = Literal["margin", "cross-entropy"]
