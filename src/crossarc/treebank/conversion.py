"""To and from the structures of the `conllu` and `pandas` packages, which are imported only here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from crossarc.treebank.columns import COLUMNS

if TYPE_CHECKING:
    import conllu.models
    import pandas

    from crossarc.treebank.sentence import Sentence
    from crossarc.treebank.treebank import Treebank


def to_token_list(sentence: Sentence) -> conllu.models.TokenList:
    try:
        import conllu  # noqa: PLC0415
    except ImportError:
        raise ModuleNotFoundError("to_token_list needs: pip install 'crossarc[conllu]'") from None
    return conllu.parse(sentence.to_conllu())[0]


def to_frame(treebank: Treebank) -> pandas.DataFrame:
    try:
        import pandas  # noqa: PLC0415
    except ImportError:
        raise ModuleNotFoundError("to_frame needs: pip install 'crossarc[pandas]'") from None
    lengths = treebank.lengths
    sentences = np.repeat(np.arange(len(treebank)), lengths)
    columns: dict[str, object] = {
        name: pandas.Categorical.from_codes(treebank.codes(name), pandas.Index(treebank.strings(name)))
        if name in ("upos", "xpos", "deprel")
        else treebank.column(name)
        for name in COLUMNS[1:]
    }
    columns["head"] = treebank.heads
    index = pandas.MultiIndex.from_arrays([sentences, treebank.positions], names=["sentence", "id"])
    return pandas.DataFrame(columns, index=index)


def conllu_of_frame(frame: pandas.DataFrame) -> str:
    return "".join(_sentences(frame))


def _sentences(frame: pandas.DataFrame) -> Iterator[str]:
    known = [name if name in frame.columns else None for name in COLUMNS[1:]]
    for _, words in frame.groupby(level="sentence", sort=False):
        columns = [["_"] * len(words) if name is None else words[name].tolist() for name in known]
        for number, row in enumerate(zip(*columns, strict=True), start=1):
            fields = (_field(name, value) for name, value in zip(known, row, strict=True))
            yield f"{number}\t" + "\t".join(fields) + "\n"
        yield "\n"


def _field(column: str | None, value: object) -> str:
    """A value of a frame as it is written: `_` for what is missing, and a whole number for a head that is a float."""
    if value is None or value != value:  # noqa: PLR0124 (NaN is not equal to itself)
        return "_"
    if column == "head":
        number = float(str(value))
        return "_" if number < 0 else str(int(number)) if number.is_integer() else str(value)
    return str(value)
