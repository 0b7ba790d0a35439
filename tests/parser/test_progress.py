"""What is told of training while it goes on."""

from __future__ import annotations

import io
import re
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import crossarc
from crossarc import Epoch, Treebank, synthetic
from crossarc.parser import progress as module


@pytest.fixture(scope="module")
def trees() -> Treebank:
    return synthetic.generate(60)


class Place:
    """What a notebook's `display` gives: the place of an output that can be replaced."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def update(self, html: str) -> None:
        self.shown.append(html)


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Place:
    """A kernel, as far as it is asked."""
    place = Place()

    def display(html: str, display_id: bool) -> Place:
        assert display_id
        place.shown.append(html)
        return place

    ipython: Any = ModuleType("IPython")
    ipython.get_ipython = lambda: SimpleNamespace(kernel=object())
    shown: Any = ModuleType("IPython.display")
    shown.display, shown.HTML = display, str
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", shown)
    return place


def test_what_the_command_line_shows(trees: Treebank) -> None:
    lines: list[Epoch | str] = []
    crossarc.train(trees[:50], trees[50:], stages=None, epochs=2, progress=lines.append)
    texts = [str(line) for line in lines]
    assert [text.partition(":")[0] for text in texts] == [
        "tokenizer",
        "tagger",
        "lemmatizer",
        "predicting tags and lemmas for the parser to learn from",
        "epoch 1",
        "epoch 2",
    ]
    assert re.fullmatch(
        r"epoch 1: [\d.]+ s, [\d,]+ words/s, dev UAS [\d.]+ LAS [\d.]+(, crossing .*)? \(best\)", texts[4]
    )
    epoch = lines[-1]
    assert isinstance(epoch, Epoch)
    assert (epoch.number, epoch["las"]) == (2, epoch.las)


def test_a_bar_in_notebooks(trees: Treebank, notebook: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BETWEEN_UPDATES", 0)
    crossarc.train(trees[:50], trees[50:], epochs=2)
    values = [float(re.findall(r'value="([\d.]+)"', html)[0]) for html in notebook.shown]
    assert values == sorted(values)
    assert (values[0], values[-1]) == (0, 1)
    assert "epoch 2: " in notebook.shown[-1]
    assert "LAS" in notebook.shown[-1]


@pytest.mark.parametrize("progress", [False, print])
def test_no_bar_if_another_way_is_chosen(trees: Treebank, notebook: Place, progress: Any) -> None:
    crossarc.train(trees[:50], epochs=1, progress=progress)
    assert notebook.shown == []


def test_lines_on_standard_error(trees: Treebank, capsys: pytest.CaptureFixture[str]) -> None:
    crossarc.train(trees[:50], epochs=2, progress=True)
    shown = capsys.readouterr()
    assert [line.partition(":")[0] for line in shown.err.splitlines()] == ["epoch 1", "epoch 2"]
    crossarc.train(trees[:50], epochs=2)
    assert capsys.readouterr() == ("", "")
    assert shown.out == ""


def test_a_bar_on_a_terminal(trees: Treebank, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal)
    crossarc.train(trees[:50], trees[50:], epochs=3, progress=True)
    shown = terminal.getvalue()
    assert "epoch 3: " in shown
    assert re.search(r"LAS [▁-█]+ \d", shown)


def test_a_function_that_fails_ends_training(trees: Treebank) -> None:
    def fail(line: Epoch | str) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        crossarc.train(trees[:50], epochs=2, progress=fail)


def test_an_interruption_keeps_the_best_parser(trees: Treebank) -> None:
    def interrupt(line: Epoch | str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(crossarc.TrainingInterrupted) as caught:
        crossarc.train(trees[:50], epochs=3, progress=interrupt)
    assert caught.value.parser is not None
    assert caught.value.parser.info["epoch"]["number"] == 1
