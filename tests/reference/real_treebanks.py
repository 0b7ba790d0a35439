"""Where tests find treebanks that people have made: they are left out where there are none."""

from __future__ import annotations

import os
from pathlib import Path

TREEBANKS = Path(os.environ.get("CROSSARC_TREEBANKS", Path(__file__).parents[2] / ".." / "shared" / "treebanks"))
"""A folder with ud-2.0/Latin-Perseus/train.conllu and the like, however deep."""
