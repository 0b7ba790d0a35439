"""`crossarc info`."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from crossarc.cli.options import Json
from crossarc.cli.settings import written
from crossarc.parser import ModelError, load
from crossarc.tables import Table


def info(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A parser from `crossarc train`.")],
    features: Annotated[bool, typer.Option("--features", help="Print its feature templates instead.")] = False,
    config: Annotated[
        bool, typer.Option("--config", help="Print a file for `crossarc train --config` that trains it again.")
    ] = False,
    json_wanted: Json = False,
) -> None:
    """Tell how a parser was made: system, options, treebanks, scores on the development data, version."""
    parser = load(model)
    if features:
        print(parser.templates)
    elif config:
        print(_config(model, parser.info), end="")
    elif json_wanted:
        print(json.dumps(parser.info))
    else:
        table = Table(["", ""])
        for name, value in _flat(parser.info):
            table.add(name, value)
        table.show()


def _config(model: str, made: dict[str, Any]) -> str:
    """Files are told by the names that they had, without their folders."""
    try:
        treebanks = {part: made[part]["name"] for part in ("train", "dev") if part in made}
        text = f"# crossarc {made['version']}; the parser is that of epoch {made['epoch']['number']}\n"
        text += "".join(f"# {name}: SHA-256 {made[part]['sha256']}\n" for part, name in treebanks.items())
        settings = treebanks | made["options"]
        if "own_features" in made:
            settings["features"] = made["own_features"].split("\n")
        return "".join(c if c.isprintable() or c == "\n" else "?" for c in text) + written(settings)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise ModelError(f"{model}: it does not tell how it was made") from None


def _flat(values: dict[str, Any], before: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, value in values.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{before}{name} ")
        else:
            rows.append((_shown(before + name), _shown(value)))
    return rows


def _shown(value: object) -> str:
    if isinstance(value, str) and "\n" in value:
        return f"{len(value.splitlines())} lines"
    text = f"{value:.2f}" if isinstance(value, float) and value > 1 else str(value)
    return "".join(c if c.isprintable() else "?" for c in text)  # models come from strangers, too
