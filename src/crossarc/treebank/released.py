"""Treebanks as Universal Dependencies releases them: a folder with files for training, development and test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from crossarc.files import FileError

_PART = "*-ud-{}*.conllu"  # large treebanks have several: cs_pdt-ud-train-c.conllu


class FoundFiles(NamedTuple):
    """Files to train on and to judge by; whether some were found in a folder."""

    train: list[str]
    dev: str | None
    was_folder: bool


def found_files(given: Sequence[str], dev: str | None) -> FoundFiles:
    """The files that are given, with those of folders in the place of the folders.

    A folder's development data are taken if none are given, and if there is one such file.
    """
    train: list[str] = []
    found: list[str] = []
    for path in given:
        if path == "-" or not Path(path).is_dir():
            train.append(path)
            continue
        own = _part(path, "train")
        if not own:
            named = f"; name the file instead: {own_name}" if (own_name := Path(path, "train.conllu")).exists() else ""
            raise FileError(path, None, f"a folder without a file *-ud-train.conllu{named}")
        train += own
        found += _part(path, "dev")
    if dev is not None and dev != "-" and Path(dev).is_dir():
        own = _part(dev, "dev")
        if len(own) != 1:
            raise FileError(dev, None, f"a folder with {len(own)} files *-ud-dev.conllu: one is needed")
        dev = own[0]
    was_folder = train != list(given)
    return FoundFiles(train, found[0] if dev is None and len(found) == 1 else dev, was_folder)


def _part(folder: str, part: str) -> list[str]:
    return sorted(str(path) for path in Path(folder).glob(_PART.format(part)))
