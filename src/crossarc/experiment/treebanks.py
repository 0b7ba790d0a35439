"""The treebanks of a folder: what to train on, to choose by and to test on, and what groups and tables ask of them."""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path, PurePath

import numpy as np

from crossarc import _core
from crossarc.analysis import Analysis, analyze
from crossarc.messages import warn
from crossarc.treebank import Treebank, read

_NAME = re.compile(r"(?P<stem>.*?)[-_.]?(?P<part>train|dev|test)\.(conllu|conllx|conll)(\.(gz|xz|zst))?")
_TREEBANK = re.compile(r"\.(conllu|conllx|conll)(\.(gz|xz|zst))?$")
_PARTS = ("train", "dev", "test")


@dataclass(frozen=True)
class TreebankFiles:
    """The files of one treebank. Without a file for development the last tenth of the training trees is cut off."""

    name: str
    train: Path
    test: Path
    dev: Path | None = None

    @cached_property
    def _given(self) -> Treebank:
        return read(self.train).require_trees()

    @cached_property
    def training_trees(self) -> Treebank:
        return self._given if self.dev is not None else self._given[: self._cut]

    @cached_property
    def development_trees(self) -> Treebank:
        return read(self.dev).require_trees() if self.dev is not None else self._given[self._cut :]

    @cached_property
    def test_trees(self) -> Treebank:
        return read(self.test).require_trees()

    @property
    def _cut(self) -> int:
        if len(self._given) < 2:
            raise ValueError(f"{self.train}: there is no dev file, and too few sentences to cut some off")
        return len(self._given) - max(1, len(self._given) // 10)

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        """What the trees are known by, wherever their files are."""
        parts = (self.training_trees, self.development_trees, self.test_trees)
        return {part: hashlib.sha256(trees.to_bytes()).hexdigest() for part, trees in zip(_PARTS, parts, strict=True)}

    @cached_property
    def sentences(self) -> int:
        """How many sentences there are to train on."""
        return len(self.training_trees)

    @cached_property
    def nonprojective(self) -> float:
        """How many of them are non-projective, in percent."""
        trees = self.training_trees
        nonprojective = np.add.reduceat(_core.nonprojective_arcs(trees.heads, trees.offsets), trees.offsets[:-1])
        return 100 * float(np.mean(nonprojective > 0))

    @cached_property
    def has_subtypes(self) -> bool:
        """Whether there are labels such as `nsubj:pass`, which whole or up to the colon are not the same."""
        return any(":" in label for label in self.test_trees.strings("deprel"))

    @cached_property
    def _analyses(self) -> dict[str, Analysis]:
        return {}

    def analysis(self, part: str) -> Analysis:
        """The figures of the trees to train on (`"train"`), or of all files together (`"all"`)."""
        if part not in self._analyses:
            parts = [self.training_trees]
            if part == "all":
                parts = [self._given, *([self.development_trees] if self.dev else []), self.test_trees]
            text = b"".join(trees.to_bytes().rstrip(b"\n") + b"\n\n" for trees in parts)
            self._analyses[part] = analyze(Treebank.from_bytes(text, format=self._given.format))
        return self._analyses[part]


def find_treebanks(folder: Path, patterns: Sequence[str] = ("*",)) -> list[TreebankFiles]:
    """The treebanks in a folder, from the smallest to the largest.

    A treebank is the files of one folder whose names end alike but for `train`, `dev` and `test`, as in
    `la_perseus-ud-train.conllu` or `test.conll`; parts may have folders of their own, as in CoNLL-X. It is called by
    the name of its folder. A warning names the files of treebanks that are none of these or lack a part.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder}: there is no such folder")
    found = list(_found(folder))
    if not found:
        raise ValueError(f"{folder}: there are no treebanks in it that have a file to train and one to test")
    return sorted(named(found, patterns, folder), key=lambda files: (files.train.stat().st_size, files.name))


def named(treebanks: Sequence[TreebankFiles], patterns: Sequence[str], folder: Path) -> list[TreebankFiles]:
    """The treebanks of a folder that any of the patterns names; a warning tells of patterns that name none."""
    fitting = {pattern: [files for files in treebanks if fnmatchcase(files.name, pattern)] for pattern in patterns}
    vain = [pattern for pattern, chosen in fitting.items() if not chosen]
    if len(vain) == len(fitting):
        raise ValueError(f"{folder}: no treebank in it is called {' or '.join(patterns)}")
    if vain:
        warn(f"{folder}: no treebank in it is called {' or '.join(vain)}")
    return [files for files in treebanks if any(files in chosen for chosen in fitting.values())]


def _found(folder: Path) -> Iterator[TreebankFiles]:
    groups: dict[tuple[Path, str], dict[str, Path]] = defaultdict(dict)
    nameless = []
    for path in sorted(_files(folder)):
        match = _NAME.fullmatch(path.name)
        if match is None:
            if _TREEBANK.search(path.name):
                nameless.append(f"{path} (its name contains none of train, dev and test)")
            continue
        home = path.parent.parent if path.parent.name in _PARTS and path.parent != folder else path.parent
        files = groups[home, match["stem"]]
        if match["part"] in files:
            raise ValueError(f"{path}: the same treebank has {files[match['part']]} for {match['part']}")
        files[match["part"]] = path
    whole = {place: files for place, files in groups.items() if {"train", "test"} <= files.keys()}
    left_out = [_lacking(files) for place, files in groups.items() if place not in whole] + nameless
    if left_out:
        warn(f"left out {'; '.join(left_out)}")
    for place, name in zip(whole, _names(folder, list(whole)), strict=True):
        yield TreebankFiles(name, **whole[place])


def _lacking(files: dict[str, Path]) -> str:
    missing = [part for part in ("train", "test") if part not in files]
    return f"{' and '.join(map(str, files.values()))} (there is no file to {' or to '.join(missing)})"


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder; links to folders are followed, but none is entered twice."""
    entered = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        here = Path(place)
        if here.resolve() in entered:
            folders.clear()
            continue
        entered.add(here.resolve())
        yield from (here / name for name in names)


def _names(folder: Path, places: list[tuple[Path, str]]) -> list[str]:
    """The shortest ends of the treebanks' paths that tell them apart; the files' names where a folder has several."""
    homes = [home for home, _ in places]
    root = PurePath(folder.resolve().name)
    paths = [
        root / home.relative_to(folder) / (stem if homes.count(home) > 1 or home == folder else "")
        for home, stem in places
    ]
    for path in paths:
        if paths.count(path) > 1:
            raise ValueError(f"{folder}: two treebanks in it would be called {path}")
    depth = 1
    while len({_end(path, depth) for path in paths}) < len(paths):
        depth += 1
    return [_end(path, depth) for path in paths]


def _end(path: PurePath, depth: int) -> str:
    return "/".join(path.parts[-depth:])
