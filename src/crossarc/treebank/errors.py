"""What is wrong with a treebank, and where."""

from __future__ import annotations

from crossarc.files.errors import FileError


class TreebankError(FileError):
    """Data that cannot be used: `FILE:LINE: what is wrong`."""
