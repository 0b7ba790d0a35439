"""Feature models of MaltParser's as templates."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossarc import _core
from crossarc.features.malt import from_malt
from crossarc.files import FileError

# What MaltParser's manual describes, feature by feature, and the templates that look at the same.
KNOWN = {
    "InputColumn(POSTAG, Stack[0])": "S0?.x",
    "InputColumn(CPOSTAG,Input[3])": "B3?.p",
    " InputColumn ( UPOSTAG , InactiveStack[1] ) ": "T1?.p",
    "OutputColumn(DEPREL, ldep(Stack[0]))": "S0l?.d",
    "InputColumn(FORM, head(head(Stack[0])))": "S0hh?.w",
    "InputColumn(LEMMA, rdep(Left[0]))": "S0r?.l",
    "InputColumn(FEATS, Right[0])": "B0?.m",
    "InputColumn(FORM, LeftContext[0])": "CL?.w",
    r"Split(InputColumn(FEATS, Input[0]), \|)": "B0.f:*",
    "Merge(InputColumn(POSTAG, Stack[0]), InputColumn(POSTAG, Input[0]))": "S0?.x+B0?.x",
    "Merge3(InputColumn(FORM, Stack[0]), InputColumn(FORM, Input[0]), OutputColumn(DEPREL, Stack[0]))": (
        "S0?.w+B0?.w+S0?.d"
    ),
    "Suffix(InputColumn(FORM, Input[0]), 3)": "B0?.z:3",
    "Prefix(InputColumn(FORM, Stack[0]), 2)": "S0?.a:2",
    "NumOfLeft(Stack[0], 0|1|2|3+)": "S0.vl",
    "Distance(Stack[0], Input[0], 1|2|5)": "S0.far",
}
UNKNOWN = [
    "InputColumn(POSTAG, pred(Stack[0]))",
    "InputColumn(CHUNK, Stack[0])",
    "InputColumn(POSTAG, Lookahead[0])",
    "InputColumn(POSTAG, LeftContext[1])",
    "Distance(Stack[0], Stack[1], 1|2)",
    "InputColumn(POSTAG, Stack[x])",
    "InputColumn(POSTAG, Stack[0]",
    "InputColumn(POSTAG, Stack[0])) more",
    "((((",
    "",
    "head(" * 1000,
]


def written(folder: Path, features: list[str]) -> Path:
    lines = "".join(f"<feature>{feature}</feature>\n" for feature in features)
    path = folder / "model.xml"
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<featuremodels><featuremodel name="x">\n{lines}'
        "</featuremodel></featuremodels>\n"
    )
    return path


def test_features(tmp_path: Path) -> None:
    assert [template for _, template in from_malt(written(tmp_path, [*KNOWN]))] == [*KNOWN.values()]


def test_the_templates_are_templates(tmp_path: Path) -> None:
    templates = "\n".join(template for _, template in from_malt(written(tmp_path, [*KNOWN])) if template)
    _core.check_templates(templates.replace("f:*", "f:Case"))


def test_features_without_a_template(tmp_path: Path) -> None:
    assert [template for _, template in from_malt(written(tmp_path, UNKNOWN))] == [None] * len(UNKNOWN)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "model.xml:1: it is no XML"),
        ("<a>\n<b>\n</a>", "model.xml:3: it is no XML"),
        ("<features/>", "model.xml: it is no feature model"),
        ("<featuremodels/>", "model.xml: it is no feature model"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><featuremodels/>', "model.xml: it declares a document type"),
    ],
)
def test_what_is_no_feature_model(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "model.xml").write_text(text)
    with pytest.raises(FileError, match=message):
        from_malt(tmp_path / "model.xml")
