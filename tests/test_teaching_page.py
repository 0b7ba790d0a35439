"""The definitions of docs/teach.md are those of the reference."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest
from reference import transition_search
from reference.example_files import DOCS

PAGE = (DOCS / "teach.md").read_text(encoding="utf-8")


def normalized(source: str) -> str:
    """Without types, line breaks and what planes the reference writes down for its own purposes."""
    source = re.sub(r"(?m)^(>>> |\.\.\. ?)", "", source)
    source = re.sub(
        r": (State|Moves|int \| None|int|frozenset\[tuple\[int, int\]\])(?=[ ,)]|$)", "", source, flags=re.MULTILINE
    )
    source = re.sub(r" -> [^:]+:", ":", source)
    source = re.sub(r", planes=s\.planes \| \{\(arc\[1\], s\.plane\)\}", "", source)
    return re.sub(r"[\s]+", "", source)


@pytest.mark.parametrize(
    ("definition", "name"),
    [
        (transition_search.arc_eager_root_last, "arc_eager"),
        *((getattr(transition_search, name), name) for name in (
            *("arc_standard", "arc_hybrid", "arc_hybrid_swap", "two_arcs", "planar", "two_planar", "covington"),
            *("undirected_planar", "linked", "head_of", "reaches"),
        )),
    ],
)  # fmt: skip
def test_definitions_are_those_of_the_reference(definition: Callable[..., Any], name: str) -> None:
    source = inspect.getsource(definition).replace(definition.__name__, name, 1)
    assert normalized(source).rstrip(",") in normalized(PAGE)
