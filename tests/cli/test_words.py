"""Command lines are taken apart as GNU programs do it, which Python's own `getopt.gnu_getopt` shows."""

from __future__ import annotations

import getopt
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossarc.choices import OptionError, UnknownOptionError
from crossarc.cli.command import Command
from crossarc.cli.parameters import Argument, Option, UsageError
from crossarc.cli.words import HelpWanted, shared_out, taken_apart


def command(
    first: Annotated[str, Argument("one")],
    others: Annotated[list[str], Argument("several")],
    output: Annotated[str, Option("--output", "-o", help="where to")] = "-",
    quiet: Annotated[bool, Option("--quiet", "-q", help="say nothing")] = False,
    tune: Annotated[bool | None, Option("--tune/--keep", help="yes", otherwise="no")] = None,
    count: Annotated[int, Option("--count", "-c", help="how many")] = 1,
    by: Annotated[list[str] | None, Option("--by", help="several")] = None,
) -> None:
    called.append(locals())


called: list[dict[str, Any]] = []
COMMAND = Command("command", command)
WORDS = ("-o", "-oq", "-qo", "-qc3", "-q", "-c", "--output", "--output=", "--output=x=y", "--quiet", "--tune", "--keep")
WORDS += ("--count=3", "--by", "--", "-", "x", "", "-x", "--nonsense", "--quiet=1", "--tun", "-qx")


def run(*words: str) -> dict[str, Any]:
    called.clear()
    COMMAND.run(words)
    return called.pop()


@given(st.lists(st.sampled_from(WORDS), max_size=6))
def test_as_getopt_does_it(words: list[str]) -> None:
    longs = ["output=", "quiet", "tune", "keep", "count=", "by="]
    names = {"-o": "output", "-q": "quiet", "-c": "count", "--keep": "tune"}
    try:
        # It completes names, which we do not.
        known = {f"--{name.rstrip('=')}" for name in longs}
        if any(
            word.startswith("--") and word != "--" and word.split("=")[0] not in known for word in options_in(words)
        ):
            raise getopt.GetoptError("no such option")
        options, arguments = getopt.gnu_getopt(words, "o:qc:", longs)
    except getopt.GetoptError:
        with pytest.raises((UsageError, UnknownOptionError, OptionError)):
            taken_apart(words, COMMAND.parameters)
        return
    expected: dict[str, list[str | bool]] = {}
    for name, value in options:
        says: str | bool = name != "--keep" if name in ("-q", "--quiet", "--tune", "--keep") else value
        expected.setdefault(names.get(name, name.removeprefix("--")), []).append(says)
    found = taken_apart(words, COMMAND.parameters)
    assert (found.options, found.arguments) == (expected, arguments)


def options_in(words: list[str]) -> list[str]:
    """Words that are no values of options before them, up to `--`."""
    found, rest = [], list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            break
        found.append(word)
        letters = word[1:] if word.startswith("-") and not word.startswith("--") else ""
        takes = next((place for place, letter in enumerate(letters) if letter in "oc"), None)
        if word in ("--output", "--count", "--by") or (takes is not None and takes == len(letters) - 1):
            rest = rest[1:]
    return found


def test_values() -> None:
    found = run("a", "-qo", "out", "b", "--count=3", "c", "--keep", "--by", "x", "--by=y")
    assert found["first"] == "a"
    assert found["others"] == ["b", "c"]
    assert (found["output"], found["quiet"], found["tune"], found["count"]) == ("out", True, False, 3)
    assert found["by"] == ["x", "y"]
    assert run("a", "b")["by"] is None
    assert run("a", "--", "-o", "--help")["others"] == ["-o", "--help"]
    assert run("a", "b", "-o", "-1", "-o", "--")["output"] == "--"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "FIRST is missing"),
        ("a", "OTHERS is missing"),
        ("a b --count", "--count: there is no COUNT after it"),
        ("a b -c", "-c: there is no COUNT after it"),
        ("a b --count x", "count: must be a whole number: 'x'"),
        ("a b --quiet=yes", "quiet: it takes no value: 'yes'"),
        ("a b --outpt x", "there is no option '--outpt'; did you mean '--output'?"),
        ("a b -qx", "there is no option '-x'"),
    ],
)
def test_mistakes(words: str, message: str) -> None:
    with pytest.raises((UsageError, UnknownOptionError, OptionError)) as told:
        run(*words.split())
    assert message in str(told.value)


def test_help_is_asked_for() -> None:
    for words in (["--help"], ["a", "-h"], ["-qh"], ["--count", "x", "-h"]):
        with pytest.raises(HelpWanted):
            run(*words)


def test_arguments_too_many() -> None:
    (first, others) = COMMAND.arguments
    assert shared_out(["a", "b", "c"], [others, first]) == {"others": ["a", "b"], "first": ["c"]}
    with pytest.raises(UsageError, match="there is an argument too many: 'b'"):
        shared_out(["a", "b"], [first])
