"""Tables of made-up results, which are known to the digit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import crossarc
from crossarc import Treebank
from crossarc.evaluation import METRICS
from crossarc.experiment import (
    Result,
    ResultFolder,
    Scoreboard,
    TreebankFiles,
    find_treebanks,
    read_experiment,
    runs_of,
)
from crossarc.experiment.plot import svg
from crossarc.experiment.report import raw_scores
from crossarc.experiment.results import Predictions
from crossarc.experiment.table import build_table

DECLARATION = """
seeds = [1, 2]
[parsers]
A = { system = "arc-eager", oracle = "static" }
B = { system = "arc-eager", oracle = "dynamic" }
[best]
"A/B" = ["A", "B"]
[[group]]
name = "small"
sentences = [0, 60]
[[table]]
title = "By treebank"
scores = ["uas"]
figures = ["sentences", "left1"]
against = "A"
best = ["A", "B"]
[[table]]
title = "By parser"
rows = "parsers"
parsers = ["A", "B", "A/B"]
scores = ["uas"]
against = "A"
differences = true
groups = ["all", "small"]
[[table]]
title = "Precision"
parsers = ["A"]
scores = ["precision:LEFT-ARC", "precision:LEFT-BUFFER-ARC"]
[[table]]
title = "Link"
scores = ["uas"]
[[table.link]]
figure = "sentences"
parser = "B"
over = "A"
"""

TIMES = """
[[table]]
title = "Times"
scores = ["train_seconds", "parse_seconds", "words_per_second"]
against = "A"
[[table]]
title = "Changes"
rows = "parsers"
scores = ["parse_seconds", "words_per_second"]
against = "A"
differences = true
[[table]]
title = "Links"
scores = ["las", "undirected_uas", "undirected_las"]
"""

PUBLISHED = """
[[table]]
title = "Published"
treebanks = ["t*", "one"]
scores = ["uas"]
figures = ["sentences", "left1"]
against = "A"
[[table]]
title = "Published gains"
treebanks = ["t*", "one"]
scores = ["uas"]
against = "A"
differences = true
[published.scores.one]
A = { uas = 60.5, las = 50 }
B = { uas = 80.25 }
[published.gains.two.A]
B = { uas = -1.5 }
[published.figures.three]
sentences = 1234
"""

NAMES = ("one", "two", "three", "four", "five", "six")


def text_of(sentences: int) -> str:
    """Sentences of four words, each under the one before it."""
    words = (f"{n}\tw\tw\tX\t_\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 5))
    return ("".join(words) + "\n") * sentences


def with_errors(gold: Treebank, share: float) -> Treebank:
    """The first words of so many sentences hang from the last word, and the last from the root."""
    heads = gold.heads.copy()
    wrong = gold.offsets[: round(share * len(gold))]
    heads[wrong], heads[wrong + 3] = 2, 0
    heads[wrong + 1] = 4
    return gold.with_coded_trees(heads, gold.codes("deprel"), gold.strings("deprel"))


@pytest.fixture
def treebanks(tmp_path: Path) -> list[TreebankFiles]:
    for number, name in enumerate(NAMES):
        folder = tmp_path / "treebanks" / name
        folder.mkdir(parents=True)
        for part, sentences in (("train", 50 + 10 * number), ("dev", 10), ("test", 40)):
            (folder / f"{part}.conllu").write_text(text_of(sentences), encoding="utf-8")
    return find_treebanks(tmp_path / "treebanks")


def scoreboard(
    tmp_path: Path, treebanks: list[TreebankFiles], errors: dict[str, float | None], more: str = ""
) -> Scoreboard:
    """Parsers that make the given share of errors, with no result where it is None; negative: the run failed."""
    path = tmp_path / "made-up.toml"
    path.write_text(DECLARATION + more, encoding="utf-8")
    experiment = read_experiment(str(path))
    results = ResultFolder(tmp_path / "results")
    for run in runs_of(experiment, treebanks, list(experiment.parsers), experiment.seeds):
        share = errors.get(f"{run.parser} {run.treebank.name}", errors[run.parser])
        if share is None:
            continue
        if share < 0:
            results.put(Result(run.key, failure="no luck"), None)
            continue
        gold = run.treebank.test_trees
        predicted = with_errors(gold, share + 0.05 * (run.seed - 1))
        scores = crossarc.evaluate(gold, predicted).to_dict()
        results.put(Result(run.key, scores, {"las": scores["las"]}, {"LEFT-ARC": (8, 6)}), Predictions.of(predicted))
    return Scoreboard(experiment, treebanks, list(experiment.parsers), experiment.seeds, results, samples=500)


def rows(board: Scoreboard, number: int) -> list[list[str]]:
    built = build_table(board.experiment.tables[number], board)
    return [list(built.table.header), *([str(cell) for cell in row] for row in built.table.rows)]


# An error costs three of the four words of a sentence; the second seed has 5 % more of them.
# 20 % and 25 % make 100 - 3/4 · 22.5 = 83.125; 50 % and 55 % make 60.625.


def test_rows_of_treebanks(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2, "B two": 0.55, "B three": 0.95})
    assert rows(board, 0) == [
        ["treebank", "sentences", "L1%", "A", "B", "best"],
        ["one", "50", "0.0", "60.62", "**83.12**▴▴", "B"],
        ["two", "60", "0.0", "**60.62**", "56.88", "A"],
        ["three", "70", "0.0", "**60.62**", "26.88▾▾", "A"],
        ["four", "80", "0.0", "60.62", "**83.12**▴▴", "B"],
        ["five", "90", "0.0", "60.62", "**83.12**▴▴", "B"],
        ["six", "100", "0.0", "60.62", "**83.12**▴▴", "B"],
        ["average", "", "", "60.62", "**69.38**", ""],
    ]


def test_the_paper_s_figures_are_in_brackets(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2, "B one": None, "B two": 0.55}, PUBLISHED)
    assert rows(board, 4) == [
        ["treebank", "sentences", "L1%", "A", "B"],
        ["one", "50", "0.0", "60.62 [60.5]", "not run [80.25]"],
        ["two", "60", "0.0", "**60.62**", "56.88"],
        ["three", "70 [1,234]", "0.0", "60.62", "**83.12**▴▴"],
        ["average of 2", "", "", "60.62", "**70.00**"],
    ]
    assert rows(board, 5) == [
        ["treebank", "A", "B"],
        ["one", "60.62 [60.5]", "not run [+19.75]"],
        ["two", "60.62", "-3.75 [-1.5]"],
        ["three", "60.62", "+22.50▴▴"],
        ["average of 2", "60.62", "+9.38"],
    ]
    for number, is_told in ((0, True), (1, False), (3, True), (4, True), (5, True)):
        notes = build_table(board.experiment.tables[number], board).notes
        assert ("In brackets: what the paper has on the same treebank." in notes) == is_told
    board.treebanks = treebanks[3:]
    assert "In brackets" not in "".join(build_table(board.experiment.tables[0], board).notes)


def test_rows_of_parsers(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2})
    # Six differences of the same sign: 2 of 64 ways to set the signs are as extreme, p = .03.
    assert rows(board, 1) == [
        ["parser", "all [6]", "small [1]"],
        ["A", "60.62", "60.62"],
        ["B", "+22.50▴", "+22.50"],
        ["A/B", "+22.50▴", "+22.50"],
    ]
    notes = build_table(board.experiment.tables[1], board).notes
    assert "B against A: +22.50▴ UAS on average; better on 6 (6 significantly), worse on 0 (0 " in notes[1]
    assert rows(board, 2)[1] == ["one", "75.00"]  # no column for a transition that there is not


def test_the_best_of_several_is_chosen_on_development_trees(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2, "B one": 0.8})
    assert [board.actual("A/B", treebank) for treebank in treebanks] == ["A", "B", "B", "B", "B", "B"]
    assert board.score("A/B", treebanks[0], "uas") == pytest.approx(60.625)


def test_the_picture_has_a_dot_for_each_comparison(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2, "B two": 0.55, "B three": None})
    picture = svg(board)
    assert picture is not None
    dots = [dot for dot in ElementTree.fromstring(picture).iter() if dot.tag.endswith("circle") and len(dot)]
    assert len(dots) == 5 + 2 * 5  # B in the first table, B and A/B in the second
    assert sum(dot.get("fill") == "white" for dot in dots) == 3  # those on treebank two may be chance


def test_failed_and_missing_runs_are_shown(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2, "B two": -1.0, "B three": None})
    shown = rows(board, 0)
    assert [row[4] for row in shown[2:4]] == ["failed", "not run"]
    assert shown[-1][0] == "average of 4"
    notes = build_table(board.experiment.tables[0], board).notes
    assert "B on two failed: no luck" in notes
    assert "Not run yet: 1 of 12 pairs of parser and treebank." in notes
    assert rows(board, 1)[0][1] == "all [4]"


def test_a_baseline_that_is_not_shown_counts_as_well(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2, "A two": -1.0, "A three": None})
    declared = replace(board.experiment.tables[1], parsers=["B"], groups=["all"])
    built = build_table(declared, board)
    assert [*built.table.header, *built.table.rows[0]] == ["parser", "all [4]", "B", "+22.50"]
    assert "A on two failed: no luck" in built.notes
    assert "Not run yet: 1 of 12 pairs of parser and treebank." in built.notes
    board.parsers = ["B"]  # as with --only
    assert list(build_table(declared, board).table.rows[0]) == ["B", "–"]


def test_an_average_is_of_treebanks_that_all_have_a_score_for(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2})
    known = board.score
    undefined = {("B", "one"), ("A", "two")}

    def score(parser: str, treebank: TreebankFiles, name: str) -> float | None:
        return None if (parser, treebank.name) in undefined else known(parser, treebank, name)

    board.score = score  # type: ignore[method-assign]
    assert board.gain("B", "A", treebanks[0], "uas") is None
    shown = rows(board, 0)
    assert [shown[1][4], shown[2][3], shown[-1][3:5]] == ["–", "–", ["60.62", "**83.12**"]]
    notes = build_table(board.experiment.tables[0], board).notes
    assert "Averages of UAS are of the 4 treebanks where all parsers have one." in notes
    assert any("B against A: +22.50 UAS on average; better on 4 (4 significantly)" in note for note in notes)


def test_links(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    errors = {"A": 0.5} | {f"B {name}": 0.5 - 0.05 * number for number, name in enumerate(NAMES)}
    board = scoreboard(tmp_path, treebanks, errors | {"B": None})
    (note,) = [note for note in build_table(board.experiment.tables[3], board).notes if "correlation" in note]
    assert note.startswith(
        "Rank correlation of sentences and what B gains over A in UAS: +1.00 over 6 treebanks (p = 0.00"
    )


def test_seeds_are_one_observation_of_each_sentence(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.4})
    counts = board._counted("A", treebanks[0])
    assert counts.shape == (40, len(METRICS), 2)
    assert np.array_equal(np.unique(counts[:, 0, 1]), [16])  # two seeds, four words, gold and predicted


def with_times(board: Scoreboard, tmp_path: Path, *, of: tuple[str, ...] = ("A", "B")) -> Scoreboard:
    """Tables of times: A takes 10 s and 2 s, B four times as long to train and, with seed 1 and 2, 2.5 and 3.5 s."""
    path = tmp_path / "times.toml"
    path.write_text(DECLARATION[: DECLARATION.index("[[table]]")] + TIMES, encoding="utf-8")
    experiment = read_experiment(str(path))
    results = ResultFolder(tmp_path / "results")
    for run in runs_of(experiment, board.treebanks, [*of], experiment.seeds):
        made = results.get(run.key)
        assert made is not None
        times = {"train": 10.0, "parse": 2.0} if run.parser == "A" else {"train": 40.0, "parse": 1.5 + run.seed}
        links = {"undirected_uas": 90.0, "undirected_las": 80.0}
        results.put(replace(made, seconds_of=times, undirected=links), results.predictions(run.key))
    return Scoreboard(experiment, board.treebanks, ["A", "B"], experiment.seeds, results, samples=100)


def test_times_are_better_if_lower_and_differ_by_percentages(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    board = with_times(scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2}), tmp_path)
    header, first, *_, average = rows(board, 0)
    assert header[1:] == [f"{parser}: {name}" for parser in "AB" for name in ("training s", "parsing s", "words/s")]
    assert first[1:] == ["**10.00**", "**2.00**", "**80**", "40.00", "3.00", "55"]  # 160 words
    assert average[4:] == ["40.00▾", "3.00▾", "55▾"]
    _, _, changed = rows(board, 1)
    assert changed[1:] == ["+50.0 %▾", "-31.4 %▾"]
    notes = build_table(board.experiment.tables[0], board).notes
    told = "B against A: +300.0 %▾ training s on average; better on 0 (0 significantly), worse on 6 (0 significantly)"
    assert told in notes[-1]
    assert svg(board) is None
    assert rows(board, 2)[1][1:4] == ["60.62", "**90.00**", "**80.00**"]


def test_times_are_in_the_csv_only_if_a_table_asks_for_them(tmp_path: Path, treebanks: list[TreebankFiles]) -> None:
    before = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2})
    assert "seconds" not in raw_scores(before)
    head, first, *_ = raw_scores(with_times(before, tmp_path)).splitlines()
    assert head.endswith(",exact_match,undirected_uas,undirected_las,train_seconds,parse_seconds,words_per_second")
    assert first.endswith(",90.0000,80.0000,10.0000,2.0000,80.0000")


def test_results_of_older_versions_have_no_times_but_all_scores_of_trees(
    tmp_path: Path, treebanks: list[TreebankFiles]
) -> None:
    whole = scoreboard(tmp_path, treebanks, {"A": 0.5, "B": 0.2})
    score = whole.score("A", treebanks[0], "proj_labelled_recall")
    for path in (tmp_path / "results").glob("*.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        del content["undirected"], content["seconds_of"]
        content["scores"] = {name: own for name, own in content["scores"].items() if "labelled" not in name}
        path.write_text(json.dumps(content), encoding="utf-8")
    old = with_times(whole, tmp_path, of=())
    assert old.score("A", treebanks[0], "train_seconds") is None
    assert old.score("A", treebanks[0], "words_per_second") is None
    assert old.score("A", treebanks[0], "undirected_las") is None
    assert old.score("A", treebanks[0], "proj_labelled_recall") == score is not None
    assert len(rows(old, 0)[0]) == 1  # columns without values are left out
