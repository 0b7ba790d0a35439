"""To and from data frames of pandas, which is imported only here.

A frame has a row for each word, indexed by sentence and ID. What is no word (comments, multiword tokens, empty nodes)
stands as text in the row of the word that it precedes, or follows at the end of a sentence: so it goes with the words
wherever pandas takes them, which attributes of a frame do not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from crossarc.arguments import require_kind
from crossarc.errors import ArgumentError, MissingPackageError
from crossarc.messages import warn
from crossarc.treebank.columns import COLUMNS

if TYPE_CHECKING:
    import pandas

    from crossarc.treebank.treebank import Treebank

_BEFORE, _AFTER = "lines_before", "lines_after"


def _pandas(needed_by: str) -> Any:
    try:
        import pandas  # noqa: PLC0415
    except ImportError:
        raise MissingPackageError.of_extra("pandas", f"{needed_by} needs pandas", name="pandas") from None
    return pandas


def to_frame(treebank: Treebank) -> pandas.DataFrame:
    library = _pandas("to_frame")
    sentences = np.repeat(np.arange(len(treebank)), treebank.lengths)
    columns: dict[str, object] = {
        name: library.Categorical.from_codes(treebank.codes(name), library.Index(treebank.strings(name)))
        if name in ("upos", "xpos", "deprel")
        else treebank.column(name)
        for name in COLUMNS[1:]
    }
    columns["head"] = treebank.heads
    columns[_BEFORE], columns[_AFTER] = _other_lines(treebank)
    index = library.MultiIndex.from_arrays([sentences, treebank.positions], names=["sentence", "id"])
    frame: pandas.DataFrame = library.DataFrame(columns, index=index)
    frame.attrs["format"] = treebank.format
    return frame


def _other_lines(treebank: Treebank) -> tuple[list[str], list[str]]:
    """For each word the lines between it and the word before it, and for the last of a sentence those behind it."""
    before, after = [""] * treebank.word_count, [""] * treebank.word_count
    words = 0
    kept: list[str] = []
    for sentence in treebank:
        waiting: list[str] = []
        for line in _lines(sentence.to_conllu()):
            kept.append(line)
            if line.startswith("#") or not line.partition("\t")[0].isdigit():
                waiting.append(line)
                continue
            if waiting:
                before[words] = "\n".join(waiting)
                waiting.clear()
            words += 1
        after[words - 1] = "\n".join(waiting)
        kept.append("")
    if "".join(line + "\n" for line in kept) != treebank.to_conllu():
        warn(
            f"{treebank.path}: not all of it will come back byte for byte from a data frame, which has no place for "
            "blank lines, line ends and a byte order mark"
        )
    return before, after


def _lines(text: str) -> list[str]:
    lines = text.removeprefix("\ufeff").split("\n")
    return [line.removesuffix("\r") for line in lines if line.strip(" \r")]


def text_of_frame(frame: pandas.DataFrame) -> str:
    """The file that a frame stands for; a ValueError if its IDs are not those of whole sentences."""
    require_kind(frame, _pandas("from_frame").DataFrame, "frame", "a pandas.DataFrame")
    return "".join(_sentences(frame))


def _sentences(frame: pandas.DataFrame) -> Iterator[str]:
    names = _labels(frame, "sentence")
    if names is None:
        raise ArgumentError("the frame has no sentence in its index, and no such column")
    ids = _labels(frame, "id")
    fields = [_texts(frame, name) for name in COLUMNS[1:]]
    before, after = (_texts(frame, name, missing="") for name in (_BEFORE, _AFTER))
    for sentence, rows in _rows_by_sentence(names):
        for number, row in enumerate(rows if ids is None else _in_order(sentence, rows, ids), start=1):
            line = f"{number}\t" + "\t".join(column[row] for column in fields)
            yield "\n".join(part for part in (before[row], line, after[row]) if part) + "\n"
        yield "\n"


def _labels(frame: pandas.DataFrame, name: str) -> list[Any] | None:
    """A level of the index, or a column of that name, which is what `reset_index` makes of it."""
    if name in frame.index.names:
        return frame.index.get_level_values(name).tolist()
    return frame[name].tolist() if name in frame.columns else None


def _rows_by_sentence(names: list[Hashable]) -> Iterator[tuple[Hashable, list[int]]]:
    """The rows of each sentence, in the order in which sentences appear; sorted, if rows of sentences are mixed."""
    rows: dict[Hashable, list[int]] = {}
    for row, name in enumerate(names):
        rows.setdefault(name, []).append(row)
    are_mixed = any(places[-1] - places[0] >= len(places) for places in rows.values())
    return iter(sorted(rows.items()) if are_mixed else rows.items())


def _in_order(sentence: Hashable, rows: list[int], ids: list[Any]) -> list[int]:
    """The rows of a sentence by ID, which HEADs refer to: they must be 1, 2, 3 and so on."""
    by_id = {ids[row]: row for row in rows}
    ordered = [by_id.get(number) for number in range(1, len(rows) + 1)]
    if None in ordered:
        missing = ordered.index(None) + 1
        raise ArgumentError(
            f"sentence {sentence}: there are {len(rows)} words, but no ID {missing}: HEADs refer to IDs, which must be "
            "1, 2, 3 and so on, each once"
        )
    return [row for row in ordered if row is not None]


def _texts(frame: pandas.DataFrame, column: str, missing: str = "_") -> list[str]:
    """A column as it is written: `_` for what is missing, and a whole number for a head that is a float."""
    if column not in frame.columns:
        return [missing] * len(frame)
    is_missing = frame[column].isna().tolist()
    texts = [
        missing if m else _text(column, value) for m, value in zip(is_missing, frame[column].tolist(), strict=True)
    ]
    breaks = "\t\r\n" if missing else "\r"  # lines may have tabs, and be several
    for character in breaks:
        if character in "".join(texts):
            row = next(row for row, text in enumerate(texts) if character in text)
            raise ArgumentError(f"row {frame.index[row]}: {texts[row]!r} would break the file, in the column {column}")
    return texts


def _text(column: str, value: object) -> str:
    if column != "head":
        return str(value)
    number = float(str(value))
    return "_" if number < 0 else str(int(number)) if number.is_integer() else str(value)
