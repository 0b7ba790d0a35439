"""The commands that the documentation shows do what it shows: each page is gone through in a folder of its own."""

from __future__ import annotations

import doctest
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from reference.example_files import DOCS, write_example_files
from reference.real_treebanks import TREEBANKS

from crossarc import synthetic

LATIN = TREEBANKS / "ud-2.0" / "Latin-Perseus"
# Parsers that are trained with floating-point numbers may come out another way where these are rounded another way.
ONE_PLATFORM = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="figures are of x86-64")
FENCED = re.compile(r"^```\n(\$ .*?)^```", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
TIMES = re.compile(r"[\d.]+ s, [\d,]+ words/s|[\d,]+ words/s")  # what is different each time
NOT_RUN = {"experiment.md", "reproduction.md"}  # an experiment on all treebanks, which takes hours
WITH_PYTHON = ("compare.md", "parse-a-corpus.md", "study-a-treebank.md")


class Step(NamedTuple):
    command: str
    shown: str


def steps(page: str) -> Iterator[Step]:
    for block in FENCED.findall((DOCS / page).read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield Step(command, shown)


@pytest.fixture(scope="session")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder that `crossarc demo --save data` writes, which many pages begin with, and what it prints."""
    folder = tmp_path_factory.mktemp("demo")
    return folder / "data", run("crossarc demo --save data", folder)


def run(command: str, folder: Path) -> str:
    arguments = [sys.executable, "-m", *shlex.split(command)]
    finished = subprocess.run(
        arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    expected = 0 if "crossarc: error: " not in finished.stdout else 2 if "--help')" in finished.stdout else 1
    assert finished.returncode == expected, finished.stdout
    return finished.stdout


def go_through(page: str, folder: Path, demonstration: tuple[Path, str]) -> None:
    for command, shown in steps(page):
        if command.startswith("cat "):  # shows a file that the page asks the reader to write
            (folder / command.removeprefix("cat ")).write_text(shown, encoding="utf-8")
        elif command == "crossarc demo --save data":
            shutil.copytree(demonstration[0], folder / "data")
        elif not command.startswith("crossarc "):
            done = subprocess.run(command, cwd=folder, shell=True, check=True, stdout=subprocess.PIPE, encoding="utf-8")
            check(command, shown, done.stdout)
        else:
            check(command, shown, run(command, folder))


def check(command: str, shown: str, printed: str) -> None:
    """Compare what is shown with what was printed; nothing need be shown, and a line with `…` stands for any lines."""
    if not shown:
        return
    plain = (TIMES.sub("TIME", text).rstrip("\n") + "\n" for text in (shown, printed))
    expected, got = plain
    pattern = re.escape(expected).replace(re.escape("…\n"), "(?s:.*)") if "\n…\n" in expected else re.escape(expected)
    assert re.fullmatch(pattern, got), f"$ {command}\nis said to print\n{shown}\nbut prints\n{printed}"


@pytest.mark.parametrize(
    "page", ["command-line.md", "draw.md", "evaluate.md", "features.md", "trace.md", "treebanks.md"]
)
def test_pages(page: str, tmp_path: Path, demonstration: tuple[Path, str]) -> None:
    write_example_files(tmp_path)
    go_through(page, tmp_path, demonstration)


@ONE_PLATFORM
def test_train_and_parse(tmp_path: Path, demonstration: tuple[Path, str]) -> None:
    go_through("train.md", tmp_path, demonstration)
    go_through("parse.md", tmp_path, demonstration)


@ONE_PLATFORM
def test_support_vector_machines(tmp_path: Path, demonstration: tuple[Path, str]) -> None:
    pytest.importorskip("sklearn")
    go_through("svm.md", tmp_path, demonstration)


def test_the_neural_parser(tmp_path: Path) -> None:
    """Its commands show no output, so that less data does."""
    pytest.importorskip("torch"), pytest.importorskip("safetensors")
    data = tmp_path / "small" / "data"
    data.mkdir(parents=True)
    for name, text in synthetic.splits(40, 10, 10).items():
        (data / f"{name}.conllu").write_text(text, encoding="utf-8")
    go_through("neural.md", tmp_path, (data, ""))


@ONE_PLATFORM
def test_text(tmp_path: Path, demonstration: tuple[Path, str]) -> None:
    go_through("text.md", tmp_path, demonstration)


@ONE_PLATFORM
@pytest.mark.parametrize("page", WITH_PYTHON)
def test_commands_and_python(
    page: str, tmp_path: Path, demonstration: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Python of these pages goes on with the files of their commands."""
    if page == "parse-a-corpus.md":
        pytest.importorskip("pyarrow"), pytest.importorskip("duckdb")
    go_through(page, tmp_path, demonstration)
    monkeypatch.chdir(tmp_path)
    example = "\n".join(PYTHON.findall((DOCS / page).read_text(encoding="utf-8")))
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(example, {}, page, None, 0))
    assert (result.failed, result.attempted > 0) == (0, True)


@ONE_PLATFORM
def test_the_demonstration(demonstration: tuple[Path, str]) -> None:
    printed = "".join(line for line in demonstration[1].splitlines(True) if not line.startswith("crossarc: "))
    ((command, shown),) = steps("demo.md")
    assert command == "crossarc demo --quiet"
    check(command, shown, printed)


def test_every_page_with_commands_is_gone_through() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    pages = {page.name for page in DOCS.glob("*.md") if FENCED.search(page.read_text(encoding="utf-8"))}
    assert {page for page in pages if f'"{page}"' not in here} == set()
    assert {"experiment.md", "reproduction.md"} == NOT_RUN & pages
    assert not FENCED.search((DOCS.parent / "README.md").read_text(encoding="utf-8"))


@pytest.mark.skipif(not LATIN.exists(), reason="needs the treebank")
def test_analyze(tmp_path: Path, demonstration: tuple[Path, str]) -> None:
    shutil.copytree(LATIN, tmp_path / "Latin-Perseus")
    go_through("analyze.md", tmp_path, demonstration)
