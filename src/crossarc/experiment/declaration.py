"""An experiment as its TOML file declares it: parsers to train, groups of treebanks, tables. See docs/experiment.md."""

from __future__ import annotations

import itertools
import math
import re
import string
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
        found = next((other for pattern, other in pairs.items() if _fits(parser, pattern)), None)
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
        return [name for name in self.parsers if _fits(name, pattern)]


def _fits(name: str, pattern: str) -> bool:
    return name == pattern or fnmatchcase(name, pattern)  # brackets in a name stand for themselves, too


def read_experiment(path: str, settings: Sequence[str] = ()) -> Experiment:
    """The experiment in a file; `settings` such as "epochs=2" take precedence over the options in it."""
    text = Path(path).read_bytes()
    try:
        declared_settings = dict(item for setting in settings for item in _setting(setting))
        return _experiment(path, tomllib.loads(text.decode("utf-8")), declared_settings)
    except DeclarationError:
        raise
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


def _setting(text: str) -> list[tuple[str, Any]]:
    try:
        return list(tomllib.loads(text).items())
    except ValueError as error:
        reason = str(error).partition(" (at ")[0]
        raise DeclarationError(f"--set {text}: {reason}; it is OPTION=VALUE, and text has quotes") from None


def _experiment(path: str, declared: dict[str, Any], settings: Mapping[str, Any]) -> Experiment:
    known = {"title", "paper", "finding", "treebanks", "seeds", "options", "parsers", "best", "group", "table"}
    _refuse_unknown("", declared, known)
    options = _of_kind(dict, "options", declared.get("options", {}))
    own = _of_kind(dict, "parsers", declared.get("parsers", {}))
    parsers = dict(_expanded(own, options, settings, Path(path).parent))
    experiment = Experiment(
        path=path,
        title=_of_kind(str, "title", declared.get("title", Path(path).stem)),
        paper=_of_kind(str, "paper", declared.get("paper", "")),
        finding=_of_kind(str, "finding", declared.get("finding", "")),
        treebanks=_texts("treebanks", declared.get("treebanks", ["*"])),
        seeds=_of_kind(list, "seeds", declared.get("seeds", [1])),
        parsers=parsers,
        best={
            name: _texts(f"best {name!r}", several)
            for name, several in _of_kind(dict, "best", declared.get("best", {})).items()
        },
        groups=[_made(Group, "group", group) for group in _of_kind(list, "group", declared.get("group", []))],
        tables=[_table(table) for table in _of_kind(list, "table", declared.get("table", []))],
    )
    _check(experiment)
    return experiment


def _templates(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise ValueError(f"{path}: {reason}") from None


def _expanded(
    declared: Mapping[str, Any], common: Mapping[str, Any], settings: Mapping[str, Any], folder: Path
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parsers: an option with several values makes several, whose names are filled in with the values."""
    seen = set()
    for pattern, own in declared.items():
        options = {**common, **_of_kind(dict, f"parser {pattern!r}", own), **settings}
        choices = [value if isinstance(value, list) else [value] for value in options.values()]
        if [] in choices:
            raise ValueError(f"parser {pattern!r}: an option has no values")
        for values in itertools.product(*choices):
            chosen = dict(zip(options, values, strict=True))
            try:
                name = string.Formatter().vformat(pattern, (), chosen)
            except (KeyError, IndexError, ValueError, AttributeError) as error:
                raise ValueError(f"parser {pattern!r}: its name has no option {error}") from None
            if name in seen:
                raise ValueError(f"two parsers have the name {name!r}")
            if "seed" in chosen:
                raise ValueError(f"parser {name!r}: seeds belong at the top of the file")
            if "features" in chosen:
                chosen["features"] = _templates(folder / _of_kind(str, "features", chosen["features"]))
            seen.add(name)
            yield name, chosen


def _table(declared: Any) -> TableDeclaration:
    name = f"table {_of_kind(dict, 'table', declared).get('title', '')!r}"
    links = [_made(Link, f"{name}: link", link) for link in _of_kind(list, "link", declared.get("link", []))]
    rest = {key: value for key, value in declared.items() if key != "link"}
    return _made(TableDeclaration, name, rest | {"links": links})


def _check(experiment: Experiment) -> None:
    if not experiment.seeds or not all(type(seed) is int for seed in experiment.seeds):
        raise ValueError("seeds must be whole numbers")
    _refuse_repeated("seed", experiment.seeds)
    _refuse_repeated("group", [ALL, *(group.name for group in experiment.groups)])
    for group in experiment.groups:
        if not all(low < high for low, high in (group.nonprojective, group.sentences)):
            raise ValueError(f"group {group.name!r}: the lower end of a range comes first")
    _refuse_repeated("parser", [*experiment.parsers, *experiment.best])
    for name, several in experiment.best.items():
        _all_known(f"best {name!r}", several, experiment.parsers, "parser")
    for table in experiment.tables:
        _check_table(experiment, table)


def _check_table(experiment: Experiment, table: TableDeclaration) -> None:
    where = f"table {table.title!r}"
    names = {*experiment.parsers, *experiment.best}
    if not table.scores:
        raise ValueError(f"{where}: it has no scores")
    _all_known(where, [table.rows], ("treebanks", "parsers"), "kind of rows")
    _all_known(where, [table.part], ("train", "all"), "part")
    _all_known(where, table.scores, {*METRICS, *(PRECISION + name for name in ARC_TRANSITIONS)}, "score")
    _all_known(where, table.figures, FIGURES, "figure")
    _all_known(where, table.groups, {ALL, *(group.name for group in experiment.groups)}, "group")
    _all_known(where, table.best, names, "parser")
    for link in table.links:
        _all_known(where, [link.figure], FIGURES, "figure")
        _all_known(where, [link.parser, link.over], names, "parser")
    if names:
        _check_patterns(experiment, table, where)


def _check_patterns(experiment: Experiment, table: TableDeclaration, where: str) -> None:
    for pattern in table.parsers:
        if not experiment._named(pattern):
            raise ValueError(f"{where}: no parser is called {pattern!r}")
    pairs = {"*": table.against} if isinstance(table.against, str) else table.against
    _all_known(where, pairs.values(), {*experiment.parsers, *experiment.best}, "parser")
    for pattern in pairs:
        if not any(_fits(name, pattern) for name in experiment.shown(table)):
            raise ValueError(f"{where}: it shows no parser that is called {pattern!r}")


def _made(kind: type[_Declared], where: str, declared: Any) -> _Declared:
    """A dataclass from a TOML table with keys of the same names and kinds."""
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    _refuse_unknown(f"{where}: ", _of_kind(dict, where, declared), set(known))
    for name, item in known.items():
        if item.default is MISSING and item.default_factory is MISSING and name not in declared:
            raise ValueError(f"{where}: {name!r} is missing")
    for name, value in declared.items():
        if not _FITS[str(known[name].type)](value):
            raise ValueError(f"{where}: {name!r} is of the wrong kind")
    return kind(**declared)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_range(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(end) in (int, float) for end in value)


_FITS: dict[str, Callable[[Any], bool]] = {
    "str": _is_text,
    "bool": lambda value: isinstance(value, bool),
    "Sequence[str]": lambda value: isinstance(value, list) and all(map(_is_text, value)),
    "Sequence[float]": _is_range,
    "Sequence[Link]": lambda value: isinstance(value, list),  # which have been made already
    "Mapping[str, str] | str": lambda value: (
        _is_text(value) or (isinstance(value, dict) and all(map(_is_text, value.values())))
    ),
}


def _texts(name: str, value: Any) -> list[str]:
    if not (isinstance(value, list) and value and all(map(_is_text, value))):
        raise ValueError(f"{name!r} must be a list of names")
    return value


def _of_kind(kind: type[_Declared], name: str, value: Any) -> _Declared:
    if not isinstance(value, kind):
        raise ValueError(f"{name!r} is of the wrong kind")
    return value


def _refuse_repeated(kind: str, values: Sequence[Any]) -> None:
    for number, value in enumerate(values):
        if value in values[:number]:
            raise ValueError(f"the {kind} {value!r} is there twice")


def _refuse_unknown(where: str, declared: Mapping[str, Any], known: set[str]) -> None:
    for name in declared:
        if name not in known:
            raise ValueError(f"{where}there is no {name!r} to declare; there is {', '.join(sorted(known))}")


def _all_known(where: str, values: Iterable[Any], known: Any, kind: str) -> None:
    for value in values:
        if value not in known:
            raise ValueError(f"{where}: there is no {kind} {value!r}")
