"""`crossarc parse`: what is judged, what stays, and what is told about it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli_runner import CliRunner, Result

import crossarc
from crossarc import Treebank, synthetic
from crossarc.cli import app

BROKEN = "# broken\n1\ttwo columns\n\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("models") / "model"
    parts = {name: Treebank.from_conllu(text) for name, text in synthetic.splits(150, 40, 1).items()}
    crossarc.train(parts["train"], dev=parts["dev"], epochs=2).save(path)
    return str(path)


@pytest.fixture(scope="module")
def text() -> str:
    return synthetic.splits(1, 1, 40)["test"]


def parse(*arguments: str, standard_input: str | None = None) -> Result:
    return CliRunner().invoke(app, ["parse", *arguments], input=standard_input)


def with_column(text: str, column: int, value: str, words: str = r"\d+") -> str:
    """The text with something else in a column of its words."""
    return re.sub(rf"(?m)^({words}\t(?:[^\t\n]*\t){{{column - 1}}})[^\t\n]*", rf"\g<1>{value}", text)


@pytest.mark.parametrize("head", ["_", "1", "999", "x", "", "-3"])
def test_heads_and_labels_of_the_input_are_not_judged(model: str, text: str, head: str, tmp_path: Path) -> None:
    path = tmp_path / "input.conllu"
    path.write_text(with_column(with_column(text, 6, head), 7, "?"))
    plain = parse(model, "-", standard_input=with_column(with_column(text, 6, "_"), 7, "_"))
    result = parse(model, str(path))
    assert result.exit_code == 0
    assert result.stdout == plain.stdout
    assert crossarc.load(model).parse(path).to_conllu() == plain.stdout


def test_tables(model: str, text: str, tmp_path: Path) -> None:
    """Parquet by the name, in and out; what is in it is what would have been written as text."""
    pytest.importorskip("pyarrow")
    (tmp_path / "in.conllu").write_text(text)
    crossarc.write(Treebank.from_conllu(text), tmp_path / "in.parquet")
    expected = parse(model, str(tmp_path / "in.conllu"), "--confidence").stdout
    assert parse(model, str(tmp_path / "in.parquet"), "--confidence").stdout == expected
    for source in ("in.conllu", "in.parquet"):
        result = parse(model, str(tmp_path / source), "--confidence", "-o", str(tmp_path / "out.parquet"))
        assert result.exit_code == 0, result.output
        assert crossarc.read(tmp_path / "out.parquet").to_conllu() == expected
    result = parse(model, str(tmp_path / "in.parquet"), "--confidence", "--out-dir", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    assert crossarc.read(tmp_path / "out" / "in.parquet").to_conllu() == expected


def test_what_no_table_can_hold(model: str, text: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "in.conllu").write_text(text + BROKEN)
    result = parse(model, str(tmp_path / "in.conllu"), "--lenient", "-o", str(tmp_path / "out.parquet"))
    assert result.exit_code == 1
    assert "out.parquet:" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.conllu"]


def test_broken_sentences_stay_where_they_are(model: str, text: str, tmp_path: Path) -> None:
    output = tmp_path / "out.conllu"
    middle = text.index("\n\n", len(text) // 2) + 2
    pieces = [BROKEN, text[:middle], BROKEN.replace("\n", "\r\n"), text[middle:], BROKEN.rstrip()]
    options = ["--lenient", "--quiet", "--json", "-o", str(output)]
    result = parse(model, "-", *options, standard_input="".join(pieces))
    assert result.exit_code == 0
    parsed = {piece: parse(model, "-", standard_input=piece).stdout for piece in (pieces[1], pieces[3])}
    assert output.read_bytes().decode() == "".join(parsed.get(piece, piece) for piece in pieces)
    told = json.loads(result.stdout)
    assert told["broken"] == 3
    assert told["sentences"] == 40
    assert told["words"] == Treebank.from_conllu(text).word_count
    assert told["first_broken"].startswith("<stdin>:2: expected 10 columns")
    # Once, and in spite of --quiet: who does not read it takes them for parsed.
    assert result.stderr.count("\n") == 1
    assert "left as they came: 3 broken sentences, the first: <stdin>:2: expected 10 columns" in result.stderr
    strictly = parse(model, "-", standard_input="".join(pieces))
    assert strictly.exit_code == 1
    assert strictly.stderr.startswith("crossarc: error: <stdin>:2: ")


def test_json_needs_a_file_for_the_trees(model: str, text: str) -> None:
    for options in (["--json"], ["--json", "-o", "-"]):
        result = parse(model, "-", *options, standard_input=text)
        assert result.exit_code == 2
        assert not result.stdout


def test_files_without_a_blank_line_at_the_end_are_not_joined(model: str, text: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.conllu", tmp_path / "second.conllu"
    first.write_text(text.rstrip("\n"))
    second.write_text(text)
    result = parse(model, str(first), str(second), "--quiet")
    assert len(Treebank.from_conllu(result.stdout)) == 2 * len(Treebank.from_conllu(text))


def test_missing_columns_are_told_once(model: str, text: str, tmp_path: Path) -> None:
    lacking = [tmp_path / f"{name}.conllu" for name in "ab"]
    for path in lacking:
        path.write_text(with_column(with_column(text, 3, "_"), 5, "_") * 20)  # several blocks
    complete = tmp_path / "complete.conllu"
    complete.write_text(text)
    output = str(tmp_path / "out.conllu")
    result = parse(model, str(complete), *map(str, lacking), "-o", output, "--json")
    assert result.exit_code == 0
    warnings = [line for line in result.stderr.splitlines() if "warning" in line]
    assert len(warnings) == 1
    assert f"{lacking[0]}: UPOS and FEATS are missing throughout" in warnings[0]
    assert "1 more of the inputs" in warnings[0]
    assert json.loads(result.stdout)["lacking_columns"] == {str(path): {"upos": 0, "feats": 0} for path in lacking}
    assert "warning" not in parse(model, str(complete)).stderr
    assert not parse(model, str(lacking[0]), "-o", output, "--quiet").stderr


def test_mostly_missing_columns_are_told_with_their_share(model: str, text: str) -> None:
    mostly = with_column(text, 3, "_", r"(?:[2-9]|\d\d)")  # the first word of each sentence has a tag
    result = parse(model, "-", standard_input=mostly)
    share = 40 / Treebank.from_conllu(text).word_count
    digits = 1 if share < 0.1 else 0
    assert f"{100 * share:.{digits}f}% of the words have UPOS (100% in training)" in result.stderr


def test_strict_columns(model: str, text: str, tmp_path: Path) -> None:
    output = tmp_path / "out.conllu"
    lacking = with_column(text, 3, "_")
    for arguments in (["-o", str(output)], []):
        result = parse(model, "-", "--strict-columns", *arguments, standard_input=lacking)
        assert result.exit_code == 1
        assert result.stderr.startswith("crossarc: error: <stdin>: UPOS is missing throughout")
        assert not result.stdout
        assert not output.exists()
    assert parse(model, "-", "--strict-columns", standard_input=text).exit_code == 0


def test_info_shows_the_columns(model: str) -> None:
    told = json.loads(CliRunner().invoke(app, ["info", model, "--json"]).stdout)["columns"]
    assert told["form"] == told["upos"] == 1
    assert 0 < told["feats"] < 1
    assert "columns feats" in CliRunner().invoke(app, ["info", model]).stdout


def test_another_beam_than_in_training_is_told(model: str, text: str) -> None:
    result = parse(model, "-", "--beam", "4", standard_input=text)
    assert result.exit_code == 0
    assert "crossarc: warning: the parser was trained with beam 1" in result.stderr
    assert "warning" not in parse(model, "-", "--beam", "1", standard_input=text).stderr


def test_old_confidences_do_not_stay(model: str, text: str) -> None:
    old = with_column(with_column(text, 9, "A=1|Confidence=0.12|B=2"), 9, "Confidence=1.00", "1")
    plain = parse(model, "-", standard_input=old).stdout
    assert "Confidence" not in plain
    assert plain == with_column(with_column(parse(model, "-", standard_input=text).stdout, 9, "A=1|B=2"), 9, "_", "1")
    scored = parse(model, "-", "--confidence", standard_input=old).stdout
    assert scored == parse(model, "-", "--scores", standard_input=old).stdout  # its older name
    assert scored.count("Confidence=") == Treebank.from_conllu(text).word_count
    assert "Confidence=0.12" not in plain
    assert scored.count("A=1|B=2|Confidence=") == scored.count("A=1")


@pytest.mark.parametrize("nothing", ["", "\n\n", "# a comment\n"])
def test_nothing_to_parse_is_told(nothing: str, model: str) -> None:
    result = parse(model, "-", standard_input=nothing)
    assert result.exit_code == 0
    assert re.search(r"^crossarc: warning: (<stdin>: )?there is no sentence in the input$", result.stderr, re.MULTILINE)
