"""What `--help` prints: a line for each option, with what it does and its default, in panels."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import NamedTuple

from crossarc.choices import Declared
from crossarc.cli.command import Command
from crossarc.cli.parameters import OPTIONS, Parameter

_WIDEST = 100  # longer lines are hard to read
_WIDEST_NAMES = 26  # columns for names of options: what is longer has its help on the next line
_LEAST_HELP = 24  # columns that help needs beside names; where there are fewer, it stands below them
_BELOW = 6  # columns that it is then indented by
_BOLD, _CYAN, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"
_HELP_LINE = ("-h, --help", "show this help")


class _Line(NamedTuple):
    names: str
    help: str


def overview(commands: Mapping[str, str], about: str) -> str:
    """The help of the program: its commands, a line for each."""
    page = _Page()
    page.usage("crossarc COMMAND [OPTION]...")
    page.paragraph(about)
    page.panel("Commands", [_Line(name, help) for name, help in commands.items()])
    page.panel(OPTIONS, [_Line("--version", "show the version"), _Line(*_HELP_LINE)])
    page.ending("`crossarc COMMAND --help` explains a command, `crossarc completion --help` completion by Tab.")
    return page.text()


def command_help(command: Command) -> str:
    page = _Page()
    arguments = " ".join(map(_in_usage, command.arguments))
    page.usage(f"crossarc {command.name} [OPTION]... {arguments}".rstrip())
    for paragraph in cleandoc(command.function.__doc__ or "").split("\n\n"):
        page.paragraph(" ".join(paragraph.split()))
    for title, lines in panels(command).items():
        page.panel(title, lines)
    if any("[" in line.help for lines in panels(command).values() for line in lines):
        page.ending("Defaults are in [brackets].")
    return page.text()


def panels(command: Command) -> dict[str, list[_Line]]:
    """The lines of each panel, in the order of the command's parameters; its last one tells of `--help`."""
    found: dict[str, list[_Line]] = {}
    for parameter in command.parameters:
        if parameter.on_the_command_line:
            found.setdefault(parameter.declared.panel or OPTIONS, []).extend(_lines(parameter))
    last = OPTIONS if OPTIONS in found or not found else list(found)[-1]
    found.setdefault(last, []).append(_Line(*_HELP_LINE))
    return found


def _in_usage(parameter: Parameter) -> str:
    name = parameter.metavar if parameter.is_required else f"[{parameter.metavar}]"
    return f"{name}..." if parameter.several else name


def _lines(parameter: Parameter) -> list[_Line]:
    """One for each name: yes and no are two."""
    declared = parameter.declared
    if parameter.is_argument:
        return [_Line(_in_usage(parameter), _told(declared))]
    yes, no = parameter.flags
    names = ", ".join(yes)
    lines = [_Line(names if parameter.is_flag else f"{names} {parameter.metavar}", _told(declared))]
    return lines + ([_Line(", ".join(no), declared.otherwise or "")] if no else [])


def _told(declared: Declared) -> str:
    """The help with the default in brackets, if there is one to tell."""
    default = declared.told
    if default is None and declared.default not in (None, False, [], ()):
        default = f"{declared.default}"
    return f"{declared.help}" + (f" [{default}]" if default else "")


def terminal_width() -> int:
    """How wide the terminal is, or what COLUMNS says; 80 elsewhere. As shutil has it, which takes long to import."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


class _Page:
    """Lines as wide as the terminal, in colour if it is one."""

    def __init__(self) -> None:
        self._width = max(20, min(_WIDEST, terminal_width()))
        self._lines: list[str] = []
        self._panels: list[tuple[str, Sequence[_Line]]] = []
        self._ending: list[str] = []
        shows_colour = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._in_colour = shows_colour and not os.environ.get("NO_COLOR")

    def text(self) -> str:
        """All of it; help begins in the same column in every panel."""
        names = [len(line.names) + 4 for _, lines in self._panels for line in lines]
        beside = min(_WIDEST_NAMES, max(names, default=0))
        if self._width - beside < _LEAST_HELP:
            beside = _BELOW
        for title, lines in self._panels:
            self._lines += [self._styled(f"{title}:", _BOLD), *self._panel(lines, beside), ""]
        return "\n".join([*self._lines, *self._ending]).rstrip("\n") + "\n"

    def usage(self, text: str) -> None:
        wrapped = textwrap.wrap(f"Usage: {text}", self._width, subsequent_indent=" " * 7, break_on_hyphens=False)
        self._lines += [self._styled(wrapped[0], _BOLD), *wrapped[1:], ""]

    def paragraph(self, text: str) -> None:
        self._lines += [*textwrap.wrap(text, self._width, break_on_hyphens=False), ""]

    def panel(self, title: str, lines: Sequence[_Line]) -> None:
        self._panels.append((title, lines))

    def ending(self, text: str) -> None:
        self._ending += textwrap.wrap(text, self._width, break_on_hyphens=False)

    def _panel(self, lines: Sequence[_Line], beside: int) -> Iterator[str]:
        for names, help in lines:
            wrapped = textwrap.wrap(help, self._width - beside, break_on_hyphens=False)
            shown = self._styled(f"  {names}", _CYAN)
            if wrapped and len(names) + 4 <= beside:
                yield shown + " " * (beside - len(names) - 2) + wrapped.pop(0)
            else:
                yield shown
            yield from (" " * beside + line for line in wrapped)

    def _styled(self, text: str, style: str) -> str:
        if not self._in_colour:
            return text
        return re.sub(r"\S.*", lambda found: f"{style}{found[0]}{_PLAIN}", text, count=1)
