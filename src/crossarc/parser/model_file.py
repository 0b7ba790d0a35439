"""The model file: a header, the configuration as JSON, the weights. Nothing in it is believed before it is checked.

    8 bytes   "crossarc"
    4 bytes   the format's version
    4 bytes   CRC-32 of all that follows
    8 bytes   the length of the configuration
    …         the configuration, UTF-8, with spaces up to the next multiple of 64
    …         the weights, as core/scorers/perceptron_model.hpp and core/linear/frozen_weights.hpp have them; those of
              a network as safetensors

Numbers are little-endian.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.files import PathLike, writing
from crossarc.learners import is_learner, learner_named
from crossarc.parser.confidence import are_coefficients
from crossarc.parser.options import WIDEST_BEAM
from crossarc.transforms import ENCODINGS
from crossarc.transforms.pseudo_projective import MarkedLabel
from crossarc.treebank.labels import label_problem

_MAGIC = b"crossarc"
_VERSION = 3
_HEADER = struct.Struct("<8sIIQ")
_ALIGNMENT = 64  # of the weights: a line of memory
_CHECKED_FROM = 16  # where the part that the checksum covers begins
_DEEPEST = 10  # lists and tables within each other, in the configuration
_LONGEST_MESSAGE = 300  # characters


class ModelError(ValueError):
    """A file that is no model, or a damaged one: `FILE: what is wrong`."""


class Model(Protocol):
    """What a learner leaves: `_core.PerceptronModel`, `_core.KernelModel`, `crossarc.neural.model.NeuralModel`."""

    @property
    def weight_count(self) -> int: ...
    def weights(self) -> bytes: ...
    def parse(
        self, document: _core.Document, beam: int, one_root: bool, margins: bool, threads: int
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...


@dataclass(frozen=True)
class ModelConfiguration:
    """All of a parser but its weights. `made` tells how it was made, for people to read.

    `confidence` are the coefficients of `crossarc.parser.confidence`, if there were development data to fit them to.
    `split` and `network` are what some learners need beside templates: the template that tells machines apart, and
    the settings of a network.
    """

    system: str
    system_options: dict[str, str]
    templates: str
    labels: list[str]
    encoding: str | None
    one_root: bool
    beam: int
    made: dict[str, Any]
    confidence: list[float] | None = None
    learner: str = "perceptron"
    split: str = ""
    network: dict[str, Any] | None = None

    def check(self) -> None:
        """Raise a ValueError if a parser could not be built from this."""
        kinds = {
            "system": str,
            "system_options": dict,
            "templates": str,
            "labels": list,
            "one_root": bool,
            "beam": int,
            "made": dict,
            "learner": str,
            "split": str,
        }
        for name, kind in kinds.items():
            if not isinstance(getattr(self, name), kind):
                raise ValueError(f"'{name}' is of the wrong kind")
        if not 1 <= self.beam <= WIDEST_BEAM:
            raise ValueError("its beam is too wide, or none")
        if self.confidence is not None and not are_coefficients(self.confidence):
            raise ValueError("its coefficients of confidence are none")
        if not self.labels or not all(isinstance(label, str) for label in self.labels):
            raise ValueError("there are no labels, or some are none")
        # What a parser without pseudo-projective trees writes is the whole label, with its arrows if it has any.
        written = self.labels if self.encoding is None else [MarkedLabel.parse(label).relation for label in self.labels]
        for label in (*self.labels, *written):
            if (problem := label_problem(label)) is not None:
                raise ValueError(f"a label {problem}")
        if not set(self.system_options) <= {"root", "reconstruction", "root_links"}:
            raise ValueError("it has options that no system has")
        if not all(isinstance(value, str) for value in self.system_options.values()):
            raise ValueError("an option of its system is no text")
        if self.encoding is not None and self.encoding not in ENCODINGS:
            raise ValueError("its pseudo-projective encoding is none")

    def with_weights(self, weights: memoryview) -> Model:
        if not is_learner(self.learner):
            raise ValueError(f"it was made by the learner {self.learner!r}, which this version does not know")
        return learner_named(self.learner).load(self, weights)


def write_model(path: PathLike, configuration: ModelConfiguration, weights: bytes) -> None:
    """Write a model; the file is there whole or not at all."""
    text = json.dumps(asdict(configuration), ensure_ascii=False, sort_keys=True).encode("utf-8")
    text += b" " * (-(_HEADER.size + len(text)) % _ALIGNMENT)
    size = struct.pack("<Q", len(text))
    checksum = zlib.crc32(weights, zlib.crc32(text, zlib.crc32(size)))
    with writing(path) as file:
        for part in (_HEADER.pack(_MAGIC, _VERSION, checksum, len(text)), text, weights):
            file.write(part)


def read_model(path: PathLike) -> tuple[ModelConfiguration, Model]:
    """The model in a file, which is read whole: what becomes of the file afterwards does not matter.

    A network's weights stay where they were read to; the others are copied into larger pages.
    """
    content = _read(path)
    try:
        if len(content) < _HEADER.size or content[:8] != _MAGIC:
            raise ValueError("not a crossarc model")
        _, version, checksum, size = _HEADER.unpack(content[: _HEADER.size])
        if version != _VERSION:
            raise ValueError(f"a model of format {version}; this version of crossarc reads format {_VERSION}")
        if zlib.crc32(content[_CHECKED_FROM:]) != checksum:
            raise ValueError("the model is damaged: its checksum is wrong")
        end = _HEADER.size + size
        if end > len(content) or end % _ALIGNMENT:
            raise ValueError("the model is damaged: it ends too early")
        configuration = _configuration(bytes(content[_HEADER.size : end]))
        return configuration, configuration.with_weights(content[end:])
    except ValueError as error:
        raise ModelError(f"{os.fspath(path)}: {_one_line(str(error))}") from None


def _read(path: PathLike) -> memoryview:
    """All bytes of a file. It is not mapped: whoever cuts a mapped file short kills who reads it.

    They lie at the beginning of a page, so that a network's numbers do not depend on where they happen to be.
    """
    with Path(path).open("rb", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        if not size:  # a pipe has none, but may have much to tell
            return memoryview(file.read())
        pages = memoryview(mmap.mmap(-1, size))
        end = 0
        while end < size and (count := file.readinto(pages[end:])):
            end += count
        return pages[:end].toreadonly()


def _configuration(text: bytes) -> ModelConfiguration:
    try:
        values = json.loads(text, object_pairs_hook=_without_repetition)
        if not isinstance(values, dict) or set(values) != {field.name for field in fields(ModelConfiguration)}:
            raise ValueError("it has other parts than it should")
        if _depth(values) > _DEEPEST:
            raise ValueError("it is nested too deep")
        # What can be written again holds no NaN and no halves of characters.
        json.dumps(values, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the model's configuration is broken: {error}") from None
    configuration = ModelConfiguration(**values)
    configuration.check()
    return configuration


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a name is there twice")
    return values


def _depth(values: Any) -> int:
    """How deep lists and tables are nested, without recursion, up to what is too deep."""
    depth, level = 0, [values]
    while level and depth <= _DEEPEST:
        depth += 1
        level = [
            part
            for value in level
            if isinstance(value, (dict, list))
            for part in (value.values() if isinstance(value, dict) else value)
            if isinstance(part, (dict, list))
        ]
    return depth


def _one_line(message: str) -> str:
    """What may quote the file, made fit to be printed."""
    return "".join(c if c.isprintable() else "?" for c in message[:_LONGEST_MESSAGE])
