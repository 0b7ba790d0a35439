"""What counts as punctuation: in UD what is tagged so, in CoNLL-X what is written so."""

from __future__ import annotations

import unicodedata

import numpy as np
import numpy.typing as npt

from crossarc.choices import require_one_of
from crossarc.treebank import Treebank

SENSES = ("ud", "conllx")


def sense_for(treebank: Treebank, sense: str | None = None) -> str:
    """The sense that is asked for, or else the one that goes with the treebank's format."""
    if sense is None:
        return "conllx" if treebank.format == "conllx" else "ud"
    require_one_of("punctuation", sense, SENSES)
    return sense


def can_tell_punctuation(treebank: Treebank, sense: str) -> bool:
    """Whether the treebank has what the sense goes by: forms are always there, tags need not be."""
    return sense != "ud" or treebank.strings("upos") != ["_"]


def punctuation_words(treebank: Treebank, sense: str) -> npt.NDArray[np.bool_]:
    """Flags the words that are punctuation: UPOS is `PUNCT`, or the form has only Unicode punctuation characters."""
    column = "upos" if sense == "ud" else "form"
    is_punctuation = "PUNCT".__eq__ if sense == "ud" else _has_only_punctuation
    flags = np.fromiter(map(is_punctuation, treebank.strings(column)), np.bool_)
    return flags[treebank.codes(column)]


def _has_only_punctuation(form: str) -> bool:
    return form != "" and all(unicodedata.category(character).startswith("P") for character in form)
