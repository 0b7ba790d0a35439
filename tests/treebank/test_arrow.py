"""Treebanks as Arrow tables and Parquet files: every byte comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.real_treebanks import TREEBANKS

import crossarc
from crossarc import Treebank, TreebankError, synthetic
from crossarc.treebank import arrow

pa = pytest.importorskip("pyarrow")

WORD = "1\ta\tb\tX\tY\tCase=Nom\t0\troot\t_\tSpaceAfter=No\n"
PLAIN = "# sent_id = s1\n# text = ab\n" + WORD + "2\tc\tc\t_\t_\t_\t1\tdep\t1:dep\t_\n\n"
TOKENS = (
    "# newdoc\n0.1\te\t_\t_\t_\t_\t_\t_\t2:x\t_\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n2.1\tf\t_\t_\t_\t_\t_\t_\t2:y\t_\n\n"
)


def pieces() -> st.SearchStrategy[str]:
    """Sentences, and what files have between and within them."""
    return st.sampled_from(
        [
            PLAIN,
            TOKENS,
            PLAIN.replace("\n", "\r\n"),
            "# before\n" + WORD + "# between\n" + "2\tc\t_\t_\t_\t_\t1\tdep\t_\t_\n# after\n\n",
            WORD + "\n\n\n",
            "\n",
            WORD.replace("\t0\t", "\t_\t") + "\n",
            WORD.replace("\ta\t", "\t_\t") + "\n",
            WORD.replace("\ta\t", "\tα β\t") + "\n",
        ]
    )


@given(st.lists(pieces(), max_size=6), st.booleans(), st.booleans())
def test_every_byte_comes_back(parts: list[str], mark: bool, cut: bool) -> None:
    text = "".join(parts)
    text = ("\ufeff" if mark and parts else "") + (text[:-2] if cut and text.endswith("\n\n") else text)
    try:
        treebank = Treebank.from_conllu(text)
    except TreebankError:
        return
    table = treebank.to_arrow()
    assert Treebank.from_arrow(table).to_bytes() == text.encode()
    assert table.num_rows == len(treebank)


def test_what_is_in_a_row() -> None:
    row = Treebank.from_conllu(PLAIN).to_arrow().to_pylist()[0]
    assert (row["sent_id"], row["text"], row["source"]) == ("s1", "ab", None)
    assert row["words"][0] == {
        "form": "a",
        "lemma": "b",
        "upos": "X",
        "xpos": "Y",
        "feats": "Case=Nom",
        "head": 0,
        "deprel": "root",
        "deps": "_",
        "misc": "SpaceAfter=No",
        "nonprojective": False,
    }


def test_tokens_and_nodes_have_lists_of_their_own() -> None:
    row = Treebank.from_conllu(TOKENS).to_arrow().to_pylist()[0]
    assert [token["id"] for token in row["multiword_tokens"]] == ["1-2"]
    assert [node["id"] for node in row["empty_nodes"]] == ["0.1", "2.1"]
    assert row["source"] is None


def test_arcs_are_marked_as_evaluate_counts_them() -> None:
    treebank = synthetic.generate(50)
    marks = [word["nonprojective"] for row in treebank.to_arrow().to_pylist() for word in row["words"]]
    assert marks == crossarc._core.nonprojective_arcs(treebank.heads, treebank.offsets).tolist()


def test_words_without_heads_have_none() -> None:
    treebank = Treebank.from_conllu(WORD.replace("\t0\t", "\t_\t") + "\n" + WORD + "\n")
    words = [row["words"][0] for row in treebank.to_arrow().to_pylist()]
    assert [(word["head"], word["nonprojective"]) for word in words] == [(None, None), (0, False)]


def test_rows_can_be_chosen_and_changed() -> None:
    table = Treebank.from_conllu(PLAIN + TOKENS + PLAIN.replace("\n", "\r\n")).to_arrow()
    assert Treebank.from_arrow(table.slice(1, 1)).to_conllu() == TOKENS
    rows = table.to_pylist()
    rows[2]["words"][0]["upos"] = "CHANGED"  # what `source` says does not count any more
    changed = Treebank.from_arrow(pa.Table.from_pylist(rows, schema=table.schema))
    assert changed[2].upos == ["CHANGED", "_"]
    assert changed[2].to_conllu() == PLAIN.replace("X", "CHANGED")


@pytest.mark.parametrize("name", ["conllu", "conllx"])
def test_parquet(tmp_path: Path, name: str) -> None:
    text = PLAIN if name == "conllu" else PLAIN.replace("# sent_id = s1\n# text = ab\n", "").replace("1:dep", "_")
    treebank = Treebank.from_conllu(text * 2500, format=name)
    crossarc.write(treebank, tmp_path / "x.parquet")
    found = crossarc.read(tmp_path / "x.parquet")
    assert (found.to_bytes(), found.format) == (treebank.to_bytes(), name)
    assert sum(1 for _ in crossarc.stream(tmp_path / "x.parquet")) == 2500


def test_the_end_of_a_file_comes_once(tmp_path: Path) -> None:
    text = PLAIN * 2500 + "\n\n"
    crossarc.write(Treebank.from_conllu(text), tmp_path / "x.parquet")
    streamed = b"".join(arrow.text_of_table(table)[0] for table in arrow.tables_of_parquet(str(tmp_path / "x.parquet")))
    assert streamed == text.encode()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda table: table.drop_columns(["words"]), "no column 'words'"),
        (lambda table: table.set_column(3, "words", pa.array([1])), "'words' is int64"),
        (lambda table: table.set_column(2, "comments", pa.array([["no comment"]])), "is no comment"),
        (lambda table: table.replace_schema_metadata({"crossarc.format": "x"}), "unknown format"),
    ],
)
def test_other_tables_are_refused(change: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Treebank.from_arrow(change(Treebank.from_conllu(PLAIN).to_arrow()))


def test_what_would_break_a_file_is_refused() -> None:
    table = Treebank.from_conllu(PLAIN).to_arrow()
    rows = table.to_pylist()
    rows[0]["words"][0]["form"] = "a\tb"
    with pytest.raises(ValueError, match="a tab or line break in form"):
        Treebank.from_arrow(pa.Table.from_pylist(rows, schema=table.schema))


def test_what_is_no_parquet(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_text(PLAIN)
    for read in (crossarc.read, lambda path: list(crossarc.stream(path))):
        with pytest.raises(TreebankError, match=r"x.parquet: cannot be read as Parquet"):
            read(tmp_path / "x.parquet")  # type: ignore[operator]


def test_parquet_without_its_name(tmp_path: Path) -> None:
    crossarc.write(Treebank.from_conllu(PLAIN), tmp_path / "x.parquet")
    (tmp_path / "x.parquet").rename(tmp_path / "x")
    with pytest.raises(TreebankError, match=r"x: a Parquet table, whose name must end in .parquet"):
        crossarc.read(tmp_path / "x")


def test_open_files(tmp_path: Path) -> None:
    treebank = Treebank.from_conllu(PLAIN)
    crossarc.write(treebank, tmp_path / "x.parquet")
    with (tmp_path / "x.parquet").open("rb") as file:
        (tmp_path / "x.parquet").unlink()  # what is open is read, and not what its name stands for now
        assert crossarc.read(file) == treebank


@pytest.mark.parametrize("name", ["missing.parquet", "s3://bucket/x.parquet", "file:///missing.parquet"])
def test_files_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Names are names: nothing is asked of a network."""
    monkeypatch.chdir(tmp_path)
    for read in (crossarc.read, lambda path: list(crossarc.stream(path))):
        with pytest.raises(FileNotFoundError) as raised:
            read(name)  # type: ignore[operator]
        assert raised.value.filename == name


def test_an_empty_treebank(tmp_path: Path) -> None:
    crossarc.write(Treebank.from_conllu(""), tmp_path / "x.parquet")
    assert crossarc.read(tmp_path / "x.parquet").to_bytes() == b""


FILES = sorted(TREEBANKS.rglob("*.conll*"))


@pytest.mark.skipif(not FILES, reason="there are no treebanks")
def test_treebanks_come_back(tmp_path: Path) -> None:
    for path in [path for path in FILES if path.stat().st_size < 1_500_000]:
        crossarc.write(crossarc.read(path), tmp_path / "x.parquet")
        assert crossarc.read(tmp_path / "x.parquet").to_bytes() == path.read_bytes(), path
