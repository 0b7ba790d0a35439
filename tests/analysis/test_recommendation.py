"""What `analyze` says of systems is what was measured on treebanks like the one at hand, or nothing."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

import crossarc
from crossarc import analysis, synthetic
from crossarc.analysis.measured import TABLE, MeasuredTreebank, like, measured_treebanks

SCRIPT = Path(__file__).parents[2] / "experiments" / "measured_systems.py"


@pytest.mark.skipif(not SCRIPT.exists(), reason="needs the repository")
def test_the_table_is_that_of_the_experiment() -> None:
    specification = importlib.util.spec_from_file_location("measured_systems", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    script = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(script)
    assert TABLE.read_text(encoding="utf-8") == script.table(script.read(script.RESULTS))


def test_each_measured_treebank_is_most_like_itself() -> None:
    for treebank in measured_treebanks():
        assert like(treebank.sentences, treebank.nonprojective)[0] is treebank


def test_likeness_has_limits() -> None:
    treebanks = [
        MeasuredTreebank(f"{size} {share}", size, share, {"a": 1.0}) for size in (100, 1000) for share in (5, 20)
    ]
    assert [t.name for t in like(400, 5, treebanks)] == ["1000 5", "1000 20", "100 5"]
    assert like(401, 45, treebanks[:2]) == []
    assert like(25, 20, treebanks) == [treebanks[1]]
    assert like(24, 20, treebanks) == []


def test_what_was_measured_is_told_with_its_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    treebanks = (
        MeasuredTreebank("One", 180, 24.0, {"a": 70.0, "b": 71.5, "c": 60.0}),
        MeasuredTreebank("Two", 220, 30.0, {"a": 80.0, "b": 79.0, "c": 75.0}),
        MeasuredTreebank("Large", 220_000, 30.0, {"a": 0.0, "b": 0.0, "c": 99.0}),
    )
    monkeypatch.setattr("crossarc.analysis.measured.measured_treebanks", lambda: treebanks)
    told = analysis.recommend(crossarc.analyze(synthetic.generate(200, crossing="2-planar", rate=0.25)))
    assert told[0] == (
        "On the 2 measured treebanks most like this one in size and share of non-projective sentences (One, Two; 180 "
        "to 220 sentences, 24 to 30% non-projective), the highest LAS was that of `b` on 1 and `a` on 1; below the "
        "highest were `b` 0.0 to 1.0, `a` 0.0 to 1.5, `c` 5.0 to 11.5 (greedy perceptrons with default "
        "settings, on gold tags)."
    )
    assert "does not settle which is best for this one" in told[1]


def test_no_advice_where_nothing_was_measured() -> None:
    projective = analysis.recommend(crossarc.analyze(synthetic.generate(20, crossing="projective")))
    assert projective[0].startswith(
        "No advice on systems: none of the 18 treebanks that they were measured on (200 to "
    )
    assert projective[0].endswith("is like this one (20 sentences, 0%).")
    assert projective[1] == "Every tree is projective: each system can build all of them."


def test_what_the_trees_tell() -> None:
    told = " ".join(analysis.recommend(crossarc.analyze(synthetic.generate(200, crossing="beyond", rate=0.5))))
    assert "50.0% of the sentences" in told
    assert "`2-planar` can build 50.00% of the trees" in told
    assert "`crossarc train --beam 8`" in told
