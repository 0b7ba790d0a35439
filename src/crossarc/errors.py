"""What crossarc raises: a family with one base, `CrossarcError`.

Each member is a `ValueError`, `TypeError`, `KeyError`, `OSError` … as well, so that both can be caught. Those that
belong to a part of the package are defined there: `OptionError` (choices), `TreebankError` and `ModelError` (files).
"""

from __future__ import annotations


class CrossarcError(Exception):
    """The base of all errors that crossarc raises. Its text is one line that says what is wrong."""


class ArgumentError(CrossarcError, ValueError):
    """An argument of the right kind with a value that cannot be used."""


class ArgumentTypeError(CrossarcError, TypeError):
    """An argument of a kind that is not accepted."""


class UnknownNameError(CrossarcError, KeyError):
    """A key that there is not, such as the `sent_id` of no sentence."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""  # a KeyError would quote it


class OutOfRangeError(CrossarcError, IndexError):
    """A number of no sentence, word or line."""


class MissingPackageError(CrossarcError, ModuleNotFoundError):
    """A package that is not installed; the message has the command that installs it."""
