"""Which files a corpus has, and what their outputs are called."""

from __future__ import annotations

import os
import re
import stat
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path, PurePath
from typing import NamedTuple

from crossarc.choices import OptionError
from crossarc.files import FileError, PathLike, opened, same_file, told_of_file
from crossarc.files.compression import compression_of_name

_TREEBANKS = (".conllu", ".conllx", ".conll")
_TEXT = ".txt"


class CorpusPart(NamedTuple):
    """One of several equal parts of a corpus, counted from 1: jobs of an array take one each."""

    number: int = 1
    of: int = 1

    @classmethod
    def parsed(cls, text: str) -> CorpusPart:
        """`2/8` is the second of eight."""
        match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise OptionError("part", f"{text!r} is not I/N, such as 2/8: the second of eight parts")
        return cls(int(match[1]), int(match[2]))


class CorpusFile(NamedTuple):
    """An input, and the output's name below the output folder."""

    source: Path
    name: PurePath


@dataclass(frozen=True)
class Corpus:
    """Inputs in the order of their outputs' names, no two of which are the same."""

    files: tuple[CorpusFile, ...]

    @classmethod
    def of(cls, inputs: Sequence[PathLike], folder: PathLike, *, is_text: bool = False) -> Corpus:
        """The corpus of files and folders, to be written into a folder.

        Files of a folder keep their places below it; outputs below it are no part of it. Files that are named keep
        their places below the deepest folder that all named ones have in common. `is_text`: all of them are text,
        whatever their names.
        """
        named = [Path(given) for given in inputs if not Path(given).is_dir()]
        if any(str(given) == "-" for given in named):
            raise OptionError("out_dir", "standard input has no name for its output")
        base = os.path.commonpath([absolute(path).parent for path in named]) if named else ""
        found: list[tuple[Path, PurePath]] = [(path, absolute(path).relative_to(base)) for path in named]
        for given in (Path(given) for given in inputs if Path(given).is_dir()):
            below = [(path, path.relative_to(given)) for path in _inside(given, Path(folder).resolve())]
            if not below:
                raise FileError(str(given), None, f"the folder has no {', '.join((*_TREEBANKS, _TEXT))} file")
            found += below
        outputs = (CorpusFile(path, _output_name(name, is_text)) for path, name in found)
        files = sorted(outputs, key=lambda file: file.name)
        for one, other in pairwise(files):
            if one.name == other.name:
                raise OptionError("out_dir", f"{one.source} and {other.source} would both be written to {one.name}")
        for file in files:
            if same_file(Path(folder) / file.name, file.source):
                raise OptionError("out_dir", f"{file.source} would be replaced by its own output")
        return cls(tuple(files))

    def part(self, part: CorpusPart) -> Corpus:
        """Every N-th file: which ones depends on the names alone, so that jobs need not know of each other."""
        return Corpus(self.files[part.number - 1 :: part.of])


def names_from(path: PathLike) -> list[str]:
    """Names of files, a line each, as `find` prints them, or with Windows' ends of lines; `-` is standard input.

    If there is a zero byte they end with these, as `find -print0` prints them. Names need not be UTF-8.
    """
    with opened(path) as file:
        content = file.read().removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    if "\0" in content:
        names = [name for name in content.split("\0") if name]
    else:
        names = [line.removesuffix("\r") for line in content.split("\n") if line.strip()]
    if not names:
        raise FileError(str(path), None, "there is no name of a file in it")
    return names


def absolute(path: Path) -> Path:
    """The name by which it is found from everywhere. Links stay: what they are called is what counts."""
    return Path(os.path.normpath(path.absolute()))


def _inside(folder: Path, outputs: Path) -> Iterator[Path]:
    """The files of a corpus in a folder, but for outputs. Hidden files and folders, and links to folders, are none.

    A folder below it that cannot be read is one, too: it is reported, and not lost.
    """
    with told_of_file(folder):
        os.scandir(folder).close()
    unreadable: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=unreadable.append):
        here = Path(parent)
        # If outputs go to the folder itself, nothing can be told from them.
        folders[:] = [name for name in folders if not name.startswith(".") and (here / name).resolve() != outputs]
        yield from (path for path in (here / name for name in names) if _is_corpus(path))
    yield from (Path(error.filename) for error in unreadable)


def _is_corpus(path: Path) -> bool:
    """By its name. What cannot be looked at, as links that lead nowhere, is one, too: it is reported, and not lost."""
    if path.name.startswith(".") or _bare(path).suffix.lower() not in (*_TREEBANKS, _TEXT):
        return False
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True


def _bare(name: PurePath) -> PurePath:
    """Without the ending of compressed files."""
    return name.with_suffix("") if compression_of_name(name) else name


def _output_name(name: PurePath, is_text: bool) -> PurePath:
    """Trees of a text are CoNLL-U; what was compressed is compressed in the same way."""
    compression = name.suffix if compression_of_name(name) else ""
    bare = _bare(name)
    if bare.suffix.lower() == _TEXT:
        bare = bare.with_suffix(".conllu")
    elif is_text and bare.suffix.lower() != ".conllu":
        bare = bare.with_name(bare.name + ".conllu")
    return bare.with_name(bare.name + compression)


def total_bytes(files: Iterable[CorpusFile]) -> int:
    """Of the inputs, as far as they are there."""
    return sum(file.source.stat().st_size for file in files if file.source.is_file())
