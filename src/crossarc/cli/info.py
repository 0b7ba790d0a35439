"""`crossarc info`."""

from __future__ import annotations

import json
from typing import Annotated, Any

from crossarc.annotator import Annotator
from crossarc.choices import OptionError, has_no_effect
from crossarc.cli.messages import printable
from crossarc.cli.model_card import model_card
from crossarc.cli.options import Json
from crossarc.cli.parameters import Argument, Option
from crossarc.cli.settings import CHECKSUM, written
from crossarc.messages import counted
from crossarc.model_file import PARSE, read_model
from crossarc.parser import ModelError, load
from crossarc.tables import Table

_LOST = "\ufffd"  # stands for bytes of a name that are no UTF-8


def info(
    model: Annotated[str, Argument("a model from `crossarc train`")],
    features: Annotated[bool, Option("--features", help="print its feature templates instead")] = False,
    config: Annotated[bool, Option("--config", help="print options that train it again (`train --config`)")] = False,
    card: Annotated[bool, Option("--card", help="print a model card, in Markdown")] = False,
    licence: Annotated[
        str | None, Option("--licence", help="--card: the licence of the treebank", metavar="NAME")
    ] = None,
    json_wanted: Json = False,
) -> None:
    """Show how a model was made: stages with their sizes and scores, system, options, treebanks, version."""
    chosen = {"features": features, "config": config, "card": card, "json": json_wanted}
    printed = [name for name, wanted in chosen.items() if wanted]
    if licence is not None and not card:
        raise OptionError("licence", has_no_effect("there is no --card"))
    if len(printed) > 1:
        raise OptionError(printed[1], has_no_effect(f"--{printed[0]} prints something else"))
    parts = read_model(model)
    if PARSE not in parts and (features or config):
        raise ModelError(f"{model}: there is no parser in it, but {', '.join(parts)}")
    made = load(model).info if PARSE in parts else {"stages": Annotator.load(model).made}
    made |= {
        "stages": {name: {"bytes": len(part.content)} | dict(made["stages"][name]) for name, part in parts.items()}
    }
    if features:
        print(load(model).templates)
    elif config:
        if "combined" in made:
            raise ModelError(f"{model}: it was combined, and not trained: --config tells options of training")
        print(_config(model, made), end="")
    elif card:
        try:
            print(model_card(model, made, licence), end="")
        except (TypeError, AttributeError, ValueError):
            raise ModelError(f"{model}: it does not tell how it was made") from None
    elif json_wanted:
        print(json.dumps(made))
    else:
        table = Table(["", ""])
        for name, value in _flat(made):
            table.add(name, value)
        table.show()


def _config(model: str, made: dict[str, Any]) -> str:
    """Files are told by the names that they had, without their folders."""
    try:
        parts = {part: made[part] for part in ("train", "dev") if part in made}
        comments = [f"crossarc {made['version']}; the parser is that of epoch {made['epoch']['number']}"]
        settings: dict[str, Any] = {part: _file_name(told["name"]) for part, told in parts.items()}
        comments += [f"{part} was {told['name']}" for part, told in parts.items() if settings[part] is None]
        settings |= {f"{part}_{CHECKSUM}": told["sha256"] for part, told in parts.items()}
        settings["stages"] = ",".join(made["stages"])
        if {"tag", "lemma"} & {*made["stages"]}:
            settings["train_tags"] = made.get("train_tags", "gold")
        settings |= made["options"]
        if any("lexicon" in told for told in made["stages"].values()):
            settings["lexicon"] = None
        if "embeddings" in settings:
            settings["embeddings"] = None if _LOST in settings["embeddings"] else settings["embeddings"]
        formats = {told.get("format") for told in parts.values()}
        if len(formats) == 1 and None not in formats:  # if they differ, each was told by itself
            settings["format"] = formats.pop()
        if any("left_out" in told for told in parts.values()):
            settings["lenient"] = True
        if made.get("own_features") is not None:
            settings["features"] = made["own_features"].split("\n")
        if made.get("interrupted"):
            settings["epochs"] = made["epoch"]["number"]
            comments.append("training was interrupted: epochs is the one that the parser is of")
            if made["options"].get("decay", 1) != 1:
                comments.append("the learning rate falls until the last epoch: with fewer it makes another parser")
        for name in [name for name, value in settings.items() if value is None]:
            comments.append(f"{name} is missing: it was no file, or its name is not UTF-8; give it on the command line")
            del settings[name]
        return "".join(f"# {printable(comment)}\n" for comment in comments) + written(settings)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise ModelError(f"{model}: it does not tell how it was made") from None


def _file_name(name: str) -> str | None:
    """What stands for a file on the command line, if its name tells."""
    if name == "<stdin>":
        return "-"
    if (name.startswith("<") and name.endswith(">")) or _LOST in name:
        return None
    return "./-" if name == "-" else name


def _flat(values: dict[str, Any], before: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, value in values.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{before}{name} ")
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for number, one in enumerate(value, start=1):
                rows += _flat(one, f"{before}{name} {number} ")
        else:
            rows.append((_shown(before + name), _shown(value)))
    return rows


def _shown(value: object) -> str:
    if isinstance(value, str) and "\n" in value:
        return counted(len(value.splitlines()), "line")
    text = f"{value:.2f}" if isinstance(value, float) and value > 1 else str(value)
    return printable(text)
