"""An experiment as its TOML file declares it: parsers to train, groups of treebanks, tables. See docs/experiment.md."""

from __future__ import annotations

import itertools
import math
import re
import string
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

from crossarc.analysis import Analysis
from crossarc.evaluation import METRICS
from crossarc.experiment.transition_precision import ARC_TRANSITIONS
from crossarc.parser import TrainingOptions

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PRECISION = "precision:"
ALL = "all"  # the group of all treebanks
FIGURES = tuple(name for name, kind in Analysis.__annotations__.items() if kind in ("int", "float"))

_Declared = TypeVar("_Declared")
_LINE = re.compile(r"(.*) \(at line (\d+), column \d+\)")


class DeclarationError(ValueError):
    """What is wrong with an experiment's file: `FILE:LINE: …` or `FILE: …`."""


@dataclass(frozen=True)
class Group:
    """Treebanks by the share of non-projective trees, in percent, and the number of sentences they are trained on.

    Ranges have a lower end, which belongs to them, and an upper end, which does not.
    """

    name: str
    nonprojective: Sequence[float] = (0, math.inf)
    sentences: Sequence[float] = (0, math.inf)

    def holds(self, nonprojective: float, sentences: int) -> bool:
        ranges = ((nonprojective, self.nonprojective), (sentences, self.sentences))
        return all(low <= value < high for value, (low, high) in ranges)


@dataclass(frozen=True)
class Link:
    """Whether a figure of the treebanks goes with what a parser gains over another."""

    figure: str
    parser: str
    over: str


@dataclass(frozen=True)
class TableDeclaration:
    """One table: a row for each treebank and columns for parsers, or a row for each parser and columns for groups."""

    title: str
    caption: str = ""
    rows: str = "treebanks"
    parsers: Sequence[str] = ("*",)
    scores: Sequence[str] = ("las",)
    against: Mapping[str, str] | str = field(default_factory=dict)
    differences: bool = False
    groups: Sequence[str] = ()
    figures: Sequence[str] = ()
    part: str = "train"
    best: Sequence[str] = ()
    links: Sequence[Link] = ()

    def baseline(self, parser: str) -> str | None:
        """The parser that this one is compared with."""
        pairs = {"*": self.against} if isinstance(self.against, str) else self.against
        found = next((other for pattern, other in pairs.items() if fnmatchcase(parser, pattern)), None)
        return None if found == parser else found


@dataclass(frozen=True)
class Experiment:
    """A whole file. `parsers` maps names to options of `crossarc.train`; `best` maps names to several of them."""

    path: str
    title: str
    paper: str
    finding: str
    treebanks: Sequence[str]
    seeds: Sequence[int]
    parsers: Mapping[str, Mapping[str, Any]]
    best: Mapping[str, Sequence[str]]
    groups: Sequence[Group]
    tables: Sequence[TableDeclaration]

    @property
    def name(self) -> str:
        return Path(self.path).stem

    def shown(self, table: TableDeclaration) -> list[str]:
        """The parsers of a table, in the order of its patterns; those of `best` only if they are named."""
        found = [name for pattern in table.parsers for name in self._named(pattern)]
        return list(dict.fromkeys(found))

    def _named(self, pattern: str) -> list[str]:
        if pattern in self.best:
            return [pattern]
        return [name for name in self.parsers if name == pattern or fnmatchcase(name, pattern)]


def read_experiment(path: str, settings: Sequence[str] = ()) -> Experiment:
    """The experiment in a file; `settings` such as "epochs=2" take precedence over the options in it."""
    text = Path(path).read_bytes()
    try:
        declared = _parsed(text.decode("utf-8"))
        declared_settings = _parsed("\n".join(settings)) if settings else {}
        return _experiment(path, declared, declared_settings)
    except UnicodeDecodeError:
        raise DeclarationError(f"{path}: not UTF-8") from None
    except ValueError as error:
        located = _LINE.fullmatch(str(error))
        if located is not None:
            raise DeclarationError(f"{path}:{located[2]}: {located[1]}") from None
        raise DeclarationError(f"{path}: {error}") from None


def check_options(experiment: Experiment, parsers: Sequence[str]) -> None:
    """Raise a `DeclarationError` for parsers whose options are none of training, or do not go together."""
    for name in parsers:
        reason = _objection(experiment.parsers[name])
        if reason is not None:
            raise DeclarationError(f"{experiment.path}: parser {name!r}: {reason}")


def training_options(declared: Mapping[str, Any]) -> TrainingOptions:
    """The options of a parser with all that was not declared."""
    return TrainingOptions.of(**declared)


def _objection(declared: Mapping[str, Any]) -> str | None:
    try:
        training_options(declared)
    except (TypeError, ValueError) as error:
        return str(error)
    return None


def _parsed(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def _experiment(path: str, declared: dict[str, Any], settings: Mapping[str, Any]) -> Experiment:
    known = {"title", "paper", "finding", "treebanks", "seeds", "options", "parsers", "best", "group", "table"}
    _refuse_unknown("", declared, known)
    options = declared.get("options", {})
    parsers = dict(_expanded(_of_kind(dict, "parsers", declared.get("parsers", {})), options, settings))
    experiment = Experiment(
        path=path,
        title=_of_kind(str, "title", declared.get("title", Path(path).stem)),
        paper=_of_kind(str, "paper", declared.get("paper", "")),
        finding=_of_kind(str, "finding", declared.get("finding", "")),
        treebanks=_of_kind(list, "treebanks", declared.get("treebanks", ["*"])),
        seeds=_of_kind(list, "seeds", declared.get("seeds", [1])),
        parsers=parsers,
        best=_of_kind(dict, "best", declared.get("best", {})),
        groups=[_made(Group, "group", group) for group in declared.get("group", [])],
        tables=[_table(table) for table in declared.get("table", [])],
    )
    _check(experiment)
    return experiment


def _expanded(
    declared: Mapping[str, Any], common: Mapping[str, Any], settings: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parsers: an option with several values makes several, whose names are filled in with the values."""
    seen = set()
    for pattern, own in declared.items():
        options = {**common, **_of_kind(dict, f"parser {pattern!r}", own), **settings}
        choices = [value if isinstance(value, list) else [value] for value in options.values()]
        for values in itertools.product(*choices):
            chosen = dict(zip(options, values, strict=True))
            try:
                name = string.Formatter().vformat(pattern, (), chosen)
            except (KeyError, IndexError, ValueError) as error:
                raise ValueError(f"parser {pattern!r}: its name has no option {error}") from None
            if name in seen:
                raise ValueError(f"two parsers have the name {name!r}")
            if "seed" in chosen:
                raise ValueError(f"parser {name!r}: seeds belong at the top of the file")
            seen.add(name)
            yield name, chosen


def _table(declared: Mapping[str, Any]) -> TableDeclaration:
    name = f"table {declared.get('title', '')!r}"
    links = [_made(Link, f"{name}: link", link) for link in declared.get("link", [])]
    rest = {key: value for key, value in declared.items() if key != "link"}
    return _made(TableDeclaration, name, rest | {"links": links})


def _check(experiment: Experiment) -> None:
    names = {*experiment.parsers, *experiment.best}
    groups = {ALL, *(group.name for group in experiment.groups)}
    scores = {*METRICS, *(PRECISION + name for name in ARC_TRANSITIONS)}
    if not experiment.seeds or not all(isinstance(seed, int) for seed in experiment.seeds):
        raise ValueError("seeds must be whole numbers")
    for name, several in experiment.best.items():
        _all_known(f"best {name!r}", several, experiment.parsers, "parser")
    for table in experiment.tables:
        where = f"table {table.title!r}"
        _all_known(where, [table.rows], ("treebanks", "parsers"), "kind of rows")
        _all_known(where, [table.part], ("train", "all"), "part")
        _all_known(where, table.scores, scores, "score")
        _all_known(where, table.figures, FIGURES, "figure")
        _all_known(where, table.groups, groups, "group")
        _all_known(where, table.best, names, "parser")
        shown = experiment.shown(table)
        for pattern in table.parsers:
            if names and not experiment._named(pattern):
                raise ValueError(f"{where}: no parser is called {pattern!r}")
        baselines = [other for other in map(table.baseline, shown) if other is not None]
        _all_known(where, baselines, names, "parser")
        for link in table.links:
            _all_known(where, [link.figure], FIGURES, "figure")
            _all_known(where, [link.parser, link.over], names, "parser")


def _made(kind: type[_Declared], where: str, declared: Any) -> _Declared:
    """A dataclass from a TOML table with keys of the same names and kinds."""
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    _refuse_unknown(f"{where}: ", _of_kind(dict, where, declared), set(known))
    for name, item in known.items():
        if item.default is MISSING and item.default_factory is MISSING and name not in declared:
            raise ValueError(f"{where}: {name!r} is missing")
    for name, value in declared.items():
        expected = str(known[name].type)
        fits = (
            (expected.startswith("str") and isinstance(value, str))
            or (expected.startswith("bool") and isinstance(value, bool))
            or (expected.startswith("Sequence") and isinstance(value, list))
            or (expected.startswith("Mapping") and isinstance(value, (dict, str)))
        )
        if not fits:
            raise ValueError(f"{where}: {name!r} is of the wrong kind")
    return kind(**declared)


def _of_kind(kind: type[_Declared], name: str, value: Any) -> _Declared:
    if not isinstance(value, kind):
        raise ValueError(f"{name!r} is of the wrong kind")
    return value


def _refuse_unknown(where: str, declared: Mapping[str, Any], known: set[str]) -> None:
    for name in declared:
        if name not in known:
            raise ValueError(f"{where}there is no {name!r} to declare; there is {', '.join(sorted(known))}")


def _all_known(where: str, values: Sequence[Any], known: Any, kind: str) -> None:
    for value in values:
        if value not in known:
            raise ValueError(f"{where}: there is no {kind} {value!r}")
