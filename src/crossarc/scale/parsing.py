"""What is chosen for parsing a corpus: all that outputs depend on besides the model and the inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crossarc import __version__
from crossarc.choices import require_one_of
from crossarc.parser import Parser
from crossarc.parser.stage import ParsingStage
from crossarc.scale.inputs import Inputs
from crossarc.scale.shards import Shard
from crossarc.scale.work import Work
from crossarc.tokenizer import FORMATS

_FORMATS = ("conllu", "conllx", *FORMATS)


@dataclass(frozen=True)
class Parsing:
    """The options of `crossarc parse`, by the same names; None is what the parser was trained with."""

    beam: int | None = None
    multi_root: bool | None = None
    confidence: bool = False
    longest: int | None = None
    redo: tuple[str, ...] = ()
    strict_columns: bool = False
    format: str | None = None
    offsets: bool = False
    lenient: bool = False

    def __post_init__(self) -> None:
        if self.format is not None:
            require_one_of("format", self.format, _FORMATS)

    def work(self, parser: Parser, threads: int = 0) -> Work:
        """What is done with inputs."""
        parse = ParsingStage(parser, self.beam, self.multi_root, self.confidence, self.longest)
        stages = [*parser.annotator.stages(self.redo), parse]
        return Work(stages, "parsed", self.strict_columns, threads, self.longest)

    def inputs(self, parser: Parser, paths: Sequence[str], shard: Shard | None = None) -> Inputs:
        """How inputs are read."""
        return Inputs(paths, parser.annotator, self.format, self.offsets, self.lenient, shard)

    def made_with(self, model_sha256: str) -> Mapping[str, Any]:
        """For manifests: outputs that were made with something else are made again."""
        options = {**vars(self), "redo": sorted(self.redo)}
        return {"crossarc": __version__, "model_sha256": model_sha256, "options": options}
