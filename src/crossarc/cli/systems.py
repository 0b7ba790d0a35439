"""`crossarc systems`."""

from __future__ import annotations

import json
from typing import Annotated

from crossarc.cli.notes import show_note
from crossarc.cli.options import Json
from crossarc.cli.parameters import Argument
from crossarc.tables import Table
from crossarc.transition_systems import describe_systems

_BUFFER_TRANSITIONS = (
    "Names can be extended with buffer transitions (Fernández-González & Gómez-Rodríguez 2012): +lba +rba (arcs "
    "between the first two words of the buffer) and +lnba +rnba (between the top of the stack and the second word of "
    "the buffer; some non-projective arcs) fit all systems but covington and the undirected ones. Their oracle is "
    "static; if there are +lba and +rba only, arc-eager, arc-hybrid, planar and 2-planar have a dynamic one, too."
)


def systems(
    system: Annotated[list[str] | None, Argument("only these; buffer transitions may be added", "SYSTEM")] = None,
    json_wanted: Json = False,
) -> None:
    """List the transition systems: the trees they build, their transitions, how long they take, their oracles.

    Buffer transitions can be added to the stack-based systems by name, as in arc-eager+lba+rba.
    """
    rows = describe_systems(system)
    if json_wanted:
        print(json.dumps({"systems": rows}))
        return
    table = Table(["system", "trees", "transitions", "at most, for n words", "oracles", "paper"])
    for row in rows:
        table.add(
            row["name"],
            row["trees"],
            " ".join(row["transitions"]),
            row["longest"],
            ", ".join(row["oracles"]),
            row["paper"],
        )
    table.show()
    if not system:
        show_note(_BUFFER_TRANSITIONS)
