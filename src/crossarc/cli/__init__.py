"""The command line: `crossarc COMMAND`, one file of this folder for each command."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
import threading
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import crossarc
from crossarc.choices import OptionError
from crossarc.cli.messages import complain, shown_warnings
from crossarc.interruption import exit_code, heard_signals

COMMANDS = (
    "analyze",
    "compare",
    "demo",
    "draw",
    "evaluate",
    "experiment",
    "info",
    "parse",
    "systems",
    "tag",
    "trace",
    "train",
)  # the files of this folder that hold a command


_UsageError: Any = typer.BadParameter.__mro__[1]  # which typer has, but does not name
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class Command(TyperCommand):
    """Tells of standard output what the system tells of no file: all others are written by who names them."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except OSError as error:
            if error.filename is None and error.errno in _NO_ROOM:
                error.filename = "<stdout>"
            raise
        return result


class Commands(TyperGroup):
    """Turns what can go wrong into one line and an exit code: 1 bad data, 2 wrong usage, 130 and so on interrupted."""

    def main(
        self,
        args: Any = None,
        prog_name: Any = None,
        complete_var: Any = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            result = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except _UsageError as error:
            if not standalone_mode:
                raise
            _tell_usage(error, error.ctx.command_path if error.ctx is not None else "crossarc")
            result = 2
        if standalone_mode:
            sys.exit(result)
        return result

    def invoke(self, ctx: Any) -> Any:
        with shown_warnings():
            return self._invoke(ctx)

    def _invoke(self, ctx: Any) -> Any:
        try:
            with heard_signals():
                return super().invoke(ctx)
        except BrokenPipeError:  # the reader of our output has seen enough
            sys.stdout = None
            raise typer.Exit(0) from None
        except KeyboardInterrupt as interruption:
            complain("interrupted")
            code = exit_code(interruption)
            if threading.active_count() > 1:  # one is in the midst of a long sentence, maybe, and cannot be stopped
                os._exit(code)
            raise typer.Exit(code) from None
        except OSError as error:
            reason = error.strerror or str(error)
            complain(f"error: {error.filename}: {reason}" if error.filename else f"error: {reason}")
            raise typer.Exit(1) from None
        except MemoryError:
            complain("error: there is not enough memory")
            raise typer.Exit(1) from None
        except (_UsageError, OptionError) as error:
            _tell_usage(error, f"{ctx.command_path} {ctx.invoked_subcommand or ''}".strip())
            raise typer.Exit(2) from None
        except (ValueError, ModuleNotFoundError) as error:
            complain(f"error: {error}")
            raise typer.Exit(1) from None


def _tell_usage(error: Any, command: str) -> None:
    """What is wrong with the command line, and where help is. Who gives no command at all gets the help itself."""
    if isinstance(error, OptionError):
        message = f"--{error.option.replace('_', '-')}: {error.problem}"
    else:
        message = error.format_message()
    if not message or "Usage:" in message:
        error.show()
        return
    complain(f"error: {message.rstrip('.')} (try '{command} --help')")


app = typer.Typer(
    cls=Commands,
    name="crossarc",
    help="Transition-based dependency parsing that gets crossing arcs right.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"crossarc {crossarc.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


for _command in COMMANDS:
    app.command(_command, cls=Command)(getattr(importlib.import_module(f"crossarc.cli.{_command}"), _command))


def main() -> None:
    _open_standard_streams()
    app()


def _open_standard_streams() -> None:
    """Streams that were closed read and write nothing; what is written is UTF-8, as treebanks are."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
