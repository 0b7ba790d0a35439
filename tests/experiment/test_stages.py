"""Runs that predict tags, lemmas and words, and the scores that only these have."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from reference.example_files import DOCS

import crossarc
from crossarc.choices import OptionError
from crossarc.experiment import (
    DeclarationError,
    Experiment,
    ResultFolder,
    Scoreboard,
    check_options,
    find_treebanks,
    make_runs,
    read_experiment,
    runs_of,
)
from crossarc.experiment.report import raw_scores, tables
from crossarc.experiment.run_stages import RunStages

DECLARATION = """
treebanks = ["Strict"]

[options]
epochs = 1
system = "arc-eager"
nonprojective = "projectivize"

[parsers]
"gold tags" = {}
"tags" = { stages = "tag,lemma,parse" }
"gold in training" = { stages = "tag,parse", train_tags = "gold" }
"text" = { stages = "tokenize,tag,lemma,parse" }

[[table]]
title = "Scores"
scores = ["las_ud", "upos", "lemmas", "mlas", "blex", "words_f1", "sentences_f1", "precision:LEFT-ARC"]
against = "tags"
"""


@pytest.fixture(scope="module")
def board(treebanks: Path, tmp_path_factory: pytest.TempPathFactory) -> Scoreboard:
    folder = tmp_path_factory.mktemp("stages")
    (folder / "stages.toml").write_text(DECLARATION, encoding="utf-8")
    experiment = read_experiment(str(folder / "stages.toml"))
    check_options(experiment, list(experiment.parsers))
    found = find_treebanks(treebanks, experiment.treebanks)
    runs = runs_of(experiment, found, list(experiment.parsers), experiment.seeds)
    assert len({run.key for run in runs}) == 4
    make_runs(runs, folder, jobs=1, done=lambda run, result: None)
    return Scoreboard(experiment, found, list(experiment.parsers), experiment.seeds, ResultFolder(folder), samples=50)


def test_scores_are_of_what_is_predicted(board: Scoreboard) -> None:
    (treebank,) = board.treebanks
    scores = {
        parser: {score: board.score(parser, treebank, score) for score in board.experiment.tables[0].scores}
        for parser in board.parsers
    }
    known = {parser: {score for score, value in own.items() if value is not None} for parser, own in scores.items()}
    trees = {"las_ud", "precision:LEFT-ARC"}
    assert known == {
        "gold tags": trees,
        "tags": trees | {"upos", "lemmas", "mlas", "blex"},
        "gold in training": trees | {"upos", "mlas"},
        "text": {"las_ud", "upos", "lemmas", "mlas", "blex", "words_f1", "sentences_f1"},
    }
    assert scores["tags"]["upos"] < 100
    assert scores["text"]["words_f1"] < 100


def test_a_run_is_a_model_with_stages(board: Scoreboard) -> None:
    (treebank,) = board.treebanks
    parser = crossarc.train(
        treebank.training_trees,
        dev=treebank.development_trees,
        stages="tag,lemma,parse",
        epochs=1,
        system="arc-eager",
        nonprojective="projectivize",
    )
    parsed = parser.parse(treebank.test_trees, redo=["tags", "lemmas"])
    expected = crossarc.evaluate(treebank.test_trees, parsed)
    assert board.score("tags", treebank, "mlas") == expected.mlas
    (result,) = board.results("tags", treebank)
    assert board._results.predictions(result.key).put_on(treebank.test_trees) == parsed


def test_differences_are_tested(board: Scoreboard) -> None:
    (treebank,) = board.treebanks
    gain = board.gain("text", "tags", treebank, "lemmas")
    first, second = (board.score(name, treebank, "lemmas") for name in ("tags", "text"))
    assert gain.difference == pytest.approx(second - first)
    assert board.gain("gold tags", "tags", treebank, "lemmas") is None


def test_tables_and_scores_of_all_runs(board: Scoreboard) -> None:
    (table,) = tables(board)
    header = table.table.header
    assert "gold tags: LAS (UD)" in header
    assert "gold tags: UPOS" not in header
    assert "text: Words" in header
    rows = {row["parser"]: row for row in csv.DictReader(io.StringIO(raw_scores(board)))}
    assert rows["gold tags"]["upos"] == ""
    assert float(rows["tags"]["upos"]) < 100
    assert rows["tags"]["words_f1"] == ""


def declared(tmp_path: Path, text: str) -> Experiment:
    path = tmp_path / "e.toml"
    path.write_text(text, encoding="utf-8")
    return read_experiment(str(path))


def test_scores_that_no_parser_has_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("tags.toml")
    parsers = '[parsers]\n"p" = {}\n"q" = { stages = "tag,parse" }\n'
    path.write_text(
        parsers + '[[table]]\ntitle = "Tags"\nparsers = ["p"]\nscores = ["las",\n  "upos"]\n', encoding="utf-8"
    )
    with pytest.raises(DeclarationError) as caught:
        check_options(read_experiment(str(path)), ["p", "q"])
    page = (DOCS / "experiment.md").read_text(encoding="utf-8")
    assert f"\ncrossarc: error: {caught.value}\n" in page
    path.write_text(path.read_text(encoding="utf-8").replace('["p"]', '["*"]'), encoding="utf-8")
    check_options(read_experiment(str(path)), ["p", "q"])
    check_options(read_experiment(str(path)), ["p"])  # that of --only


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ('stages = "tag"', "'p': stages: there is no parser among them"),
        ('stages = "tag,pars"', "stages: 'pars' is not one of tokenize, tag"),
        ("stages = 3", 'they are a text with commas, such as "tag,lemma,parse"'),
        ('train_tags = "predicted"', "train_tags: predicted needs a tagger"),
    ],
)
def test_wrong_stages(options: str, message: str, tmp_path: Path) -> None:
    experiment = declared(tmp_path, f'[parsers]\n"p" = {{ {options} }}\n')
    with pytest.raises(DeclarationError, match=f"e.toml:2: parser .*{message}"):
        check_options(experiment, ["p"])


def test_a_parser_alone_is_known_as_ever() -> None:
    assert RunStages.of({}).determining() == {}
    assert RunStages.of({"stages": "parse"}).determining() == {}
    with pytest.raises(OptionError):
        RunStages.of({"stages": "lemma"})
