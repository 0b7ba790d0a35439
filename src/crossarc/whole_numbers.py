"""Numbers from Python as the core takes them: what is no whole number, or too large, is refused, never cut off."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # systems can be listed without waiting for NumPy
    import numpy as np
    import numpy.typing as npt

from crossarc.errors import ArgumentError

LARGEST = 2**31 - 1  # of what the core counts with
LARGEST_SEED = 2**64 - 1


def whole_number(value: Any, name: str, *, least: int | None = 0, most: int | None = LARGEST) -> int:
    """A whole number as a plain one; an `ArgumentError` if it is none, or out of range.

    >>> whole_number(3, "threads")
    3
    >>> whole_number(1.5, "threads")
    Traceback (most recent call last):
    crossarc.errors.ArgumentError: threads must be a whole number: 1.5
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        raise ArgumentError(f"{name} must be a whole number: {value!r}")
    if (least is not None and number < least) or (most is not None and number > most):
        raise ArgumentError(f"{name} must be {_range(least, most)}: {number}")
    return number


def whole_numbers(values: npt.ArrayLike, name: str, *, least: int = 0, most: int = LARGEST) -> npt.NDArray[np.int32]:
    """A list of whole numbers as an array; an `ArgumentError` if any of them is none, or out of range.

    >>> whole_numbers([2, 0], "heads")
    array([2, 0], dtype=int32)
    >>> whole_numbers([2**32 + 1], "heads")
    Traceback (most recent call last):
    crossarc.errors.ArgumentError: the heads must be whole numbers from 0 to 2147483647: 4294967297
    """
    import numpy as np  # noqa: PLC0415

    try:
        array = np.asarray(values)
    except ValueError:  # lists of other lengths within a list
        raise ArgumentError(f"the {name} must be one list of whole numbers") from None
    if array.ndim != 1:
        raise ArgumentError(f"the {name} must be one list of whole numbers")
    if not array.size:
        return np.zeros(0, np.int32)
    expected = f"the {name} must be whole numbers {_range(least, most)}"
    if array.dtype.kind not in "iu":  # numbers that no array of whole numbers can hold are objects there
        raise ArgumentError(f"{expected}: {_first_other(array, least, most)!r}")
    wrong = (array < least) | (array > most)
    if wrong.any():
        raise ArgumentError(f"{expected}: {array[wrong][0]}")
    return np.ascontiguousarray(array, np.int32)


def _range(least: int | None, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return f"from {least} to {most}"


def _first_other(array: npt.NDArray[Any], least: int, most: int) -> object:
    """The first value that does not belong into an array of whole numbers."""
    values: list[object] = array.tolist()

    def fits(value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return least <= value <= most and value == int(value)

    return next((value for value in values if not fits(value)), values[0])
