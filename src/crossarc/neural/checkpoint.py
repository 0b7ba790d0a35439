"""A training run on disk: safetensors, with a description as JSON in their metadata, and a checksum of all.

Nothing here needs PyTorch before there are tensors to write or to read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crossarc.errors import CrossarcError
from crossarc.files import PathLike, require_writable, shown_path, writing
from crossarc.files.identity import descriptor
from crossarc.messages import warn

if TYPE_CHECKING:
    from torch import Tensor

_KEY, _CHECKSUM = "crossarc checkpoint", "checksum"
_LARGEST_HEADER = 100_000_000  # bytes: what safetensors allow
_DAMAGED = "not a checkpoint, or a damaged one"
_TREEBANKS = {"train": "training trees", "dev": "development trees"}


class CheckpointError(CrossarcError, ValueError):
    """A file that is no checkpoint, or that of another run: `FILE: what is wrong`."""


class Checkpoint:
    """The file beside a model that its training can be resumed from. Nothing else is ever replaced or removed."""

    def __init__(self, path: Path, *, resume: bool = False) -> None:
        """Raises an error if the run that is about to begin cannot have its checkpoint there."""
        self.path = path
        require_writable(path)
        if resume and not path.exists():
            raise FileNotFoundError(2, os.strerror(2), os.fspath(path))
        if path.exists():
            if not _is_checkpoint(path):
                raise CheckpointError(f"{path}: it is no checkpoint, but in the place of one: move it away")
            if not resume:
                raise CheckpointError(f"{path}: the checkpoint of an unfinished run: go on with --resume, or remove it")
        self.is_there = resume

    @classmethod
    def beside(cls, model: PathLike, *, resume: bool = False) -> Checkpoint | None:
        """That of a model. Models that go into pipes and the like have none."""
        is_file = os.fspath(model) != "-" and descriptor(model) is None
        if is_file and (not Path(model).exists() or Path(model).is_file()):
            return cls(Path(f"{os.fspath(model)}.checkpoint"), resume=resume)
        if resume:
            raise CheckpointError(f"{shown_path(model)}: it is no file, and has no checkpoint to resume from")
        return None

    def save(self, write: Callable[[PathLike], None]) -> None:
        """Write it, if it can be written: a full disk is no reason to lose a parser that can still be trained."""
        try:
            write(self.path)
            self.is_there = True
        except OSError as error:
            after = "the checkpoint of an earlier epoch stays" if self.is_there else "it could not be resumed"
            warn(f"{self.path}: {error.strerror}: training goes on, but {after}")

    def remove(self) -> None:
        """The run is over."""
        if self.is_there:
            try:
                self.path.unlink(missing_ok=True)
            except OSError as error:
                warn(f"{self.path}: it is not needed any more, but cannot be removed: {error.strerror}")


def write_checkpoint(path: PathLike, description: dict[str, Any], tensors: dict[str, Tensor]) -> None:
    """Write a checkpoint; the file is there whole or not at all."""
    from crossarc.neural.weights import stored  # noqa: PLC0415

    text = json.dumps(description, sort_keys=True)
    with writing(path) as file:
        file.write(stored(tensors, {_KEY: text, _CHECKSUM: _checksum(text, tensors)}))


def read_checkpoint(path: PathLike, made: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """What `write_checkpoint` wrote. The run must have been `made` alike: options, version, what is in its files."""
    from crossarc.neural.weights import metadata, unstored  # noqa: PLC0415

    content = memoryview(Path(path).read_bytes())
    try:
        told = metadata(content)
        tensors = unstored(content)
        if told[_CHECKSUM] != _checksum(told[_KEY], tensors):
            raise ValueError
        description = json.loads(told[_KEY])
        others = _differences(description["made"], json.loads(json.dumps(made)))
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise CheckpointError(f"{os.fspath(path)}: {_DAMAGED}") from None
    if others:
        raise of_another_run(path, others)
    return description, tensors


def of_another_run(path: PathLike, differences: list[str]) -> CheckpointError:
    """What to raise for the checkpoint of a run that differed in something."""
    return CheckpointError(f"{os.fspath(path)}: the checkpoint of another run: {'; '.join(differences)}")


def damaged(path: PathLike) -> CheckpointError:
    """What to raise if the parts of a checkpoint do not fit each other."""
    return CheckpointError(f"{os.fspath(path)}: {_DAMAGED}")


def _is_checkpoint(path: Path) -> bool:
    """Whether it begins as one. Devices and pipes are not opened: they may keep who does waiting."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        beginning = file.read(size) if size <= _LARGEST_HEADER else b""
    try:
        return _KEY in json.loads(beginning)["__metadata__"]
    except (KeyError, TypeError, ValueError, RecursionError):
        return False


def _checksum(text: str, tensors: dict[str, Tensor]) -> str:
    digest = hashlib.sha256(text.encode())
    for name, tensor in sorted(tensors.items()):
        digest.update(f"{name} {tuple(tensor.shape)} ".encode())
        digest.update(tensor.detach().cpu().contiguous().numpy().reshape(-1).view("u1"))
    return digest.hexdigest()


def _differences(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """In what two runs differ, in words. Files are compared by what is in them, whatever they are called."""
    found = []
    if before["version"] != now["version"]:
        found.append(f"it was made by crossarc {before['version']}, this is {now['version']}")
    then, today = before["options"], now["options"]
    of_vectors = {"embeddings"} if "embeddings" in then.keys() & today.keys() else {"embeddings", "tune_embeddings"}
    differing = {name for name in {*then, *today} - of_vectors if then.get(name) != today.get(name)}
    # An option that only one of them has may have lost its effect by another, which is the one to tell.
    differing = differing & then.keys() & today.keys() or differing
    found += [f"{name} was {then.get(name)}, now it is {today.get(name)}" for name in sorted(differing)]
    tags = [made.get("train_tags", "gold") for made in (before, now)]
    if tags[0] != tags[1]:
        found.append(f"train_tags was {tags[0]}, now it is {tags[1]}")
    found += [f"it had other {told}" for part, told in _TREEBANKS.items() if _sum(before, part) != _sum(now, part)]
    if _sum(before, "embeddings") != _sum(now, "embeddings"):
        found.append("it had other word vectors")
    return found


def _sum(made: dict[str, Any], part: str) -> Any:
    return made[part]["sha256"] if part in made else None
