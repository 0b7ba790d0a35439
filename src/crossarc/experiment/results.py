"""Results of runs in a folder: for each run a small JSON file, and beside it the predicted trees.

A file is there whole or not at all, and it is named after all that determines the run, so the folder can be shared by
experiments, copied and merged, and a run whose file is there never has to be repeated.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from crossarc.files import writing
from crossarc.treebank import Treebank


@dataclass(frozen=True)
class Predictions:
    """Heads and labels of all words of the test trees; labels are numbers into a list.

    Where words, tags or lemmas are predicted, too, `whole` is all of it.
    """

    heads: npt.NDArray[np.int32]
    codes: npt.NDArray[np.int32]
    labels: list[str]
    whole: Treebank | None = None

    @classmethod
    def of(cls, trees: Treebank, *, with_words: bool = False) -> Predictions:
        """Of trees; `with_words` if they are not all that was predicted."""
        return cls(trees.heads, trees.codes("deprel"), trees.strings("deprel"), trees if with_words else None)

    def put_on(self, treebank: Treebank) -> Treebank:
        """The treebank with the predicted trees, and all else that was predicted."""
        if self.whole is not None:
            return self.whole
        return treebank.with_coded_trees(self.heads, self.codes, self.labels)


@dataclass(frozen=True)
class Result:
    """What came of a run. If it failed, `failure` says why and there is nothing else.

    `scores` are those of `crossarc.evaluate` on the test trees, `dev` those on the development trees; `transitions`
    are how many arcs each transition built and how many of them are right, `undirected` the scores of links before they
    get directions, `seconds_of` the processor's seconds of training and parsing; results of older versions lack those.
    `seconds` are those of the clock for all of it. `about` is for people to read.
    """

    key: str
    scores: Mapping[str, float | None] = field(default_factory=dict)
    dev: Mapping[str, float | None] = field(default_factory=dict)
    transitions: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    undirected: Mapping[str, float] = field(default_factory=dict)
    seconds_of: Mapping[str, float] = field(default_factory=dict)
    failure: str | None = None
    seconds: float = 0.0
    build: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)


class ResultFolder:
    """Results by the keys of their runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> Result | None:
        """The result of a run; None if it has not been made, or its file is not what it should be."""
        try:
            content = json.loads(self._file(key, "json").read_text(encoding="utf-8"))
            result = Result(**content)
        except (OSError, ValueError, TypeError):
            return None
        if result.key != key or (result.failure is None and not _is_whole(self._file(key, "npz"))):
            return None
        return result

    def put(self, result: Result, predictions: Predictions | None) -> None:
        """Write a result; its JSON file comes last and makes it count."""
        self._folder.mkdir(parents=True, exist_ok=True)
        if predictions is not None:
            arrays: dict[str, Any] = {
                "heads": _narrow(predictions.heads),
                "codes": _narrow(predictions.codes),
                "labels": np.array(predictions.labels),
            }
            if predictions.whole is not None:
                arrays["text"] = np.frombuffer(predictions.whole.to_bytes(), np.uint8)
                arrays["format"] = np.array(predictions.whole.format)
            content = io.BytesIO()
            np.savez_compressed(content, **arrays)
            with writing(self._file(result.key, "npz")) as file:
                file.write(content.getbuffer())
        with writing(self._file(result.key, "json")) as file:
            file.write(json.dumps(asdict(result), ensure_ascii=False, indent=1).encode("utf-8"))

    def predictions(self, key: str) -> Predictions:
        """The trees that a run predicted."""
        path = self._file(key, "npz")
        try:
            with np.load(path, allow_pickle=False) as arrays:
                heads, codes = arrays["heads"].astype(np.int32), arrays["codes"].astype(np.int32)
                whole = None
                if "text" in arrays:
                    whole = Treebank.from_bytes(arrays["text"].tobytes(), format=str(arrays["format"]), path=str(path))
                return Predictions(heads, codes, [str(label) for label in arrays["labels"]], whole)
        except (KeyError, ValueError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path}: no predictions of crossarc experiment: {error}") from None

    def _file(self, key: str, suffix: str) -> Path:
        return self._folder / f"{key}.{suffix}"


def _is_whole(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is None
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error):
        return False


def _narrow(values: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
    fits = not values.size or values.max() <= np.iinfo(np.int16).max
    return values.astype(np.int16) if fits else values
