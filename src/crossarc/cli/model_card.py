"""A model card: what a model is, what it learnt from and how good it is, as Markdown for those who pass it on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from crossarc.cli.messages import printable

_STAGES = {
    "tokenize": "sentences, words and multiword tokens of plain text",
    "tag": "UPOS, XPOS and FEATS",
    "lemma": "lemmas",
    "parse": "heads and relations",
}


def model_card(name: str, made: Mapping[str, Any], licence: str | None) -> str:
    """`made` is what the model tells of itself; what it does not tell is left out. An error tells of broken facts."""
    return "".join(f"{printable(line)}\n" for line in _lines(name, made, licence))


def _lines(path: str, made: Mapping[str, Any], licence: str | None) -> Iterator[str]:
    name = PurePath(path).name
    yield from ("---", "library_name: crossarc", "tags: [dependency-parsing, universal-dependencies]")
    if licence is not None:
        yield f"license: {licence}"
    yield from ("---", "", f"# {name}", "")
    system = f" of the transition system {made['system']}" if "system" in made else ""
    yield f"A model for crossarc{system}. It is used with"
    yield from ("", "```", f"crossarc parse {name} INPUT", "```", "")
    yield from ("| stage | predicts | bytes |", "| --- | --- | ---: |")
    for stage, told in made.get("stages", {}).items():
        yield f"| {stage} | {_STAGES.get(stage, '')} | {told.get('bytes', 0):,} |"
    yield from ("", "## Data", "", "| | file | sentences | words | SHA-256 |", "| --- | --- | ---: | ---: | --- |")
    for part in ("train", "dev"):
        if part in made:
            told = made[part]
            numbers = f"{told.get('sentences', 0):,} | {told.get('words', 0):,}"
            yield f"| {part} | {told.get('name', '')} | {numbers} | {str(told.get('sha256', ''))[:16]}… |"
    if licence is not None:
        yield from ("", f"The licence of the data is {licence}.")
    yield from _scores(made)
    options = made.get("options", {})
    if options:
        yield from ("", "## Training", "", "| option | value |", "| --- | --- |")
        yield from (f"| {option} | {value} |" for option, value in sorted(options.items()))
    yield from ("", f"Made with crossarc {made.get('version', '(a version that is not told)')}.")


def _scores(made: Mapping[str, Any]) -> Iterator[str]:
    epoch = made.get("epoch", made.get("scores", {}))
    rows = [(f"parse: {score}", value) for score, value in epoch.items() if _is_score(score, value)]
    for stage, told in made.get("stages", {}).items():
        scores = told.get("dev", {})
        rows += [(f"{stage}: {score}", value) for score, value in scores.items() if _is_score(score, value)]
    if rows:
        yield from ("", "## Scores", "", "On the development data, which also chose the epoch.", "")
        yield from ("| score | |", "| --- | ---: |")
        yield from (f"| {score} | {value:.2f} |" for score, value in rows)


def _is_score(name: str, value: object) -> bool:
    return isinstance(value, float) and "second" not in name
