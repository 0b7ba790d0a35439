"""`crossarc draw`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import numpy as np

from crossarc.choices import OptionError
from crossarc.cli.messages import tell_skipped
from crossarc.cli.options import Format, Lenient, Quiet, refuse_lossy_output, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option, UsageError
from crossarc.cli.sentences import place_of
from crossarc.drawing import Layout, diagram_of, diagram_of_two, draw_tree, lay_out, svg_of, tikz_of
from crossarc.drawing.diagram import checked_columns
from crossarc.drawing.differences import require_same_words, wrong_arcs
from crossarc.files import require_writable, writing
from crossarc.pages.drawings import drawings_page
from crossarc.queries import Query, matching
from crossarc.shown_text import shown
from crossarc.treebank import Sentence, Treebank, read

_MOST = 1_000_000_000
_SUFFIXES = {".svg": "svg", ".tex": "tikz", ".html": "html", ".htm": "html"}
_OTHER_PICTURES = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".eps", ".ps"}


class Direction(StrEnum):
    auto = "auto"
    ltr = "ltr"
    rtl = "rtl"


def draw(
    treebank: Annotated[str, Argument("a file with trees; - is standard input, the default", or_stdin=True)],
    count: Annotated[
        int, Option("--count", "-n", metavar="N", help="draw at most N sentences; 0 is all", limits=(0, _MOST))
    ] = 1,
    sentence: Annotated[
        list[str] | None,
        Option("--sentence", "--id", metavar="WHICH", help="its number, from 1, or sent_id; repeatable"),
    ] = None,
    where: Annotated[
        list[str] | None,
        Option("--where", metavar="TEXT", help="conditions: 'nonprojective length<=20'; repeatable"),
    ] = None,
    against: Annotated[
        str | None, Option("--against", metavar="FILE", help="other trees of the sentences: where they differ")
    ] = None,
    svg: Annotated[bool, Option("--svg", help="a picture")] = False,
    tikz: Annotated[bool, Option("--tikz", help="for LaTeX, with the package tikz-dependency")] = False,
    html: Annotated[bool, Option("--html", help="a page that holds all that it needs")] = False,
    planes: Annotated[bool, Option("--planes", help="arcs of a second plane below the words")] = False,
    show: Annotated[
        str | None, Option("--show", metavar="NAMES", help="columns beneath words, or none", told="upos")
    ] = None,
    direction: Annotated[
        Direction, Option("--direction", metavar="HOW", help="auto, ltr or rtl", told="by the letters")
    ] = Direction.auto,
    output: Annotated[
        Path, Option("--output", "-o", metavar="FILE", help=".svg, .tex, .html or text", told="standard output")
    ] = Path("-"),
    lenient: Lenient = False,
    format: Format = None,
    quiet: Quiet = False,
) -> None:
    """Draw trees: as text, as a picture (SVG), for LaTeX (TikZ), or as a page (HTML).

    Arcs that are non-projective stand out. With --against, arcs of both files are grey, those of the first alone above
    the words, those of the second alone below, and the sentences with most differences come first.
    """
    form = _form({"svg": svg, "tikz": tikz, "html": html}, output)
    columns = _columns(show)
    if form == "text":
        _refuse_for_text({"planes": planes, "show": show is not None, "direction": direction != Direction.auto})
    if planes and against is not None:
        raise OptionError("planes", "with against, what is below the words is the other tree")
    for text in where or []:
        Query.parse(text)
    inputs = [treebank, *([against] if against is not None else [])]
    refuse_second_stdin(inputs)
    refuse_lossy_output(output, inputs)
    require_writable(output)
    trees, *others = (read(path, format=format and format.value, lenient=lenient) for path in inputs)
    for own in (trees, *others):
        tell_skipped(own, quiet)
    other = others[0] if others else None
    if other is not None:
        require_same_words(trees, other)
    places = _chosen(trees, other, sentence or [], where or [], count)
    if form == "text":
        pieces = _text(trees, other, places)
    else:

        def layout(place: int) -> Layout:
            if other is None:
                drawn = diagram_of(trees[place], planes=planes, show=columns, direction=direction.value)
            else:
                drawn = diagram_of_two(trees[place], other[place], show=columns, direction=direction.value)
            return lay_out(replace(drawn, name=drawn.name or f"sentence {place + 1}"))

        layouts = map(layout, places)
        pieces = _pictures(form, layouts, _title(trees, other), _differences(trees, other, places))
    with writing(output) as file:
        for piece in pieces:
            file.write(piece.encode("utf-8"))


def _form(wanted: dict[str, bool], output: Path) -> str:
    """The one form that is asked for: by its option, or by the output's name."""
    chosen = [name for name, is_wanted in wanted.items() if is_wanted]
    if len(chosen) > 1:
        raise UsageError(f"--{chosen[0]} and --{chosen[1]} cannot both be: choose one")
    suffix = output.suffix.lower()
    if not chosen and suffix in _OTHER_PICTURES:
        raise OptionError("output", f"no {suffix} is written; .svg, .tex and .html are")
    return chosen[0] if chosen else _SUFFIXES.get(suffix, "text")


def _columns(show: str | None) -> list[str] | None:
    if show is None:
        return None
    try:
        return checked_columns([] if show.strip() in ("", "none") else show)
    except ValueError as error:
        raise OptionError("show", str(error)) from None


def _refuse_for_text(given: dict[str, bool]) -> None:
    for name, is_given in given.items():
        if is_given:
            raise OptionError(name, "it has no effect: drawings as text are without it (try --svg)")


def _chosen(
    trees: Treebank, other: Treebank | None, names: Sequence[str], where: Sequence[str], count: int
) -> list[int]:
    """The places of the sentences to draw, in their order; if there are two trees of each, the worst first."""
    places = np.array([place_of(trees, name) for name in names], int) if names else np.arange(len(trees))
    if where:
        places = places[matching(trees, where)[places]]
    told = "meets the conditions" if where else "is in it"
    if other is not None:
        wrong = wrong_arcs(trees, other)[places]
        order = np.argsort(-wrong, kind="stable")
        places = places[order if names else order[wrong[order] > 0]]
        told = f"differs from those of {other.path}" if not where else "meets the conditions and differs"
    if not places.size:
        raise ValueError(f"{trees.path}: no sentence {told}")
    # Sentences that are named are all meant.
    return [int(place) for place in (places[:count] if count and not names else places)]


def _differences(trees: Treebank, other: Treebank | None, places: Sequence[int]) -> list[str]:
    if other is None:
        return [""] * len(places)
    wrong = wrong_arcs(trees, other)
    return [f"{wrong[place]} of {trees.lengths[place]} arcs differ" for place in places]


def _title(trees: Treebank, other: Treebank | None) -> str:
    names = [
        Path(own.path).name if own.path != "<stdin>" else "standard input" for own in (trees, other) if own is not None
    ]
    return " against ".join(names)


def _pictures(form: str, layouts: Iterable[Layout], title: str, notes: Sequence[str]) -> Iterator[str]:
    if form == "html":
        return drawings_page(title, layouts, notes)
    return iter([(svg_of if form == "svg" else tikz_of)(list(layouts))])


def _text(trees: Treebank, other: Treebank | None, places: Sequence[int]) -> Iterator[str]:
    for number_, place in enumerate(places):
        own = trees[place]
        if len(places) > 1:
            name = own.sent_id or f"sentence {place + 1}"
            yield ("\n" if number_ else "") + shown(name, None) + "\n\n"
        notes = own.deprels if other is None else _notes_on_both(own, other[place])
        yield draw_tree(own.forms, own.heads, notes) + "\n"


def _notes_on_both(gold: Sentence, predicted: Sentence) -> list[str]:
    """The labels, and behind those of other arcs what the second tree has."""
    names = {-1: "nothing", 0: "the root"} | dict(enumerate(gold.forms, start=1))
    notes = []
    for own, other in zip(gold, predicted, strict=True):
        is_same = (own.head_id, own.deprel) == (other.head_id, other.deprel)
        notes.append(own.deprel if is_same else f"{own.deprel}  ≠ {other.deprel} of {names[other.head_id]}")
    return notes
