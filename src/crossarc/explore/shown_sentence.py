"""A sentence with its tree as the page shows it: the drawing, and a table that says the same to who cannot see it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from crossarc import _core
from crossarc.drawing import diagram_of, diagram_of_two, lay_out
from crossarc.drawing.colours import Tone
from crossarc.drawing.diagram import Diagram
from crossarc.explore.svg_parts import drawing_parts
from crossarc.shown_text import shown
from crossarc.treebank import Sentence

LONGEST = 400  # words of a sentence that is drawn: wider drawings are of no use
_LONGEST_TEXT = 5_000  # characters
_CONFIDENCE = re.compile(r"(?:^|\|)Confidence=(0(?:\.\d{1,9})?|1(?:\.0{1,9})?)(?:\||$)")
_MEANINGS = {
    Tone.nonprojective: "non-projective arc",
    Tone.second: "second plane",
    Tone.neither: "on neither of two planes",
    Tone.agreed: "in both trees",
    Tone.gold: "in the first alone",
    Tone.predicted: "in the second alone",
    Tone.beside: "arc of an empty node",
}


def sentence_data(sentence: Sentence, *, planes: bool = False) -> dict[str, Any]:
    """Words and arcs, the drawing, and what kind of tree it is."""
    data = _about(sentence)
    return data | _drawing(sentence, lambda: diagram_of(sentence, planes=planes))


def two_trees_data(sentence: Sentence, other: Sentence) -> dict[str, Any]:
    """Both trees in one drawing, and how many arcs differ."""
    pairs = zip(sentence.heads.tolist(), sentence.deprels, other.heads.tolist(), other.deprels, strict=True)
    differing = sum((head, label) != (second, its) for head, label, second, its in pairs)
    return {"differing": differing} | _drawing(sentence, lambda: diagram_of_two(sentence, other))


def _drawing(sentence: Sentence, make: Any) -> dict[str, Any]:
    if len(sentence) > LONGEST:
        return {"drawing": None, "legend": [], "places": [], "direction": "ltr"}
    diagram: Diagram = make()
    tones = {own.tone for own in diagram.edges} | {own.label_tone for own in diagram.edges}
    return {
        "drawing": drawing_parts(lay_out(diagram)),
        "legend": [[str(tone), told] for tone, told in _MEANINGS.items() if tone in tones],
        "places": list(diagram.places),
        "direction": "rtl" if diagram.is_right_to_left else "ltr",
    }


def _about(sentence: Sentence) -> dict[str, Any]:
    heads = np.ascontiguousarray(sentence.heads)
    bounds = np.array([0, heads.size], np.int64)
    nonprojective = _core.nonprojective_arcs(heads, bounds, 1).tolist()
    profile = {name: values[0].item() for name, values in _core.tree_profiles(heads, bounds, 1).items()}
    has_tree = bool((heads >= 0).all())
    words = zip(
        sentence.forms,
        sentence.column("lemma"),
        sentence.upos,
        heads.tolist(),
        sentence.deprels,
        nonprojective,
        sentence.column("misc"),
        strict=True,
    )
    return {
        "id": shown(sentence.metadata.get("sent_id", ""), 200),
        "text": shown(sentence.text or " ".join(sentence.forms), _LONGEST_TEXT),
        "words": [
            {
                "form": shown(form),
                "lemma": shown(lemma),
                "upos": shown(upos),
                "head": head,
                "deprel": shown(deprel),
                "nonprojective": is_nonprojective,
                "confidence": _confidence(misc),
            }
            for form, lemma, upos, head, deprel, is_nonprojective, misc in words
        ],
        "tree": {
            "nonprojective": profile["nonprojective_arcs"],
            "planes": profile["least_planes"],
            "gaps": profile["gap_degree"],
            "illNested": profile["ill_nested"],
        }
        if has_tree
        else None,
    }


def _confidence(misc: str) -> float | None:
    found = _CONFIDENCE.search(misc)
    return None if found is None else float(found[1])
