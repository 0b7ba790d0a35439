"""Feature templates as text: those of each system (the files of this folder), and what a treebank makes of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING

from crossarc.errors import ArgumentError

if TYPE_CHECKING:
    from crossarc.treebank import Treebank

__all__ = ["TAGS", "default_templates", "fitted", "template_columns"]

TAGS = ("both", "upos", "xpos", "none")
_MOST_FEATS = 8  # names that f:* stands for
_LIKE = {  # systems that look at what another one does
    "arc-standard": "arc-eager",
    "arc-hybrid-swap": "arc-hybrid",
    "planar": "2-planar",
    "undirected-planar": "2-planar",
    "undirected-2-planar": "2-planar",
    "undirected-covington": "covington",
}
_COLUMNS = {"l": "lemma", "p": "upos", "x": "xpos", "m": "feats"}


def default_templates(system: str) -> str:
    """The templates that come with the package for a system, with their comments."""
    from crossarc.transition_systems import System  # noqa: PLC0415  # tells of names that there are not

    own = System(system)._core
    file = _LIKE.get(own.base, own.base)
    if own.is_directed:
        return _file(file) + (_file("buffer-transitions") if own.has_buffer_transitions else "")
    lines = [line for line in _file(file).split("\n") if not _looks_at_arcs(line)] + _file("undirected").split("\n")
    if own.plane_count == 1:  # what is on the only stack has no undirected siblings, as a link would cover it
        return "\n".join(line for line in lines if not re.search("T0|LS|RS", line))
    return "\n".join(lines) + _file(system)


def _file(name: str) -> str:
    return resources.files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")


def _looks_at_arcs(line: str) -> bool:
    """Whether a template looks at heads, children or labels, which an undirected graph has not."""
    atoms = (atom.strip().rstrip("?").partition(".") for atom in line.partition("#")[0].split("+"))
    return any(
        address.startswith("C") or re.search("[hlr]", address) or what in ("d", "sl", "sr", "tie")
        for address, _, what in atoms
    )


def fitted(templates: str, treebank: Treebank, tags: str = "both") -> str:
    """The templates as a model uses them: without what the treebank does not have, and with names for `f:*`.

    `tags` says which tags are used: with "upos" templates with `x` are left out; with "xpos" `p` is the XPOS; with
    "none" the form is all there is, and its last three characters stand for `p`. Templates with columns that are empty
    in the treebank are left out as well; if there is no UPOS at all, `p` is the XPOS. `f:*` stands for the eight names
    that are most frequent in FEATS, one after the other, and for the same name throughout a template.

    >>> from crossarc import Treebank
    >>> treebank = Treebank.from_conllu("1\\ta\\ta\\tX\\t_\\tCase=Nom|Number=Sing\\t0\\troot\\t_\\t_\\n\\n")
    >>> print(fitted("S0.w  # the top\\nS0.x\\nS0.f:*+B0.f:*", treebank))
    S0.w
    S0.f:Case+B0.f:Case
    S0.f:Number+B0.f:Number
    """
    if tags not in TAGS:
        raise ArgumentError(f"tags are one of {', '.join(TAGS)}, not {tags!r}")
    filled = {column for column in _COLUMNS.values() if treebank.strings(column) != ["_"]}
    if tags == "upos":
        filled.discard("xpos")
    elif tags == "none":
        filled.clear()
    tag = "z:3" if tags == "none" else "x" if tags == "xpos" or "upos" not in filled else "p"
    names = _frequent_names(treebank) if "feats" in filled else []
    lines = (line for text in templates.split("\n") for line in _fitted(text, tag, filled, names))
    return "\n".join(dict.fromkeys(lines))


def template_columns(templates: str) -> set[str]:
    """The columns that templates look at.

    >>> sorted(template_columns("S0.z:3+B0.far  # with B0.p\\nS0?.f:Case+B0.x+B0.d"))
    ['feats', 'form', 'xpos']
    """
    lines = (line.partition("#")[0] for line in templates.split("\n"))
    attributes = {atom.strip().partition(".")[2] for line in lines for atom in line.split("+")}
    forms = {"form" for name in attributes if name in ("w", "s") or name.startswith(("a:", "z:"))}
    return forms | {column for column in map(_optional_column, attributes) if column is not None}


def _optional_column(attribute: str) -> str | None:
    """The column of an attribute of words, but for the form, which every word has."""
    return _COLUMNS.get("m" if attribute.startswith("f:") else attribute)


def _fitted(line: str, tag: str, filled: set[str], names: list[str]) -> Iterator[str]:
    """What becomes of one line."""
    line = line.partition("#")[0].strip()
    if not line:
        return
    atoms = []
    for atom in line.split("+"):
        address, dot, attribute = atom.strip().partition(".")
        attribute = tag if attribute == "p" else attribute
        column = _optional_column(attribute)
        if column is not None and column not in filled:
            return
        atoms.append(address + dot + attribute)
    template = "+".join(atoms)
    if "f:*" in template:
        yield from (template.replace("f:*", f"f:{name}") for name in names)
    else:
        yield template


def _frequent_names(treebank: Treebank) -> list[str]:
    import numpy as np  # noqa: PLC0415  # templates can be named without it

    counts: Counter[str] = Counter()
    strings = treebank.strings("feats")
    for feats, count in zip(strings, np.bincount(treebank.codes("feats"), minlength=len(strings)), strict=True):
        for feature in feats.split("|"):
            name, equals, _ = feature.partition("=")
            if equals and not set(name) & set("+# "):
                counts[name] += int(count)
    return sorted(counts, key=lambda name: (-counts[name], name))[:_MOST_FEATS]
