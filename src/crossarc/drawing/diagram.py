"""What a drawing of a sentence shows, before it is known where: nodes in a row and edges between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from crossarc import _core
from crossarc.arguments import require_kind, require_texts
from crossarc.choices import require_one_of
from crossarc.drawing.colours import Tone
from crossarc.shown_text import is_right_to_left, shown
from crossarc.transition_systems import System
from crossarc.treebank.columns import COLUMNS, column_index
from crossarc.treebank.sentence import Sentence

DIRECTIONS = ("auto", "ltr", "rtl")
_DEPENDENCY = re.compile(r"(\d{1,9}(?:\.\d{1,9})?):(.*)")  # of DEPS


@dataclass(frozen=True)
class DrawnNode:
    """A word, or an empty node, with the notes that stand beneath it."""

    form: str
    notes: tuple[str, ...] = ()
    is_empty: bool = False


@dataclass(frozen=True)
class Edge:
    """An arc from one place in the row to another; from None it comes from the root, which is not in the row."""

    head: int | None
    dependent: int
    label: str
    tone: Tone = Tone.plain
    label_tone: Tone | None = None  # if it is not that of the line
    is_below: bool = False
    has_arrow: bool = True

    @property
    def ends(self) -> tuple[int, int]:
        """The places that it lies between, from left to right; the same twice for one from the root."""
        head = self.dependent if self.head is None else self.head
        return min(head, self.dependent), max(head, self.dependent)


@dataclass(frozen=True)
class Span:
    """A token over several words: the first place, the last one, its form."""

    first: int
    last: int
    form: str


@dataclass(frozen=True)
class Diagram:
    """No two edges from the root end at the same node on the same side of the words."""

    nodes: tuple[DrawnNode, ...]
    edges: tuple[Edge, ...]
    spans: tuple[Span, ...] = ()
    is_right_to_left: bool = False
    name: str = ""  # the sentence's sent_id
    text: str = ""
    places: tuple[int, ...] = field(default=(), compare=False)  # of the words 1..n in the row


def diagram_of(
    sentence: Sentence, *, planes: bool = False, show: Sequence[str] | None = None, direction: str = "auto"
) -> Diagram:
    """A sentence and its tree.

    Non-projective arcs have a colour of their own; with `planes` the arcs of a second plane have it, and lie below the
    words. `show` names the columns that stand beneath words; UPOS, if it is there. `direction` is "ltr", "rtl", or what
    most letters tell.
    """
    require_kind(sentence, Sentence, "sentence", "a sentence")
    row = row_of(sentence, show, direction)
    heads = sentence.heads
    nonprojective = _core.nonprojective_arcs(np.ascontiguousarray(heads), np.array([0, heads.size], np.int64))
    tones = [Tone.nonprojective if own else Tone.plain for own in nonprojective]
    if planes:
        tones = _tones_of_planes(heads.tolist())
    edges = [
        edge(row, head, word, label, tone=tone, is_below=tone == Tone.second)
        for word, (head, label, tone) in enumerate(zip(heads.tolist(), sentence.deprels, tones, strict=True), start=1)
        if head >= 0
    ]
    return with_edges(row, [*edges, *_beside(row, sentence)])


def edge(
    row: Diagram,
    head: int,
    dependent: int,
    label: str,
    *,
    tone: Tone = Tone.plain,
    label_tone: Tone | None = None,
    is_below: bool = False,
    has_arrow: bool = True,
) -> Edge:
    """An edge between words, which are told by their numbers; 0 is the root."""
    place = None if head == 0 else row.places[head - 1]
    told = "" if label == "_" else shown(label)
    return Edge(place, row.places[dependent - 1], told, tone, label_tone, is_below, has_arrow)


def with_edges(row: Diagram, edges: Sequence[Edge]) -> Diagram:
    return Diagram(row.nodes, tuple(edges), row.spans, row.is_right_to_left, row.name, row.text, row.places)


def row_of(sentence: Sentence, show: Sequence[str] | None = None, direction: str = "auto") -> Diagram:
    """A diagram of the words, without edges."""
    require_one_of("direction", direction, DIRECTIONS)
    columns = [column_index(name) for name in _columns(sentence, show)]
    ordered = _in_order(sentence)
    nodes = [
        DrawnNode(shown(own.form), tuple(_blank(own.columns[column]) for column in columns), is_empty="." in own.id)
        for own in ordered
    ]
    places = [place for place, node in enumerate(nodes) if not node.is_empty]
    forms = sentence.forms
    is_rtl = is_right_to_left("".join(forms)) if direction == "auto" else direction == "rtl"
    metadata = sentence.metadata
    return Diagram(
        nodes=tuple(nodes),
        edges=(),
        spans=tuple(_spans(sentence, places)),
        is_right_to_left=is_rtl,
        name=metadata.get("sent_id", ""),
        text=metadata.get("text") or " ".join(forms),
        places=tuple(places),
    )


def checked_columns(show: Sequence[str]) -> list[str]:
    """Columns by the names that CoNLL-U has for them, also in one text with commas."""
    names = show.split(",") if isinstance(show, str) else require_texts(show, "show")
    return [COLUMNS[column_index(name.strip())] for name in names]


def _columns(sentence: Sentence, show: Sequence[str] | None) -> list[str]:
    if show is None:
        return ["upos"] if any(tag != "_" for tag in sentence.upos) else []
    return checked_columns(show)


def _blank(value: str) -> str:
    return "" if value == "_" else shown(value)


def _spans(sentence: Sentence, places: Sequence[int]) -> Iterator[Span]:
    for token in sentence.multiword_tokens:
        first, _, last = token.id.partition("-")
        yield Span(places[int(first) - 1], places[int(last) - 1], shown(token.form))


def _tones_of_planes(heads: list[int]) -> list[Tone]:
    """By word. Where two planes do not suffice, as few arcs as can be are on none, and cross others."""
    planes = System("2-planar").oracle("static", [max(head, 0) for head in heads], planes="first").planes or []
    tone_of = {0: Tone.plain, 1: Tone.second, None: Tone.neither}
    return [tone_of[plane] if head > 0 else Tone.plain for head, plane in zip(heads, planes, strict=True)]


def _beside(row: Diagram, sentence: Sentence) -> Iterator[Edge]:
    """What DEPS says of empty nodes, which trees leave out; several relations of the same two nodes are one edge."""
    ordered = _in_order(sentence)
    place_of: dict[str, int | None] = {"0": None} | {own.id: place for place, own in enumerate(ordered)}
    labels: dict[tuple[int | None, int], list[str]] = {}
    for place, own in enumerate(ordered):
        for head, label in _dependencies(own.deps):
            is_beside = "." in own.id or "." in head
            if is_beside and head in place_of and place_of[head] != place:
                labels.setdefault((place_of[head], place), []).append(label)
    for (head_place, place), several in labels.items():
        yield Edge(head_place, place, shown(", ".join(several)), Tone.beside)


def _dependencies(deps: str) -> Iterator[tuple[str, str]]:
    """Heads and relations; what cannot be understood is left out."""
    for entry in deps.split("|"):
        if found := _DEPENDENCY.fullmatch(entry):
            yield found[1], found[2]


class _Listed(NamedTuple):
    """A word or an empty node."""

    id: str
    form: str
    deps: str
    columns: tuple[str, ...]


def _in_order(sentence: Sentence) -> list[_Listed]:
    """Words, and empty nodes behind the words that they follow."""
    columns = list(zip(*(sentence.column(name) for name in COLUMNS), strict=True))
    rows = [(word, "", row) for word, row in enumerate(columns, start=1)]
    rows += [(int(own.id.partition(".")[0]), own.id, tuple(own)) for own in sentence.empty_nodes]
    rows.sort(key=lambda row: row[0])  # and otherwise as in the file: words come before what follows them
    return [_Listed(name or str(word), row[1], row[8], row) for word, name, row in rows]
