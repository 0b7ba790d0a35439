"""The models of a service, by names that requests can have. A request never names a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from crossarc.files import PathLike
from crossarc.parser import Parser, load
from crossarc.serve.limits import Refusal
from crossarc.stages import Stage

_TASKS = {"tokenize": "tokenizer", "tag": "tagger", "parse": "parser"}  # as UDPipe calls them


class Models(Mapping[str, Parser]):
    """Parsers by name; the first is the default. As with UDPipe, the beginning of a name up to a hyphen will do."""

    def __init__(self, parsers: Mapping[str, Parser]) -> None:
        self._parsers = dict(parsers)
        # What each request asks for is made once: on a small one it would take as long as the words do.
        self._tasks = {
            name: [task for stage, task in _TASKS.items() if stage in parser.stages] for name, parser in parsers.items()
        }
        self._tagging = {
            name: parser.annotator.stages(parser.annotator.can_redo) for name, parser in self._parsers.items()
        }
        self._by_request: dict[str, str] = {name: name for name in self._parsers}
        for name in self._parsers:
            pieces = name.split("-")
            for length in range(1, len(pieces)):
                self._by_request.setdefault("-".join(pieces[:length]), name)

    @classmethod
    def load(cls, paths: Iterable[PathLike]) -> Models:
        """Models named as their files, without folder and ending; or NAME=FILE."""
        parsers: dict[str, Parser] = {}
        for given in paths:
            name, _, path = str(given).rpartition("=")
            name = name or Path(path).name.removesuffix(".crossarc")
            if name in parsers:
                raise ValueError(f"two models are called {name!r}: give them names, NAME=FILE")
            parsers[name] = load(path)
        return cls(parsers)

    @property
    def default(self) -> str:
        """The name of the first; empty if there is none."""
        return next(iter(self._parsers), "")

    def asked_for(self, name: str) -> tuple[str, Parser]:
        """The model that a request means; `Refusal` if there is none of that name."""
        found = self._by_request.get(name) if name else self.default
        if not self._parsers:
            raise Refusal(400, "There is no model.")
        if found is None:
            raise Refusal(400, f"Requested model '{name[:100]}' does not exist.")
        return found, self._parsers[found]

    def tasks(self, name: str) -> list[str]:
        """What a model can do, in UDPipe's words."""
        return self._tasks[name]

    def tagging(self, name: str) -> list[Stage]:
        """What a model does before it parses; as UDPipe, it tags whatever was there."""
        return self._tagging[name]

    def __getitem__(self, name: str) -> Parser:
        return self._parsers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parsers)

    def __len__(self) -> int:
        return len(self._parsers)
