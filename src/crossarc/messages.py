"""What crossarc has to say without stopping: warnings of its own kind, which the command line shows as lines."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from types import FrameType

_PACKAGE = str(Path(__file__).parent)


class CrossarcWarning(UserWarning):
    """Something works, but may not be what was meant."""


def warn(message: str) -> None:
    """Warn in one line, on behalf of whoever called crossarc."""
    warnings.warn(message, CrossarcWarning, stacklevel=_depth_of_caller())


def _depth_of_caller() -> int:
    """As `warn` counts them: how many frames up the first one is whose code is not this package's.

    Python 3.12 has `skip_file_prefixes` for this.
    """
    frame: FrameType | None = sys._getframe(1)
    depth = 1
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, depth = frame.f_back, depth + 1
    return depth


def counted(number: int, what: str) -> str:
    """
    >>> counted(1, "sentence"), counted(1200, "word")
    ('1 sentence', '1,200 words')
    """
    return f"{number:,} {what}{'s' * (number != 1)}"


def are_silenced() -> bool:
    """Whether such warnings are not wanted here, and so neither from processes that are started."""
    actions = (action for action, _, kind, *_ in warnings.filters if issubclass(CrossarcWarning, kind))
    return next(actions, None) == "ignore"
