"""A parser gives a sentence several roots if its training data do, unless it is told otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_runner import CliRunner

import crossarc
from crossarc import Parser, Treebank, roots, synthetic
from crossarc.cli import app
from crossarc.experiment import Run, TreebankFiles, single_run
from crossarc.experiment.results import ResultFolder
from crossarc.parser import Training, TrainingOptions

LEARNERS: dict[str, dict[str, Any]] = {
    "perceptron": {"epochs": 1},
    "liblinear": {"learner": "liblinear"},
    "libsvm": {"learner": "libsvm"},
}
runner = CliRunner()


def with_several_roots(treebank: Treebank, sentences: int) -> Treebank:
    """The treebank, in whose first sentences the last word with a head, mostly punctuation, hangs from 0 as well."""
    heads = treebank.heads.copy()
    for end in treebank.offsets[1 : sentences + 1]:
        heads[end - 1 if heads[end - 1] else end - 2] = 0
    return Treebank.from_conllu(treebank.with_trees(heads, [word.deprel for s in treebank for word in s]).to_conllu())


@pytest.fixture(scope="module")
def one() -> Treebank:
    return synthetic.generate(200)


@pytest.fixture(scope="module")
def several(one: Treebank) -> Treebank:
    return with_several_roots(one, 200)


@pytest.fixture
def folder(tmp_path: Path, one: Treebank, several: Treebank, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, treebank in (("one", one), ("several", several), ("few", with_several_roots(one, 1))):
        (tmp_path / f"{name}.conllu").write_text(treebank.to_conllu(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def gives_several(parser: Parser, treebank: Treebank, **options: bool) -> bool:
    """Whether more than a few sentences get several roots; every one has at least one."""
    counts = roots.root_counts(parser.parse(treebank, **options))
    assert counts.min() >= 1
    return bool(np.mean(counts > 1) > 0.05)


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_default_is_what_the_data_show(learner: str, one: Treebank, several: Treebank) -> None:
    if learner != "perceptron":
        pytest.importorskip("sklearn")
    options = LEARNERS[learner]
    parser = crossarc.train(several[:60], **options)
    assert gives_several(parser, several[150:])
    assert not gives_several(parser, several[150:], multi_root=False)
    assert parser.info["options"]["multi_root"] is True
    parser = crossarc.train(one[:60], **options)
    assert not gives_several(parser, one[150:])
    assert parser.info["options"]["multi_root"] is False


@pytest.mark.parametrize("learner", LEARNERS)
def test_whoever_says_otherwise_decides(learner: str, one: Treebank, several: Treebank) -> None:
    if learner != "perceptron":
        pytest.importorskip("sklearn")
    parser = crossarc.train(several[:60], multi_root=False, **LEARNERS[learner])
    assert not gives_several(parser, several[150:])
    assert gives_several(parser, several[150:], multi_root=True)
    assert parser.info["options"]["multi_root"] is False
    parser = crossarc.train(one[:60], multi_root=True, **LEARNERS[learner])
    assert parser.info["options"]["multi_root"] is True
    assert (roots.root_counts(parser.parse(one[150:], multi_root=False)) == 1).all()


@pytest.mark.parametrize(("sentences", "multi_root"), [(0, False), (1, False), (2, True), (3, True)])
def test_one_percent_is_several(sentences: int, multi_root: bool, one: Treebank) -> None:
    training = Training(with_several_roots(one, sentences), options=TrainingOptions(epochs=1))
    assert training.several_roots == sentences / 200
    assert training.options.multi_root is multi_root
    assert TrainingOptions(epochs=1).multi_root is None  # the options alone do not tell


def test_left_out_sentences_count(one: Treebank) -> None:
    """What is dropped from training is still part of what the data show, and the same for all ways of training."""
    treebank = synthetic.generate(100, crossing="2-planar", rate=1.0)
    crossing = with_several_roots(treebank, 100)
    both = Treebank.from_conllu(crossing.to_conllu() + one.to_conllu())
    for nonprojective in ("keep", "drop", "pseudo-head"):
        assert Training(both, options=TrainingOptions(nonprojective=nonprojective)).options.multi_root


def invoke(*arguments: str) -> str:
    result = runner.invoke(app, list(arguments))
    assert result.exit_code == 0, result.stderr
    return result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("several.conllu", "100.0%: the parser may give several, too"),
        ("several.conllu --one-root", "100.0%: the parser gives each sentence one, as it was told to"),
        ("few.conllu", "0.5%: the parser gives each sentence one"),
        ("one.conllu", None),
        ("several.conllu --quiet", None),
    ],
)
def test_train_tells_which(arguments: str, told: str | None, folder: Path) -> None:
    lines = invoke("train", *arguments.split(), "-o", "model", "--epochs", "1").splitlines()
    about = [line.replace(" of the training sentences have several roots", "") for line in lines if "roots" in line]
    assert about == ([] if told is None else [f"crossarc: {told}"])


@pytest.mark.parametrize("treebank", ["one.conllu", "several.conllu"])
@pytest.mark.parametrize("arguments", [[], ["--one-root"], ["--multi-root"]], ids=" ".join)
def test_the_options_that_info_writes_train_it_again(treebank: str, arguments: list[str], folder: Path) -> None:
    invoke("train", treebank, "-o", "model", "--epochs", "1", *arguments)
    is_allowed = str(arguments == ["--multi-root"] or (not arguments and treebank == "several.conllu")).lower()
    config = runner.invoke(app, ["info", "model", "--config"]).stdout
    assert f"multi-root = {is_allowed}\n" in config
    (folder / "train.toml").write_text(config, encoding="utf-8")
    invoke("train", "--config", "train.toml", "-o", "again", "-q")
    assert (folder / "again").read_bytes() == (folder / "model").read_bytes()


def test_parse_overrides(folder: Path) -> None:
    invoke("train", "several.conllu", "-o", "model", "--epochs", "1", "-q")
    for arguments, is_several in (([], True), (["--one-root"], False), (["--multi-root"], True)):
        parsed = Treebank.from_conllu(runner.invoke(app, ["parse", "model", "several.conllu", *arguments]).stdout)
        assert bool(roots.root_counts(parsed).max() > 1) is is_several


def run(treebank: str, **declared: Any) -> Run:
    files = TreebankFiles(treebank, Path(f"{treebank}.conllu"), Path(f"{treebank}.conllu"))
    return Run("parser", files, 1, {"epochs": 1, **declared})


def test_experiments_do_as_the_data(folder: Path) -> None:
    results = ResultFolder(folder / "results")
    for name, is_several in (("one", False), ("several", True)):
        single_run.make(run(name), results)
        heads = results.predictions(run(name).key).heads
        assert (int((heads == 0).sum()) > 200) is is_several


def test_runs_are_known_by_the_roots_that_they_come_to(folder: Path) -> None:
    """So results from when there was always one root still count, but for treebanks with several."""
    assert run("one").key == run("one", multi_root=False).key != run("one", multi_root=True).key
    assert run("several").key == run("several", multi_root=True).key != run("several", multi_root=False).key


def test_sentences_without_words_have_no_roots() -> None:
    assert roots.share_with_several(Treebank.from_conllu("")) == 0


def test_analyze_tells_what_follows(folder: Path) -> None:
    def advice(name: str) -> str:
        return runner.invoke(app, ["analyze", f"{name}.conllu"]).stdout

    assert "100.0% of the sentences have several roots: a parser that is trained on them may give" in advice("several")
    assert "0.5% of the sentences have several roots: a parser that is trained on them gives each" in advice("few")
    assert "of the sentences have several roots" not in advice("one")
