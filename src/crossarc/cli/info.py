"""`crossarc info`."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from crossarc.cli.options import Json
from crossarc.parser import load
from crossarc.tables import Table


def info(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A parser from `crossarc train`.")],
    features: Annotated[bool, typer.Option("--features", help="Print its feature templates instead.")] = False,
    json_wanted: Json = False,
) -> None:
    """Tell how a parser was made: system, options, treebanks, scores on the development data, version."""
    parser = load(model)
    if features:
        print(parser.templates)
    elif json_wanted:
        print(json.dumps(parser.info))
    else:
        table = Table(["", ""])
        for name, value in _flat(parser.info):
            table.add(name, value)
        table.show()


def _flat(values: dict[str, Any], before: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, value in values.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{before}{name} ")
        else:
            rows.append((before + name, f"{value:.2f}" if isinstance(value, float) and value > 1 else str(value)))
    return rows
