"""What stands for a treebank where a function needs one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from crossarc.arguments import wrong_kind
from crossarc.errors import ArgumentError
from crossarc.files import Readable, checked_path
from crossarc.files.errors import MissingFileError
from crossarc.treebank.files import read
from crossarc.treebank.joining import joined_treebanks
from crossarc.treebank.released import found_files
from crossarc.treebank.sentence import Sentence
from crossarc.treebank.treebank import Treebank

TreebankSource = Treebank | Sentence | Readable | Iterable[Sentence]
"""A treebank, a sentence, sentences one after the other, a file by its name or open, or bytes."""

TreebankSources = TreebankSource | Sequence[TreebankSource]
"""The same, or several of them that are to be one."""

_ACCEPTED = "a treebank, a file (its name, open, or bytes), a sentence, or sentences one after the other"


def treebank_of(source: TreebankSource, name: str = "treebank", *, ignore_trees: bool = False) -> Treebank:
    """The treebank that is meant. `ignore_trees` is for files, as of `crossarc.read`."""
    if isinstance(source, Treebank):
        return source
    if isinstance(source, Sentence):
        return Treebank.from_sentences([source], path="<sentence>")
    if isinstance(source, str | bytes | bytearray | memoryview | os.PathLike) or hasattr(source, "read"):
        return read(source, ignore_trees=ignore_trees)  # type: ignore[arg-type]
    if not isinstance(source, Iterable):
        raise wrong_kind(name, _ACCEPTED, source)
    sentences = list(source)
    if any(not isinstance(sentence, Sentence) for sentence in sentences):
        raise wrong_kind(name, _ACCEPTED, source)
    if not sentences:
        raise ArgumentError(f"{name}: there is no sentence in it")
    return Treebank.from_sentences(sentences, path="<sentences>")


@contextmanager
def hinting_at_text(source: object, instead: str) -> Iterator[None]:
    """A file that is missing may be no name of one, but text: the error says what takes that."""
    try:
        yield
    except MissingFileError as error:
        if isinstance(source, str) and " " in source:
            reason = f"{error.strerror} (is it text? {instead})"
            raise MissingFileError(error.errno, reason, error.filename) from None
        raise


def is_several(source: Any) -> bool:
    """Whether something is a list of what stands for treebanks, and not of sentences."""
    return isinstance(source, list | tuple) and not (source and all(isinstance(one, Sentence) for one in source))


def joined_sources(source: TreebankSources, name: str = "treebank") -> Treebank:
    """One treebank of all that is given."""
    if not is_several(source):
        return treebank_of(source, name)  # type: ignore[arg-type]
    several: Sequence[Any] = source  # type: ignore[assignment]
    if not several:
        raise ArgumentError(f"{name}: an empty list: there is no treebank in it")
    return joined_treebanks([treebank_of(one, name) for one in several])


def training_sources(train: TreebankSources, dev: TreebankSources | None) -> tuple[Treebank, Treebank | None]:
    """Training and development data; a folder as UD releases them stands for its `train` and `dev`."""
    several: list[Any] = list(train) if is_several(train) else [train]  # type: ignore[arg-type]
    are_named = all(isinstance(one, str | os.PathLike) for one in several)
    dev_named = isinstance(dev, str | os.PathLike)
    paths = [checked_path(one, "train") for one in several] if are_named else []
    files = found_files(paths, checked_path(dev, "dev") if dev_named else None)  # type: ignore[arg-type]
    if are_named:
        several = list(files.train)
    if dev is None or dev_named:
        dev = files.dev
    return joined_sources(several, "train"), None if dev is None else joined_sources(dev, "dev")
