from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import CliRunner

from crossarc.cli import app
from crossarc.evaluation import METRICS

SENTENCE = "1\tDogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
WRONG = SENTENCE.replace("\t2\tnsubj", "\t0\tnsubj").replace("\t0\troot", "\t1\troot")


@pytest.fixture
def files(tmp_path):
    texts = {"gold": SENTENCE * 40, "a": WRONG * 20 + SENTENCE * 20, "b": SENTENCE * 40}
    for name, text in texts.items():
        (tmp_path / f"{name}.conllu").write_text(text)
    return [str(tmp_path / f"{name}.conllu") for name in texts]


def run(*arguments: str):
    return CliRunner().invoke(app, ["compare", *arguments])


def test_tables_and_words(files):
    result = run(*files, "--samples", "1000")
    assert result.exit_code == 0
    assert "**a.conllu and b.conllu**" in result.stdout
    assert "| UAS " in result.stdout
    assert "\n100 in both: Tokens, Sentences, Words, UPOS, XPOS, UFeats, AllTags, Lemmas, labels" in result.stdout
    assert "b.conllu is, against a.conllu, better at the .01 level in UAS (+50.00), LAS (UD) (+50.00)" in result.stdout


def test_json(files):
    result = run(*files, "--samples", "500", "--seed", "3", "--json")
    comparison = json.loads(result.stdout)
    assert (comparison["samples"], comparison["seed"]) == (500, 3)
    (pair,) = comparison["pairs"]
    assert list(pair["metrics"]) == list(METRICS)
    uas = pair["metrics"]["uas"]
    assert (uas["a"], uas["b"], uas["difference"], uas["significant_at"]) == (50.0, 100.0, 50.0, 0.01)
    assert len(uas["interval"]) == 2


def test_threads_give_the_same_bytes(files):
    outputs = {run(*files, "--samples", "500", "--threads", threads).stdout for threads in ("1", "2", "0")}
    assert len(outputs) == 1


def test_one_system_is_wrong_usage(files):
    assert run(*files[:2]).exit_code == 2


def test_bad_data(files, tmp_path):
    other = tmp_path / "other.conllu"
    other.write_text(SENTENCE)
    result = run(*files, str(other))
    assert result.exit_code == 1
    expected = f"{other}:2: ends here, but {files[0]}:4 goes on with 'DogsbarkDogsbarkDogs…'"
    assert result.stderr == f"crossarc: error: {expected}\n"


def test_what_was_left_out_and_what_cannot_be_known_is_told(files):
    for path in map(Path, files):
        text = path.read_text().replace("NOUN", "_").replace("VERB", "_")
        path.write_text(text + "1\tx\n\n" * (path.name == "b.conllu"))
    result = run(*files, "--samples", "100", "--lenient")
    assert "\nThere are no scores without punctuation: words have no UPOS" in result.stdout
    systems = json.loads(run(*files, "--samples", "100", "--lenient", "--json").stdout)["parsers"]
    assert [(each["gold_left_out"], each["predicted_left_out"]) for each in systems] == [(0, 0), (0, 1)]
    assert {each["las_no_punct"] for each in systems} == {None}
