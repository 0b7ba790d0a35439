"""The command line: `crossarc COMMAND`, one file of this folder for each command."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import crossarc
from crossarc.choices import OptionError, UnknownOptionError, did_you_mean
from crossarc.cli.command import Command
from crossarc.cli.messages import complain, shown_warnings
from crossarc.cli.other_words import argument_instead, command_instead, format_instead, option_instead
from crossarc.cli.parameters import TooManyArguments, UsageError
from crossarc.cli.words import HELP, HelpWanted
from crossarc.interruption import exit_code, heard_signals, uninterrupted

COMMANDS = {
    "analyze": "how many arcs are non-projective, which systems fit",
    "combine": "one parser of several neural ones, which is better",
    "compare": "which differences between parsers are significant",
    "completion": "completion by Tab for bash, zsh and fish",
    "demo": "text to trees in an invented language, and five parsers",
    "draw": "trees as pictures: text, SVG, LaTeX, HTML",
    "evaluate": "score predicted trees: UAS, LAS, CLAS, non-projective arcs",
    "experiment": "train and test a grid of parsers, make tables",
    "explore": "a page in the browser: parse, step, browse, measure",
    "features": "the templates of a system, or of MaltParser's models",
    "info": "how a model was made",
    "parse": "text or treebanks to trees",
    "serve": "answer requests over HTTP, as UDPipe's service does",
    "systems": "list the transition systems",
    "tag": "text or treebanks to tags and lemmas, without trees",
    "trace": "how a system builds the tree of a sentence",
    "train": "train a model from a treebank",
}
"""The files of this folder that hold a command, imported when it is called, and what each is for."""

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def command_named(name: str) -> Command:
    if name not in COMMANDS:
        raise UsageError(f"there is no command {name!r}{command_instead(name) or did_you_mean(name, COMMANDS)}")
    return Command(name, getattr(importlib.import_module(f"crossarc.cli.{name}"), name))


def app(words: Sequence[str]) -> int:
    """Run a command line; returns the exit code: 0, 1 for bad data, 2 for wrong usage, 130 and so on if interrupted."""
    code = 0
    with shown_warnings():
        try:
            with heard_signals(), _told_standard_output():
                _run(words)
                sys.stdout.flush()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        except BrokenPipeError:  # the reader of our output has seen enough
            sys.stdout = None
        except KeyboardInterrupt as interruption:
            complain("interrupted")
            code = exit_code(interruption)
            if threading.active_count() > 1:  # one is in the midst of a long sentence, maybe, and cannot be stopped
                os._exit(code)
        except (_WrongUsage, OSError, MemoryError, ValueError, ModuleNotFoundError) as error:
            complain(f"error: {_told(error)}")
            code = 2 if isinstance(error, _WrongUsage) else 1
    return code


def _told(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return f"{error.filename}: {reason}" if error.filename else reason
    return str(error)


class _WrongUsage(Exception):
    """What is wrong with a command line, and the command whose help tells how it is right."""

    def __init__(self, message: str, command: str) -> None:
        super().__init__(f"{message.rstrip('.')} (try '{command} --help')")


def _run(words: Sequence[str]) -> None:
    if not words:
        _print_overview(sys.stderr)
        raise SystemExit(2)
    name, *rest = words
    if name == "help" and rest:  # as git and pip have it
        name, rest = rest[0], ["--help"]
    if name in HELP or name == "help":
        _print_overview(sys.stdout)
    elif name == "--version":
        print(f"crossarc {crossarc.__version__}")
    elif name.startswith("-"):
        known = [*HELP, "--version"]
        raise _WrongUsage(str(UnknownOptionError(name, known, option_instead("", name))), "crossarc")
    else:
        _run_command(name, rest)


def _run_command(name: str, words: Sequence[str]) -> None:
    try:
        with uninterrupted():  # NumPy tells of an interruption as if it were not installed
            command = command_named(name)
    except UsageError as error:
        raise _WrongUsage(str(error), "crossarc") from None
    try:
        command.run(words)
    except HelpWanted:
        from crossarc.cli.help import command_help  # noqa: PLC0415  # for those who ask

        sys.stdout.write(command_help(command))
    except OptionError as error:
        meant = format_instead(name, words) if error.option == "format" else ""
        raise _WrongUsage(f"{command.told(error.option)}: {error.problem}{meant}", f"crossarc {name}") from None
    except UnknownOptionError as error:
        instead = option_instead(name, error.option)
        told = error if instead is None else UnknownOptionError(error.option, (), instead)
        raise _WrongUsage(str(told), f"crossarc {name}") from None
    except UsageError as error:
        meant = argument_instead(name, error.word) if isinstance(error, TooManyArguments) else ""
        raise _WrongUsage(f"{error}{meant}", f"crossarc {name}") from None


def _print_overview(stream: TextIO) -> None:
    from crossarc.cli.help import overview  # noqa: PLC0415  # for those who ask

    print(overview(COMMANDS, f"{crossarc.__doc__}"), end="", file=stream)


@contextmanager
def _told_standard_output() -> Iterator[None]:
    """Tells of standard output what the system tells of no file: all others are written by who names them."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _NO_ROOM:
            error.filename = "<stdout>"
        raise


def main() -> None:
    _open_standard_streams()
    sys.exit(app(sys.argv[1:]))


def _open_standard_streams() -> None:
    """Streams that were closed read and write nothing; what is written is UTF-8, as treebanks are."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
