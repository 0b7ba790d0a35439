"""`crossarc info --card`."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import CliRunner, Result

import crossarc
from crossarc import synthetic
from crossarc.cli import app


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("card")
    for name, text in synthetic.splits(100, 30, 1).items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    parser = crossarc.train(folder / "train.conllu", dev=folder / "dev.conllu", stages=None, epochs=1)
    parser.save(folder / "model")
    return folder / "model"


def test_a_card_tells_data_scores_and_licence(model: Path) -> None:
    card = run("info", str(model), "--card", "--licence", "CC-BY-SA-4.0").stdout
    parser = crossarc.load(model)
    assert card.startswith("---\nlibrary_name: crossarc\n")
    assert "\nlicense: CC-BY-SA-4.0\n---\n\n# model\n" in card
    assert "\nThe licence of the data is CC-BY-SA-4.0.\n" in card
    assert "| train | train.conllu | 100 | " in card
    assert f"| parse: las | {parser.info['epoch']['las']:.2f} |\n" in card
    assert f"| tag: upos | {parser.info['stages']['tag']['dev']['upos']:.2f} |\n" in card
    assert "| lemma | lemmas | " in card


def test_without_a_licence_none_is_told(model: Path) -> None:
    assert "licen" not in run("info", str(model), "--card").stdout


def test_of_a_model_without_a_parser(model: Path, tmp_path: Path) -> None:
    crossarc.Annotator.load(model).save(tmp_path / "words")
    card = run("info", str(tmp_path / "words"), "--card").stdout
    assert "| tokenize | sentences, words and multiword tokens of plain text |" in card
    assert "| parse |" not in card


def test_options_that_do_not_go_together(model: Path) -> None:
    assert run("info", str(model), "--licence", "X").exit_code == 2
    assert run("info", str(model), "--card", "--json").exit_code == 2
