"""What sentences of tens of thousands of words take time by is their length, not its square."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from cli_runner import CliRunner
from long_work import forest, sentence, tree

import crossarc
from crossarc import _core
from crossarc.cli import app


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    began = time.process_time()
    yield
    assert time.process_time() - began < seconds


@pytest.mark.filterwarnings("ignore:.*are missing throughout")
def test_a_beam_is_linear() -> None:
    parser = crossarc.train(crossarc.synthetic.generate(50), system="arc-eager", beam=8, epochs=1)
    words = sentence(list(range(60_000)))
    with at_most(20):  # it was more than a minute, and is two seconds
        assert len(parser.parse(words, threads=1)[0]) == 60_000


def test_analysis_of_random_trees_is_linear() -> None:
    treebank = sentence(tree(50_000))
    with at_most(10):  # it was minutes, and is half a second
        analysis = crossarc.analyze(treebank)
    assert analysis.nonprojective == analysis.undecided == 1


@pytest.mark.parametrize("system", ["arc-eager+lnba+rnba", "planar+lnba"])
def test_coverage_of_random_trees_is_linear(system: str) -> None:
    with at_most(5):
        assert _core.covers(_core.System(system), *forest(tree(50_000)), 1).tolist() == [False]


@pytest.mark.parametrize("system", ["2-planar", "arc-eager+lnba+rnba", "planar+lnba", "undirected-planar"])
@pytest.mark.parametrize("words", [300, 1_000, 50_000])
def test_lifting_for_a_system_takes_a_bounded_time(system: str, words: int) -> None:
    core = _core.System(system)
    heads, offsets = forest(tree(words))
    with at_most(10):  # it is at most half a second
        lifted, *_ = _core.pseudo_projectivize(heads, offsets, np.zeros_like(heads), "head", 1, core)
    assert _core.covers(core, lifted, offsets, 1).tolist() == [True]


def test_the_exact_oracle_has_a_limit(tmp_path: Path) -> None:
    longest = _core.longest_exact
    system = crossarc.System("arc-eager")
    system.oracle("exact", tree(longest))
    system.oracle("exact", list(range(longest + 1)))  # a projective tree is no trouble
    with pytest.raises(ValueError, match=f"a sentence of {longest + 1} words that is not projective is too long for"):
        system.oracle("exact", tree(longest + 1))

    path = tmp_path / "long.conllu"
    path.write_bytes(sentence([0, 1]).to_bytes() + b"# a comment\n" + sentence(tree(longest + 1)).to_bytes())
    command = ["train", str(path), "--stages", "parse", "-s", "arc-eager", "--nonprojective", "keep"]
    command += ["-o", str(tmp_path / "model")]
    result = CliRunner().invoke(app, [*command, "--oracle", "exact"])
    assert result.exit_code == 1
    assert result.stderr == (
        f"crossarc: error: {path}:4: a sentence of {longest + 1} words that is not projective is too long for the "
        f"exact oracle, which takes up to {longest}: train with --oracle dynamic\n"
    )
    assert list(tmp_path.iterdir()) == [path]
    assert CliRunner().invoke(app, [*command, "--oracle", "dynamic", "--epochs", "1"]).exit_code == 0
