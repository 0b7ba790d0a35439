"""The parser in a model's file (crossarc/model_file.py): its configuration as JSON, and its weights.

8 bytes   the length of the configuration
…         the configuration, UTF-8, with spaces up to the next multiple of 64 of the file
…         the weights, as core/scorers/perceptron_model.hpp and core/linear/frozen_weights.hpp have them; those of
          a network as safetensors
"""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass, fields
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.learners import is_learner, learner_named
from crossarc.model_file import ALIGNMENT, ModelError, Part, checked_json
from crossarc.parser.confidence import are_coefficients
from crossarc.parser.options import WIDEST_BEAM
from crossarc.transforms import ENCODINGS
from crossarc.transforms.pseudo_projective import MarkedLabel
from crossarc.treebank.labels import label_problem

__all__ = ["Model", "ModelConfiguration", "ModelError", "parser_of", "stored_parser"]

_LENGTH = struct.Struct("<Q")


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
            raise ValueError("its coefficients of confidence are invalid")
        if not self.labels or not all(isinstance(label, str) for label in self.labels):
            raise ValueError("labels are missing or invalid")
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
            raise ValueError("its pseudo-projective encoding is invalid")

    def with_weights(self, weights: memoryview) -> Model:
        if not is_learner(self.learner):
            raise ValueError(f"it was made by the learner {self.learner!r}, which this version does not know")
        return learner_named(self.learner).load(self, weights)


def stored_parser(configuration: ModelConfiguration, weights: bytes, place: int) -> list[bytes]:
    """The parser as pieces of bytes, which begin at a place of the file."""
    text = json.dumps(asdict(configuration), ensure_ascii=False, sort_keys=True).encode("utf-8")
    text += b" " * (-(place + _LENGTH.size + len(text)) % ALIGNMENT)
    return [_LENGTH.pack(len(text)), text, weights]


def parser_of(part: Part) -> tuple[ModelConfiguration, Model]:
    """The parser of a model's file; a ValueError if it is none.

    A network's weights stay where they were read to; the others are copied into larger pages.
    """
    content = part.content
    if len(content) < _LENGTH.size:
        raise ValueError("the model is damaged: it ends too early")
    (size,) = _LENGTH.unpack_from(content)
    end = _LENGTH.size + size
    if end > len(content) or (part.begin + end) % ALIGNMENT:
        raise ValueError("the model is damaged: it ends too early")
    configuration = _configuration(bytes(content[_LENGTH.size : end]))
    return configuration, configuration.with_weights(content[end:])


def _configuration(text: bytes) -> ModelConfiguration:
    values = checked_json(text, "configuration")
    if not isinstance(values, dict) or set(values) != {field.name for field in fields(ModelConfiguration)}:
        raise ValueError("the model's configuration is broken: it has other parts than it should")
    configuration = ModelConfiguration(**values)
    configuration.check()
    return configuration
