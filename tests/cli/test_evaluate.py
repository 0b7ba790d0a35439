from __future__ import annotations

import json

import pytest
from cli_runner import CliRunner

from crossarc.cli import app

GOLD = "".join(
    f"{number}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_\n"
    for number, form, tag, head, label in [
        (1, "Dogs", "NOUN", 2, "nsubj"),
        (2, "bark", "VERB", 0, "root"),
        (3, ".", "PUNCT", 2, "punct"),
    ]
)
GOLD += "\n"


@pytest.fixture
def files(tmp_path):
    gold, predicted = tmp_path / "gold.conllu", tmp_path / "predicted.conllu"
    gold.write_text(GOLD)
    predicted.write_text(GOLD.replace("2\tpunct", "1\tpunct"))
    return str(gold), str(predicted)


def run(*arguments: str):
    return CliRunner().invoke(app, ["evaluate", *arguments])


def test_table(files):
    result = run(*files)
    assert result.exit_code == 0
    assert "**CoNLL 2018 shared task**" in result.stdout
    assert "| UAS       |     66.67 |  66.67 |  66.67 |            66.67 |" in result.stdout
    assert "| LAS with subtypes                     |  66.67 |" in result.stdout
    assert "| UAS without punctuation               | 100.00 |" in result.stdout
    assert "\n3 words in 1 sentence\n" in result.stdout


def test_json(files):
    result = run(*files, "--json")
    scores = json.loads(result.stdout)
    assert scores["uas"] == 100 * (2 / 3)
    assert scores["nonproj_recall"] is None
    assert (scores["tokens"], scores["sentences"]) == (3, 1)
    assert (scores["tokens_f1"], scores["sentences_f1"], scores["words_f1"], scores["upos"]) == (100.0,) * 4
    assert scores["conll18"]["LAS"]["f1"] == scores["las_ud"]
    assert "by" not in scores
    assert len(result.stdout.splitlines()) == 1


def test_by(files):
    result = run(*files, "--json", "--by", "label", "--by", "direction", "--by", "label")
    by = json.loads(result.stdout)["by"]
    assert list(by) == ["label", "direction"]
    assert by["direction"] == [
        {"name": "root", "gold": 1, "predicted": 1, "precision": 100.0, "recall": 100.0, "f1": 100.0},
        {"name": "left", "gold": 1, "predicted": 1, "precision": 100.0, "recall": 100.0, "f1": 100.0},
        {"name": "right", "gold": 1, "predicted": 1, "precision": 0.0, "recall": 0.0, "f1": 0.0},
    ]
    assert "**By length (unlabelled arcs)**" in run(*files, "--by", "length").stdout
    assert run(*files, "--by", "colour").exit_code == 2


def test_punctuation(files):
    gold, predicted = files
    conllx = json.loads(run(gold, predicted, "--json", "--punctuation", "conllx").stdout)
    assert conllx["uas_no_punct"] == 100.0
    assert run(gold, predicted, "--punctuation", "other").exit_code == 2


def test_standard_input(files):
    result = CliRunner().invoke(app, ["evaluate", "-", files[1], "--json"], input=GOLD)
    assert json.loads(result.stdout)["uas"] == 100 * (2 / 3)


def test_lenient(files, tmp_path):
    broken = tmp_path / "broken.conllu"
    broken.write_text("1\tx\n\n" + GOLD)
    strict, lenient = run(str(broken), files[1]), run(str(broken), files[1], "--lenient")
    assert strict.exit_code == 1
    assert strict.stderr == f"crossarc: error: {broken}:1: expected 10 columns separated by tabs, found 2\n"
    assert lenient.exit_code == 0
    assert "left out 1 broken sentence" in lenient.stderr
    scores = json.loads(run(files[1], str(broken), "--lenient", "--json").stdout)
    assert (scores["gold_left_out"], scores["predicted_left_out"]) == (0, 1)


def test_other_words_are_told(files, tmp_path):
    other = tmp_path / "other.conllu"
    joined = "1\tDogsbark" + "\t_" * 4 + "\t0\troot\t_\t_\n2\t." + "\t_" * 4 + "\t1\tpunct\t_\t_\n\n"
    other.write_text(joined)
    shown = run(files[0], str(other)).stdout
    assert "| LAS with subtypes, F1 " in shown
    assert "The words differ: 3 gold and 2 predicted, of which 1 are paired" in shown
    scores = json.loads(run(files[0], str(other), "--json").stdout)
    assert (scores["tokens"], scores["predicted_tokens"], scores["aligned_words"]) == (3, 2, 1)
    assert scores["las_no_punct"] is None  # the word that is paired with none has no tag


def test_other_text(files, tmp_path):
    other = tmp_path / "other.conllu"
    other.write_text(GOLD.replace("bark", "bite"))
    result = run(files[0], str(other), "--json")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == f"crossarc: error: {other}:2: another text: 'bite.' where {files[0]}:2 has 'bark.'\n"


def test_missing_file(files):
    result = run(files[0], "nowhere.conllu")
    assert result.exit_code == 1
    assert result.stderr == "crossarc: error: nowhere.conllu: No such file or directory\n"
