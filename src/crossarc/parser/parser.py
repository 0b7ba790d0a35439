"""A trained parser."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from crossarc.parser.model_file import Model, ModelConfiguration, read_model, write_model
from crossarc.transforms.pseudo_projective import deprojectivized
from crossarc.treebank import Treebank, read
from crossarc.treebank.files import PathLike

Trees = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], list[str]]


class Parser:
    """What `crossarc.train` makes and `crossarc.load` reads."""

    def __init__(self, configuration: ModelConfiguration, model: Model) -> None:
        self._configuration = configuration
        self._model = model

    @property
    def system(self) -> str:
        """The name of its transition system."""
        return self._configuration.system

    @property
    def labels(self) -> list[str]:
        """The labels that it was trained with."""
        return list(self._configuration.labels)

    @property
    def templates(self) -> str:
        """Its feature templates, as they were fitted to the training data; of a network, the words it looks at."""
        return self._configuration.templates

    @property
    def info(self) -> dict[str, Any]:
        """How it was made: options, treebanks, scores, version."""
        return {
            "system": self.system,
            "learner": self._configuration.learner,
            "labels": len(self.labels),
            "weights": self._model.weight_count,
        } | (self._configuration.made)

    def parse(self, treebank: Treebank | PathLike, *, multi_root: bool | None = None, threads: int = 1) -> Treebank:
        """The treebank with predicted trees; its own, if it has any, are not looked at.

        Each sentence gets one root, unless the parser was trained with `multi_root` or it is given here.
        """
        treebank = treebank if isinstance(treebank, Treebank) else read(treebank)
        return treebank.with_coded_trees(*self._trees(treebank, multi_root, threads))

    def parsed_text(self, treebank: Treebank, *, multi_root: bool | None = None, threads: int = 1) -> bytes:
        """As `parse`, as the bytes of a file."""
        heads, codes, labels = self._trees(treebank, multi_root, threads)
        return treebank._document.rewritten(heads, codes, labels)

    def _trees(self, treebank: Treebank, multi_root: bool | None, threads: int) -> Trees:
        one_root = self._configuration.one_root if multi_root is None else not multi_root
        heads, codes = self._model.parse(treebank._document, one_root, threads)
        labels = self._configuration.labels
        if self._configuration.encoding is None:
            return heads, codes, labels
        return deprojectivized(heads, treebank.offsets, codes, labels, self._configuration.encoding, threads=threads)

    def save(self, path: PathLike) -> None:
        """Write the parser to a file, which is there whole or not at all."""
        write_model(path, self._configuration, self._model.weights())

    def __repr__(self) -> str:
        return f"<{self.system} parser, {self._model.weight_count:,} weights>"


def load(path: PathLike) -> Parser:
    """The parser in a file. A file that is none, or is damaged, raises a `ModelError`."""
    return Parser(*read_model(path))
