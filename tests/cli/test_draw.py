"""`crossarc draw`: which sentences, in which form, and what is said of mistakes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from cli_runner import CliRunner, Result

import crossarc
from crossarc import synthetic
from crossarc.cli import app

runner = CliRunner()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    gold = synthetic.generate(30, crossing="any", rate=0.5, seed=4)
    crossarc.write(gold, "gold.conllu")
    heads, labels = gold.heads.copy(), gold.column("deprel")
    for sentence, wrong in ((4, 3), (7, 5), (20, 5)):  # so many words get another label
        first = int(gold.offsets[sentence])
        labels[first : first + wrong] = ["other"] * wrong
    crossarc.write(gold.with_trees(heads, labels), "predicted.conllu")
    return tmp_path


def draw(*arguments: str) -> Result:
    return runner.invoke(app, ["draw", *arguments])


def drawn(*arguments: str) -> str:
    result = draw(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def names(page: str) -> list[str]:
    return [line.split("<")[0] for line in page.split('<span class="name">')[1:]]


def test_text_is_what_a_sentence_draws(folder: Path) -> None:
    gold = crossarc.read("gold.conllu")
    assert drawn("gold.conllu") == gold[0].draw() + "\n"
    assert drawn("gold.conllu", "--id", str(gold[3].sent_id)) == gold[3].draw() + "\n"
    assert drawn("gold.conllu", "--sentence", "4") == gold[3].draw() + "\n"
    two = drawn("gold.conllu", "-n", "2")
    assert two == f"{gold[0].sent_id}\n\n{gold[0].draw()}\n\n{gold[1].sent_id}\n\n{gold[1].draw()}\n"
    assert drawn("gold.conllu", "-n", "0").count("●") >= len(gold)


def test_the_form_is_told_by_options_or_by_the_name(folder: Path) -> None:
    sentence = crossarc.read("gold.conllu")[0]
    assert drawn("gold.conllu", "--svg") == sentence.to_svg()
    assert drawn("gold.conllu", "--tikz") == sentence.to_tikz()
    assert drawn("gold.conllu", "--html").startswith("<!DOCTYPE html>")
    for name, begin in {"x.svg": "<svg", "x.tex": "% needs", "x.html": "<!DOCTYPE", "x.HTM": "<!DOCTYPE"}.items():
        assert drawn("gold.conllu", "-o", name) == ""
        assert Path(name).read_text(encoding="utf-8").startswith(begin)
    drawn("gold.conllu", "--svg", "-o", "y.html")
    assert Path("y.html").read_text(encoding="utf-8") == sentence.to_svg()
    for name in ("x.png", "x.PDF"):
        refused = runner.invoke(app, ["draw", "gold.conllu", "-o", name])
        assert refused.exit_code == 2
        assert f"--output: no {Path(name).suffix.lower()} is written; .svg, .tex and .html are" in refused.stderr
        assert not Path(name).exists()
    drawn("gold.conllu", "-o", "tree.txt")
    assert Path("tree.txt").read_text(encoding="utf-8") == sentence.draw() + "\n"


def test_options_of_pictures(folder: Path) -> None:
    sentence = crossarc.read("gold.conllu")[0]
    options = ["--planes", "--show", "lemma,upos", "--direction", "rtl"]
    expected = sentence.to_svg(planes=True, show=["lemma", "upos"], direction="rtl")
    assert drawn("gold.conllu", "--svg", *options) == expected
    assert drawn("gold.conllu", "--svg", "--show", "none") == sentence.to_svg(show=[])


def test_conditions(folder: Path) -> None:
    gold = crossarc.read("gold.conllu")
    page = drawn("gold.conllu", "--html", "-n", "0", "--where", "nonprojective", "--where", "length<=12 upos=VERB")
    short = [sentence for sentence in gold if len(sentence) <= 12 and "VERB" in sentence.upos]
    assert names(page) == [own.sent_id for own in short if crossarc.analyze(gold[[own._index]]).nonprojective]


def test_differences_come_worst_first(folder: Path) -> None:
    gold = crossarc.read("gold.conllu")
    page = drawn("gold.conllu", "--against", "predicted.conllu", "--html", "-n", "0")
    assert names(page) == [gold[place].sent_id for place in (7, 20, 4)]
    assert f"5 of {len(gold[7])} arcs differ" in page
    text = drawn("gold.conllu", "--against", "predicted.conllu")
    assert text.count("≠ other of ") == 5
    assert text.replace(" ", "").startswith(gold[7].draw()[:4].replace(" ", ""))
    named = drawn("gold.conllu", "--against", "predicted.conllu", "--id", "1", "--id", "5", "--html")
    assert names(named) == [gold[4].sent_id, gold[0].sent_id]  # those that are named are there in any case
    picture = drawn("gold.conllu", "--against", "predicted.conllu", "--svg", "-n", "2")
    assert "predicted" in {own.get("class") for own in ET.fromstring(picture).iter(f"{SVG}text")}


def test_standard_input(folder: Path) -> None:
    text = (folder / "gold.conllu").read_text(encoding="utf-8")
    result = runner.invoke(app, ["draw", "-", "--svg"], input=text)
    assert result.stdout == drawn("gold.conllu", "--svg")
    page = runner.invoke(app, ["draw", "-", "--html", "--against", "predicted.conllu"], input=text).stdout
    assert "<h1>standard input against predicted.conllu</h1>" in page


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("gold.conllu --svg --html", 2, "--svg and --html cannot both be: choose one"),
        ("gold.conllu --planes", 2, "--planes: it has no effect: drawings as text are without it"),
        ("gold.conllu --show upos", 2, "--show: it has no effect"),
        ("gold.conllu --svg --show color", 2, "--show: no column 'color'"),
        ("gold.conllu --svg --planes --against predicted.conllu", 2, "--planes: with against, what is below the words"),
        ("gold.conllu --where nonproj", 2, "--where: there is no 'nonproj'; did you mean 'nonprojective'?"),
        ("gold.conllu -n -1", 2, "--count: must be at least 0: -1"),
        ("- --against -", 2, "only one file can be standard input"),
        ("gold.conllu -o gold.conllu", 2, "gold.conllu is an input as well"),
        ("gold.conllu --against predicted.conllu -o predicted.conllu", 2, "predicted.conllu is an input as well"),
        ("gold.conllu --where length>500", 1, "gold.conllu: no sentence meets the conditions"),
        ("gold.conllu --id none", 1, "gold.conllu: no sentence 'none': there are 30"),
        ("gold.conllu --against gold.conllu", 1, "gold.conllu: no sentence differs from those of gold.conllu"),
        ("gold.conllu --against short.conllu", 1, "short.conllu: there are 2 sentences, but 30 in gold.conllu"),
        ("gold.conllu --against other.conllu", 1, "other words than in gold.conllu:"),
        ("empty.conllu", 1, "empty.conllu: no sentence is in it"),
        ("gold.conllu --svg -o nowhere/x.svg", 1, "nowhere/x.svg: No such file or directory"),
    ],
)
def test_mistakes(folder: Path, arguments: str, code: int, message: str) -> None:
    crossarc.write(crossarc.read("gold.conllu")[:2], "short.conllu")
    crossarc.write(synthetic.generate(30, seed=9), "other.conllu")
    Path("empty.conllu").write_text("", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    result = draw(*arguments.split())
    assert result.exit_code == code, result.output
    assert result.stderr.startswith("crossarc: error: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_sentences_without_trees_can_be_drawn(folder: Path) -> None:
    Path("words.conllu").write_text("1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n2\tb\t_\tX\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    assert drawn("words.conllu") == "  a  _\n  b  _\n"
    assert "<text" in drawn("words.conllu", "--svg")
