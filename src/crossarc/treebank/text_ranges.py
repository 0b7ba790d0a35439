"""Where words, tokens and sentences stand in the text that they were found in."""

from __future__ import annotations

import re

_RANGE = re.compile(r"TokenRange=([0-9]{1,18}):([0-9]{1,18})")


def text_range(misc: str) -> tuple[int, int] | None:
    """The first character and the one behind the last, as MISC tells, counted from 0.

    >>> text_range("SpaceAfter=No|TokenRange=3:10"), text_range("_")
    ((3, 10), None)
    """
    for entry in misc.split("|") if "TokenRange=" in misc else ():
        if match := _RANGE.fullmatch(entry):
            return int(match[1]), int(match[2])
    return None
