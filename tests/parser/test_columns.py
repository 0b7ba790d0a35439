"""Parsers know the columns that they learnt from, and tell when they are missing."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import pytest

import crossarc
from crossarc import Parser, Treebank, synthetic
from crossarc.messages import CrossarcWarning
from crossarc.parser.columns import ColumnCount

PARTS = {name: Treebank.from_conllu(text, path=name) for name, text in synthetic.splits(60, 20, 20).items()}


def without(treebank: Treebank, *columns: str) -> Treebank:
    frame = treebank.to_frame()
    for column in columns:
        frame[column] = "_"
    return Treebank.from_frame(frame)


def trained(**options: Any) -> Parser:
    epochs = {} if options.get("learner") in ("liblinear", "libsvm") else {"epochs": 1}
    return crossarc.train(PARTS["train"], **epochs, **options)


@pytest.fixture(scope="module")
def parser() -> Parser:
    return trained()


@pytest.mark.parametrize(
    ("options", "columns"),
    [
        ({}, ["form", "lemma", "upos", "xpos", "feats"]),
        ({"tags": "upos"}, ["form", "lemma", "upos", "feats"]),
        ({"tags": "none"}, ["form"]),
        ({"learner": "liblinear", "tags": "xpos"}, ["form", "lemma", "xpos", "feats"]),
        ({"features": "S0.p\nB0.f:Case+S0.d"}, ["upos", "feats"]),
        ({"learner": "libsvm", "features": "S0.w\nB0.w"}, ["form", "upos"]),  # the tag that machines are told apart by
        ({"learner": "bilstm", "lstm_size": 8}, ["form", "upos", "xpos"]),
        ({"learner": "bilstm", "lstm_size": 8, "feats_size": 4, "word_size": 0}, ["upos", "xpos", "feats"]),
    ],
)
def test_all_learners_know_their_columns(options: dict[str, Any], columns: list[str]) -> None:
    if options.get("learner") == "bilstm":
        pytest.importorskip("torch")
    elif "learner" in options:
        pytest.importorskip("sklearn")
    parser = trained(**options)
    used = [column for column in columns if PARTS["train"].filled(column)]
    expected = {column: round(PARTS["train"].filled(column) / PARTS["train"].word_count, 4) for column in used}
    assert parser.columns == parser.info["columns"] == expected
    with pytest.warns(CrossarcWarning, match=f"{used[-1].upper()} is missing throughout: the parser learnt"):
        parser.parse(without(PARTS["test"], used[-1]))


def test_missing_columns_are_a_warning_or_an_error(parser: Parser) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parser.parse(PARTS["test"], strict_columns=True)
    lacking = without(PARTS["test"], "upos", "feats", "lemma")
    with pytest.warns(CrossarcWarning, match="LEMMA, UPOS and FEATS are missing throughout") as told:
        parser.parse(lacking)
    assert told[0].filename == __file__
    with pytest.raises(crossarc.TreebankError, match="UPOS and FEATS are missing"):
        parser.parse(lacking, strict_columns=True)


def test_a_short_text_may_lack_what_few_words_have() -> None:
    count = ColumnCount({"upos": 1.0, "feats": 0.6})
    count.add(3, {"upos": 3, "feats": 0})
    assert not count.lacking()
    count.add(30, {"upos": 0, "feats": 0})
    assert count.lacking() == {"upos": 3 / 33, "feats": 0}
    assert count.complaint() == (
        "FEATS is missing throughout, 9.1% of the words have UPOS (100% in training): "
        "the parser learnt from these columns, expect many wrong arcs"
    )
    count.add(10_000, {"upos": 9_000, "feats": 3_100})  # half of what training had is not little
    assert not count.lacking()


@pytest.mark.parametrize("told", [None, "upos", {"upos": "all", "feats": float("inf")}, {"upos": -1}])
def test_parsers_that_do_not_tell_shares(parser: Parser, told: Any) -> None:
    """As those of files that were written before, or by strangers."""
    made = {name: value for name, value in parser._configuration.made.items() if name != "columns"}
    made |= {} if told is None else {"columns": told}
    old = Parser(replace(parser._configuration, made=made), parser._model)
    assert old.columns == dict.fromkeys(parser.columns)
    with pytest.warns(CrossarcWarning, match="UPOS is missing throughout"):
        old.parse(without(PARTS["test"], "upos"))


def test_development_data_without_columns_are_told_once() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        crossarc.train(PARTS["train"], dev=without(PARTS["dev"], "upos"), epochs=2)
    assert len(told) == 1
    assert "UPOS is missing throughout" in str(told[0].message)


def test_beams(parser: Parser) -> None:
    with pytest.warns(CrossarcWarning, match="trained with beam 1 and is worse with others: for beam 4"):
        parser.parse(PARTS["test"], beam=4)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parser.parse(PARTS["test"], beam=1)
        trained(beam=4).parse(PARTS["test"])
