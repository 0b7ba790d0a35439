"""What models tell of the treebanks and files that they were made from."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from crossarc.treebank import Treebank


def described(treebank: Treebank) -> dict[str, Any]:
    """What a model tells of a treebank."""
    in_memory = treebank.path.startswith("<") and treebank.path.endswith(">")
    name = f"<{Path(treebank.path[1:-1]).name}>" if in_memory else Path(treebank.path).name
    facts = {
        "name": in_utf8(name),
        "format": treebank.format,
        "sha256": hashlib.sha256(treebank.to_bytes()).hexdigest(),
        "sentences": len(treebank),
        "words": treebank.word_count,
    }
    return facts | ({"left_out": len(treebank.problems)} if treebank.problems else {})


def in_utf8(name: str) -> str:
    """The name of a file; � stands for bytes that are no UTF-8, which a model file could not hold."""
    return os.fsencode(name).decode("utf-8", "replace")
