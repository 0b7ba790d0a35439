"""MaltParser's feature models (XML) as templates, as far as there are templates for them.

MaltParser counts a missing node as a value, and so do the templates here (`?`). Its functions that look at words by
their order in the sentence (`pred`, `succ`), at siblings, or at tables of its own have no template.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree

from crossarc.errors import CrossarcError
from crossarc.files import FileError, PathLike, read_text, shown_path

_STRUCTURES = {
    "Stack": "S",  # Nivre's algorithms
    "Input": "B",
    "ActiveStack": "S",  # planar and 2-planar
    "InactiveStack": "T",
    "Left": "S",  # Covington's
    "Right": "B",
}
_CONTEXTS = {("LeftContext", 0): "CL", ("RightContext", 0): "CR"}
_STEPS = {"head": "h", "ldep": "l", "rdep": "r"}
_COLUMNS = {
    **{"FORM": "w", "LEMMA": "l", "FEATS": "m", "DEPREL": "d"},
    **{"CPOSTAG": "p", "UPOSTAG": "p", "UPOS": "p", "POSTAG": "x", "XPOSTAG": "x", "XPOS": "x"},
}
_TOKEN = re.compile(r"\s*([\w|+\\]+|.)")  # a name, a number, several of them with | between them; a bracket, a comma
_DEEPEST = 20


class NotTranslated(CrossarcError, ValueError):
    """A feature for which there is no template."""


class Translated(NamedTuple):
    """A feature of MaltParser's with its template, or without one."""

    feature: str
    template: str | None


def from_malt(path: PathLike) -> list[Translated]:
    """The features of a file in their order. One that is no feature model is a `FileError`."""
    text = read_text(path)
    name = shown_path(path)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise FileError(name, None, "it declares a document type, which feature models do not")
    try:
        root = ElementTree.fromstring(text.encode("utf-8"))
    except ElementTree.ParseError as error:
        raise FileError(name, error.position[0], "it is no XML") from None
    features = ["".join(element.itertext()).strip() for element in root.iter("feature")]
    if root.tag != "featuremodels" or not features:
        raise FileError(name, None, "it is no feature model: there is no <featuremodels> with a <feature>")
    return [Translated(feature, _template(feature)) for feature in features]


def _template(feature: str) -> str | None:
    try:
        return "+".join(_atoms(_parsed(feature)))
    except NotTranslated:
        return None


@dataclass(frozen=True)
class _Term:
    """A name, with what stands in its brackets: `Stack[0]` and `Merge(…, …)` alike."""

    name: str
    arguments: tuple[_Term, ...] = ()

    @property
    def number(self) -> int:
        if not self.name.isdecimal():
            raise NotTranslated(self.name)
        return int(self.name)


def _parsed(feature: str) -> _Term:
    tokens = [match[1] for match in _TOKEN.finditer(feature) if match[1].strip()]
    term, end = _term(tokens, 0, 0)
    if end != len(tokens):
        raise NotTranslated(feature)
    return term


def _term(tokens: list[str], place: int, depth: int) -> tuple[_Term, int]:
    if place >= len(tokens) or tokens[place] in "(),[]" or depth > _DEEPEST:
        raise NotTranslated("a term")
    name, place = tokens[place], place + 1
    closing = {"(": ")", "[": "]"}.get(tokens[place] if place < len(tokens) else "")
    if closing is None:
        return _Term(name), place
    arguments = []
    while True:
        argument, place = _term(tokens, place + 1, depth + 1)
        arguments.append(argument)
        if place >= len(tokens) or tokens[place] not in (",", closing):
            raise NotTranslated("an end")
        if tokens[place] == closing:
            return _Term(name, tuple(arguments)), place + 1


def _atoms(term: _Term) -> Iterator[str]:
    match term:
        case _Term("Merge" | "Merge3", arguments):
            for argument in arguments:
                yield from _atoms(argument)
        case _Term("InputColumn" | "OutputColumn", (column, address)) if column.name in _COLUMNS:
            yield f"{_address(address)}?.{_COLUMNS[column.name]}"
        case _Term("Split", (_Term("InputColumn", (_Term("FEATS"), address)), *_)):
            yield f"{_address(address)}.f:*"
        case _Term("Suffix" | "Prefix" as which, (_Term("InputColumn", (_Term("FORM"), address)), length)):
            yield f"{_address(address)}?.{'z' if which == 'Suffix' else 'a'}:{length.number}"
        case _Term("NumOfLeft" | "NumOfRight" as which, (address, *_)):
            yield f"{_address(address)}.{'vl' if which == 'NumOfLeft' else 'vr'}"
        case _Term("Distance", (one, other, *_)) if {_address(one), _address(other)} == {"S0", "B0"}:
            yield "S0.far"
        case _:
            raise NotTranslated(term.name)


def _address(term: _Term) -> str:
    match term:
        case _Term(name, (inner,)) if name in _STEPS:
            return _address(inner) + _STEPS[name]
        case _Term(name, (index,)) if name in _STRUCTURES:
            return f"{_STRUCTURES[name]}{index.number}"
        case _Term(name, (index,)) if (name, index.number) in _CONTEXTS:
            return _CONTEXTS[name, index.number]
    raise NotTranslated(term.name)
