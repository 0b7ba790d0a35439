"""Batches of tables: rows stay rows, and each has the parse that its text has alone."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import crossarc
from crossarc import Parser, synthetic
from crossarc.errors import CrossarcError
from crossarc.scale import ParseBatch


@pytest.fixture(scope="module")
def parser() -> Parser:
    text = synthetic.splits(150, 40, 1)["train"]
    return crossarc.train(crossarc.Treebank.from_conllu(text), stages=None, epochs=2)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    sentences = crossarc.Treebank.from_conllu(synthetic.splits(10, 10, 12)["test"])
    lines = [sentence.text for sentence in sentences]
    return [" ".join(lines[:3]), "", lines[3], "\n\n", "\n\n".join(lines[4:7])]


@pytest.fixture(scope="module")
def expected(parser: Parser, texts: list[str]) -> list[str]:
    return [parser.parse_text(text, offsets=False).to_conllu() for text in texts]


def test_dictionaries(parser: Parser, texts: list[str], expected: list[str]) -> None:
    batch = ParseBatch(parser)({"text": texts, "id": [1, 2, 3, 4, 5]})
    assert batch == {"text": texts, "id": [1, 2, 3, 4, 5], "conllu": expected}
    of_arrays = ParseBatch(parser, column="t", result="r")({"t": np.array(texts, object)})
    assert of_arrays["r"] == expected


def test_frames(parser: Parser, texts: list[str], expected: list[str]) -> None:
    frame = pd.DataFrame({"text": texts}, index=[3, 1, 4, 1, 5])
    parsed = ParseBatch(parser)(frame)
    assert [*parsed["conllu"]] == expected
    assert [*parsed.index] == [3, 1, 4, 1, 5]
    assert [*frame] == ["text"]


@pytest.mark.parametrize("kind", ["Table", "RecordBatch"])
def test_arrow(parser: Parser, texts: list[str], expected: list[str], kind: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    batch: Any = getattr(pyarrow, kind).from_pydict({"text": texts, "conllu": ["old"] * 5})
    parsed = ParseBatch(parser)(batch)
    assert type(parsed) is type(batch)
    assert parsed.column("conllu").to_pylist() == expected


def test_nulls_stay_null(parser: Parser, texts: list[str], expected: list[str]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    batch = ParseBatch(parser)
    given, wanted = [None, texts[0], None, texts[3]], [None, expected[0], None, expected[3]]
    assert batch({"text": given})["conllu"] == wanted
    assert batch(pyarrow.table({"text": given})).column("conllu").to_pylist() == wanted
    for column in (pd.Series(given, dtype=object), pd.Series(given, dtype="string"), pd.Series([np.nan, *given[1:]])):
        parsed = batch(pd.DataFrame({"text": column}))["conllu"]
        assert [None if pd.isna(value) else value for value in parsed] == wanted


def test_the_other_columns_of_a_table_stay_as_they_are(parser: Parser, texts: list[str]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    fields = [pyarrow.field("id", pyarrow.int8(), nullable=False), pyarrow.field("text", pyarrow.large_string())]
    schema = pyarrow.schema(fields, metadata={"of": "somebody"})
    for kind in (pyarrow.Table, pyarrow.RecordBatch):
        table = kind.from_arrays([pyarrow.array([1], pyarrow.int8()), texts[:1]], schema=schema)
        parsed = ParseBatch(parser)(table)
        assert parsed.schema.remove(2).equals(schema, check_metadata=True)


def test_what_the_texts_are(parser: Parser) -> None:
    words = ParseBatch(parser, format="tokens").parse(["a b\nc", "d"])
    assert [[[word.form for word in sentence] for sentence in treebank] for treebank in words] == [
        [["a", "b"], ["c"]],
        [["d"]],
    ]
    gold = synthetic.splits(10, 10, 3)["test"]
    (parsed,) = ParseBatch(parser, format="conllu", redo=("tags",))({"text": [gold]})["conllu"]
    assert parsed == parser.parse(crossarc.Treebank.from_conllu(gold), redo=("tags",)).to_conllu()


def test_names_are_sent_and_not_models(parser: Parser, texts: list[str], expected: list[str], tmp_path: Path) -> None:
    parser.save(tmp_path / "model")
    by_name = ParseBatch(tmp_path / "model")
    assert by_name({"text": texts})["conllu"] == expected
    assert len(pickle.dumps(by_name)) < 1000
    for batch in (by_name, ParseBatch(parser)):
        assert pickle.loads(pickle.dumps(batch))({"text": texts})["conllu"] == expected


def test_what_is_no_batch(parser: Parser) -> None:
    with pytest.raises(CrossarcError, match="no column 'text', but 'a', 'b'"):
        ParseBatch(parser)({"a": [], "b": []})
    with pytest.raises(CrossarcError, match="a dictionary of columns, a pandas DataFrame"):
        ParseBatch(parser)(["some text"])
    with pytest.raises(CrossarcError, match="a column of texts"):
        ParseBatch(parser)({"text": [1]})
    with pytest.raises(CrossarcError, match="format"):
        ParseBatch(parser, format="html")
    with pytest.raises(TypeError, match="beem"):
        ParseBatch(parser, beem=8)
    with pytest.raises(CrossarcError, match="<text 2 of the batch>:1: expected 10 columns"):
        ParseBatch(parser, format="conllu")({"text": ["", "1\tx\n\n"]})


def test_empty_batches(parser: Parser) -> None:
    assert ParseBatch(parser)({"text": []}) == {"text": [], "conllu": []}
    assert ParseBatch(parser)({"text": ["", " "]})["conllu"] == ["", ""]
