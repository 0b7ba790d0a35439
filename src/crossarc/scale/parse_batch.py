"""A plain callable over batches, for engines that map functions over tables: Ray Data, Spark, Dask, datasets."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, compress, pairwise
from typing import Any

from crossarc.arguments import require_kind, wrong_kind
from crossarc.choices import did_you_mean, require_one_of
from crossarc.errors import ArgumentError, ArgumentTypeError
from crossarc.files import PathLike
from crossarc.files.identity import checked_path
from crossarc.parser import Parser, load
from crossarc.parser.parsable import ParsingChoices
from crossarc.tokenizer import FORMATS
from crossarc.treebank import Treebank
from crossarc.treebank.joining import joined_treebanks

_CONLLU = "conllu"


class ParseBatch:
    """Adds a column of parses, as CoNLL-U, to batches with a column of texts; rows stay rows.

    A batch is a dictionary of columns (lists or arrays), a pandas DataFrame, a pyarrow Table or RecordBatch, and what
    comes back is of the same kind. `model` is a parser or the name of its file. With the name, the model is loaded when
    the first batch comes, so that only the name is sent to workers; with a parser, the parser is sent.

    `column` has the texts and `result` gets the parses; what is null (None, NaN, pandas' NA) stays null. `format` says
    what the texts are: "text", "lines" and "tokens" (docs/text.md), or "conllu" for sentences that are to be parsed.
    The other options are those of `Parser.parse`.
    """

    def __init__(
        self,
        model: PathLike | Parser,
        *,
        column: str = "text",
        result: str = "conllu",
        format: str = "text",
        threads: int = 0,
        **options: Any,
    ) -> None:
        require_one_of("format", format, (*FORMATS, _CONLLU))
        self._parser = model if isinstance(model, Parser) else None
        self._path = None if isinstance(model, Parser) else os.fspath(checked_path(model, "model"))
        self._column, self._result, self._format = column, result, format
        known = ParsingChoices.__annotations__
        for name in options:  # here, and not on a worker somewhere
            if name not in known:
                raise ArgumentTypeError(f"ParseBatch: there is no option {name!r}{did_you_mean(name, known)}")
        self._options = {"threads": threads, **options}

    def __call__(self, batch: Any) -> Any:
        if isinstance(batch, Mapping):
            return {**batch, self._result: self._parses(self._texts(batch))}
        kind = type(batch).__module__.partition(".")[0]
        if kind == "pandas":
            return batch.assign(**{self._result: self._parses(self._texts(batch))})
        if kind == "pyarrow":
            texts = batch.column(self._checked(batch.schema.names)).to_pylist()
            return _with_column(batch, self._result, self._parses(texts))
        raise wrong_kind("batch", "a dictionary of columns, a pandas DataFrame, a pyarrow Table or RecordBatch", batch)

    def parse(self, texts: Sequence[str]) -> list[Treebank]:
        """The sentences of each text. All are parsed together, which is faster than one after the other."""
        parser = self._loaded()
        treebanks = [self._treebank(parser, text, row) for row, text in enumerate(texts)]
        ends = accumulate(map(len, treebanks), initial=0)
        filled = [treebank for treebank in treebanks if len(treebank)]
        if not filled:
            return treebanks
        parsed = parser.parse(joined_treebanks(filled), **self._options)
        return [parsed[begin:end] for begin, end in pairwise(ends)]

    def _loaded(self) -> Parser:
        if self._parser is None:
            assert self._path is not None
            self._parser = load(self._path)
        return self._parser

    def _treebank(self, parser: Parser, text: str, row: int) -> Treebank:
        require_kind(text, str, self._column, "a column of texts")
        where = f"<{self._column} {row + 1} of the batch>"
        if self._format == _CONLLU:
            return Treebank.from_conllu(text, ignore_trees=True, path=where)
        return parser.annotator.words(text, format=self._format, offsets=False, path=where)

    def _parses(self, texts: Sequence[Any]) -> list[str | None]:
        are_there = [not _is_null(text) for text in texts]
        parsed = iter(self.parse([*compress(texts, are_there)]))
        return [next(parsed).to_conllu() if is_there else None for is_there in are_there]

    def _texts(self, batch: Any) -> list[Any]:
        texts = batch[self._checked([*batch])]
        if isinstance(texts, str) or not isinstance(texts, Iterable):
            raise wrong_kind(self._column, "a column of texts", texts)
        return [*texts]

    def _checked(self, names: Sequence[str]) -> str:
        if self._column not in names:
            raise ArgumentError(f"the batch has no column {self._column!r}, but {', '.join(map(repr, names))}")
        return self._column

    def __getstate__(self) -> dict[str, Any]:
        """What is loaded from a file is not sent, but loaded again."""
        return self.__dict__ | ({} if self._path is None else {"_parser": None})

    def __repr__(self) -> str:
        return f"ParseBatch({self._path or self._parser!r}, column={self._column!r}, format={self._format!r})"


def _is_null(value: Any) -> bool:
    """None, NaN, and pandas' NA, which is equal to nothing, and is neither true nor false."""
    return value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ == "NAType"


def _with_column(batch: Any, name: str, values: list[str | None]) -> Any:
    import pyarrow  # noqa: PLC0415 (whoever has such a batch has it)

    if name in batch.schema.names:
        batch = batch.drop_columns([name])
    schema = batch.schema.append(pyarrow.field(name, pyarrow.string()))
    return type(batch).from_arrays([*batch.columns, pyarrow.array(values, pyarrow.string())], schema=schema)
