"""The command line: `crossarc COMMAND`, one file of this folder for each command."""

from __future__ import annotations

import importlib
import io
import os
import sys
import threading
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import crossarc
from crossarc.cli.messages import complain, shown_warnings
from crossarc.interruption import exit_code, heard_signals

COMMANDS = (
    "analyze",
    "compare",
    "demo",
    "evaluate",
    "experiment",
    "info",
    "parse",
    "systems",
    "trace",
    "train",
)  # the files of this folder that hold a command


class Commands(TyperGroup):
    """Turns what can go wrong with data into one line and an exit code: 1 bad data, 130 and the like interrupted."""

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
            complain(f"error: {error.filename}: {error.strerror}" if error.filename else f"error: {error}")
            raise typer.Exit(1) from None
        except MemoryError:
            complain("error: there is not enough memory")
            raise typer.Exit(1) from None
        except (ValueError, ModuleNotFoundError) as error:
            complain(f"error: {error}")
            raise typer.Exit(1) from None


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
    app.command(_command)(getattr(importlib.import_module(f"crossarc.cli.{_command}"), _command))


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
