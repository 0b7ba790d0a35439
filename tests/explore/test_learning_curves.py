"""Learning curves of training runs: what a log tells, and that the page follows it while it grows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from reference.browser import eventually, watched_page
from serve.running import running

from crossarc.explore.learning_curves import TrainingRuns
from crossarc.parser.epoch import Epoch
from crossarc.parser.training_log import TrainingLog, read_log


def epoch(number: int, las: float | None = 80.0) -> Epoch:
    return Epoch(number, 2.0, 1000.0, None if las is None else las + 5, las)


def test_what_is_written_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with TrainingLog(path, "model", "2-planar", "perceptron") as log:
        assert read_log(path).epochs == []
        log.epochs(5)
        log.epoch(epoch(1))
        run = read_log(path)
        assert (run.system, run.learner, run.most_epochs, run.ended) == ("2-planar", "perceptron", 5, None)
        assert run.epochs == [epoch(1)]
        with path.open("ab") as file:
            file.write(b'{"event": "epo')  # the half of a line
        assert read_log(path).epochs == [epoch(1)]


def test_how_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    for error, told in ((KeyboardInterrupt, "interrupted"), (MemoryError, "failed")):
        with pytest.raises(error), TrainingLog(path, "m", "s", "l"):
            raise error
        assert read_log(path).ended == told


@pytest.mark.parametrize(
    "line",
    [
        "x",
        "[]",
        "1",
        "{}",
        '{"event": "begin"}',
        '{"event": "epochs", "count": 1e999}',
        '{"event": "epoch", "number": 1, "seconds": NaN, "words_per_second": 1}',
        '{"event": "epoch", "number": true, "seconds": 1, "words_per_second": 1}',
        '{"event": "epoch", "number": 1, "seconds": 1, "words_per_second": 1, "las": "<img>"}',
        '{"event": "epoch", "number": 1, "seconds": 1, "words_per_second": 1, "las": Infinity}',
        '{"event": "epoch", "number": 1, "las": 1}',
        "[" * 100_000,
        "9" * 10_000,
        "\x00",
    ],
)
def test_other_files_are_told_by_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "run.jsonl"
    with TrainingLog(path, "m", "s", "l"):
        pass
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(ValueError, match="line 3 is not from"):
        read_log(path)
    assert "line 3" in TrainingRuns({"run": path}).curves("las")["runs"][0]["problem"]


def test_a_file_that_is_gone_or_empty(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    runs = TrainingRuns({"gone": tmp_path / "gone.jsonl", "empty": tmp_path / "empty.jsonl"})
    found = runs.curves("las")
    assert "No such file" in found["runs"][0]["problem"]
    assert (found["runs"][1]["done"], found["plot"]) == (0, None)


def test_the_page_follows_a_run(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "run<img onerror=alert(1)>.jsonl"
    log = TrainingLog(path, "m", "<img src=x onerror=alert(1)>", "perceptron")
    with running(str(path), "--no-browser", command="explore") as own, watched_page(chromium, site=own.url) as page:
        page.goto(f"{own.url}/#measure")
        eventually(page, "document.querySelector('#runs')?.textContent.includes('no epoch yet')")
        log.epochs(9)
        for number in (1, 2):
            log.epoch(epoch(number, 80.0 + number))
        eventually(page, "document.querySelector('#runs').textContent.includes('epoch 2 of 9; under way')")
        assert page.locator("#curves .plot circle").count() == 2
        assert page.locator("#curves .plot").text_content().count("82.00") == 1
        log.epoch(epoch(3, 84.5))
        log.end("finished")
        eventually(page, "document.querySelector('#runs').textContent.includes('epoch 3 of 9; finished')")
        page.locator("select[name=score]").select_option("uas")
        eventually(page, "document.querySelector('#curves .plot').textContent.includes('89.50')")
        page.locator("#curves summary").click()
        assert page.locator("#curves tbody tr").count() == 3
        assert page.evaluate("document.querySelectorAll('img, [onerror]').length") == 0


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(21, 24, 28)")])
def test_plots_have_the_colours_of_the_page(chromium: Any, site: str, scheme: str, ground: str) -> None:
    with watched_page(chromium, site=site, color_scheme=scheme) as page:
        page.goto(f"{site}/#measure")
        eventually(page, "document.querySelectorAll('.plot svg > rect:first-child').length === 3")
        fills = page.evaluate(
            "[...document.querySelectorAll('.plot svg > rect:first-child')].map((own) => getComputedStyle(own).fill)"
        )
        assert fills == [ground] * 3
