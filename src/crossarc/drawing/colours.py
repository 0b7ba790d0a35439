"""What colours mean in drawings, on a light ground and on a dark one.

Blue and vermilion are told apart by the colour-blind (Okabe & Ito 2008). In print without colour, non-projective arcs
are thick, those of a second tree dashed, those beside the tree dotted. The contrast to their ground is 4.5 at least.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Tone(StrEnum):
    """What a part of a drawing is, which its colour tells."""

    word = "word"
    note = "note"  # what stands beneath words
    plain = "plain"
    nonprojective = "nonprojective"  # non-projective arcs
    second = "second"  # arcs of the second plane
    neither = "neither"  # arcs that are on neither of two planes
    agreed = "agreed"  # of two trees: what both have
    gold = "gold"  # what only the first has
    predicted = "predicted"  # what only the second has
    beside = "beside"  # arcs of DEPS that no tree has


class Shades(NamedTuple):
    light: str
    dark: str


GROUND: Final = Shades("#ffffff", "#15181c")
_BLUE, _VERMILION, _GREY = Shades("#0067a5", "#7cc0f4"), Shades("#b54000", "#ff9d5c"), Shades("#707070", "#969ba1")
SHADES: Final = {
    Tone.word: Shades("#1a1a1a", "#ececec"),
    Tone.note: Shades("#5f5f5f", "#a9adb2"),
    Tone.plain: Shades("#474747", "#c2c5c9"),
    Tone.nonprojective: _VERMILION,
    Tone.second: _BLUE,
    Tone.neither: _VERMILION,
    Tone.agreed: _GREY,
    Tone.gold: _BLUE,
    Tone.predicted: _VERMILION,
    Tone.beside: _GREY,
}
DASHES: Final = {Tone.predicted: "5 3", Tone.beside: "1.5 3"}
THICK: Final = frozenset({Tone.nonprojective, Tone.neither, Tone.gold, Tone.predicted})

IS_DARK: Final = "screen and (prefers-color-scheme: dark)"


def dark_rules() -> str:
    """The style sheet that turns a drawing dark where the reader's screen is."""
    rules = [f".crossarc-tree .{tone} {{ color: {shades.dark} }}" for tone, shades in SHADES.items()]
    ground = [f".crossarc-tree .ground {{ fill: {GROUND.dark} }}", f".crossarc-tree .gap {{ stroke: {GROUND.dark} }}"]
    return f"@media {IS_DARK} {{\n" + "\n".join(rules + ground) + "\n}"
