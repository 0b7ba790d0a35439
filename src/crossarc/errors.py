"""What crossarc raises: a family with one base, `CrossarcError`.

Each member is a `ValueError`, `TypeError`, `KeyError`, `OSError` … as well, so that both can be caught. Those that
belong to a part of the package are defined there: `OptionError` (choices), `TreebankError` and `ModelError` (files).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class CrossarcError(Exception):
    """The base of all errors that crossarc raises. Its text is one line that says what is wrong."""

    def __str__(self) -> str:
        return " ".join(super().__str__().splitlines())  # it may quote what somebody gave


class ArgumentError(CrossarcError, ValueError):
    """An argument of the right kind with a value that cannot be used."""


class ArgumentTypeError(CrossarcError, TypeError):
    """An argument of a kind that is not accepted."""


class UnknownNameError(CrossarcError, KeyError):
    """A key that there is not, such as the `sent_id` of no sentence."""

    def __str__(self) -> str:
        return " ".join(str(self.args[0]).splitlines()) if self.args else ""  # a KeyError would quote it


class OutOfRangeError(CrossarcError, IndexError):
    """A number of no sentence, word or line."""


@contextmanager
def told_as_arguments() -> Iterator[None]:
    """What the core says is wrong with its arguments is said as an `ArgumentError`."""
    try:
        yield
    except CrossarcError:
        raise
    except (ValueError, IndexError) as error:
        raise ArgumentError(str(error)) from None
    except TypeError:  # in the words of the binding library, which help nobody
        raise ArgumentTypeError("an argument is of the wrong kind, or text with half of a character in it") from None


class MissingPackageError(CrossarcError, ModuleNotFoundError):
    """A package that is not installed; the message has the command that installs it."""

    @classmethod
    def of_extra(cls, extra: str, needed_by: str, name: str | None = None) -> MissingPackageError:
        """The packages of an extra of crossarc. `needed_by` is a clause: "the service needs starlette"."""
        # crossarc itself is installed, so pip keeps it, wherever it came from, and fetches what the extra lacks.
        return cls(f"{needed_by}: run pip install 'crossarc[{extra}]'", name=name)
