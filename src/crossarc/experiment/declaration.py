"""An experiment as its TOML file declares it: parsers to train, groups of treebanks, tables. See docs/experiment.md."""

from __future__ import annotations

import itertools
import math
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

from crossarc.analysis import Analysis
from crossarc.choices import (
    Declared,
    OptionError,
    UnknownOptionError,
    did_you_mean,
    made_of_table,
    refuse_unknown,
)
from crossarc.errors import CrossarcError
from crossarc.experiment.extra_scores import SCORES
from crossarc.experiment.published import OfParsers, Published
from crossarc.experiment.run_stages import RunStages, stages_to_have, without_stages
from crossarc.files import FileError, read_text
from crossarc.parser import TrainingOptions
from crossarc.toml_files import Key, line_of, read_toml, toml_value

ALL = "all"  # the group of all treebanks
FIGURES = tuple(name for name, kind in Analysis.__annotations__.items() if kind in ("int", "float"))

_Declared = TypeVar("_Declared")
_Places = dict[str | None, Sequence[Key]]


class DeclarationError(CrossarcError, ValueError):
    """What is wrong with an experiment's file: `FILE:LINE: …`."""


class _Mistake(ValueError):
    """What is wrong with a value, and the keys that lead to it."""

    def __init__(self, message: str, *keys: Key) -> None:
        super().__init__(message)
        self.keys = keys


@dataclass(frozen=True)
class TreebankGroup:
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
    treebanks: Sequence[str] = ("*",)
    parsers: Sequence[str] = ("*",)
    scores: Sequence[str] = ("las",)
    against: Mapping[str, str] | str = field(default_factory=dict)
    differences: bool = False
    groups: Sequence[str] = ()
    figures: Sequence[str] = ()
    part: str = "train"
    best: Sequence[str] = ()
    links: Sequence[Link] = ()

    def shows(self, treebank: str) -> bool:
        return any(_fits(treebank, pattern) for pattern in self.treebanks)

    def baseline(self, parser: str) -> str | None:
        """The parser that this one is compared with."""
        pairs = {"*": self.against} if isinstance(self.against, str) else self.against
        found = next((other for pattern, other in pairs.items() if _fits(parser, pattern)), None)
        return None if found == parser else found


@dataclass(frozen=True)
class Experiment:
    """A whole file. `parsers` maps names to options of `crossarc.train`; `best` maps names to several of them.

    `published` is what the paper has on the same treebanks. `text` is what is written in the file, `places` are the
    keys that lead there to the options of each parser (and to the parser itself, for None), and `settings` are the
    options that were given beside the file.
    """

    path: str
    title: str
    paper: str
    finding: str
    treebanks: Sequence[str]
    seeds: Sequence[int]
    parsers: Mapping[str, Mapping[str, Any]]
    best: Mapping[str, Sequence[str]]
    groups: Sequence[TreebankGroup]
    tables: Sequence[TableDeclaration]
    published: Published = field(default_factory=Published)
    text: str = field(default="", repr=False)
    places: Mapping[str, Mapping[str | None, Sequence[Key]]] = field(default_factory=dict, repr=False)
    settings: Sequence[str] = ()

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
    declared_settings = dict(item for setting in settings for item in _setting(setting))
    try:
        text, declared = read_toml(path)
    except ValueError as error:
        raise DeclarationError(str(error)) from None
    try:
        experiment = _experiment(path, text, declared, declared_settings)
    except _Mistake as mistake:
        raise DeclarationError(f"{path}:{line_of(mistake.keys, text)}: {mistake}") from None
    if not experiment.parsers and not experiment.tables:
        raise DeclarationError(f"{path}: it declares no parsers and no tables")
    return experiment


def check_options(experiment: Experiment, parsers: Sequence[str]) -> None:
    """Raise a `DeclarationError` for parsers whose options are none of training, or do not go together, and for scores
    of what no parser predicts; an `OptionError` if it is the fault of settings."""
    for name in parsers:
        _check_options(experiment, name)
    for number, table in enumerate(experiment.tables):
        _check_predicted(experiment, table, number)


def _check_options(experiment: Experiment, name: str) -> None:
    try:
        training_options(experiment.parsers[name])
    except (UnknownOptionError, ValueError) as error:
        option = getattr(error, "option", "features")  # templates are checked without a name
        if option in experiment.settings:
            raise OptionError("set", f"parser {name!r}: {error}") from None
        places = experiment.places[name]
        line = line_of(places.get(option, places[None]), experiment.text)
        raise DeclarationError(f"{experiment.path}:{line}: parser {name!r}: {error}") from None


def _check_predicted(experiment: Experiment, table: TableDeclaration, number: int) -> None:
    """Refuse scores of words, tags and lemmas that all parsers of a table are given."""
    names = {own for name in experiment.shown(table) for own in experiment.best.get(name, [name])}

    def is_predicted(score: str, parser: str) -> bool:
        try:
            return RunStages.of(experiment.parsers[parser]).predict(score)
        except OptionError:  # of a parser that was not asked for
            return True

    for score in table.scores:
        if names and not any(is_predicted(score, name) for name in names):
            line = line_of(("table", number, "scores"), experiment.text)
            needed = f"one with stages = {stages_to_have([score])!r} would"
            problem = f"no parser of it predicts what {score!r} scores: {needed}"
            raise DeclarationError(f"{experiment.path}:{line}: table {table.title!r}: {problem}")


def training_options(declared: Mapping[str, Any]) -> TrainingOptions:
    """The options of a parser with all that was not declared; its stages are checked as well."""
    RunStages.of(declared)
    return TrainingOptions.of(**without_stages(declared))


def _setting(text: str) -> list[tuple[str, Any]]:
    try:
        return list(toml_value(text).items())
    except ValueError as error:
        raise OptionError("set", f"{text}: {error}; it is OPTION=VALUE, and text has quotes") from None


def _experiment(path: str, text: str, declared: dict[str, Any], settings: Mapping[str, Any]) -> Experiment:
    known = {"title", "paper", "finding", "treebanks", "seeds", "options", "parsers", "best", "group", "table"}
    _refuse_unknown("", declared, known | {"published"})
    options = _of_kind("dict", "options", declared.get("options", {}))
    own = _of_kind("dict", "parsers", declared.get("parsers", {}))
    parsers, places = _expanded(own, options, settings, Path(path).parent)
    experiment = Experiment(
        path=path,
        title=_of_kind("str", "title", declared.get("title", Path(path).stem)),
        paper=_of_kind("str", "paper", declared.get("paper", "")),
        finding=_of_kind("str", "finding", declared.get("finding", "")),
        treebanks=_texts("treebanks", declared.get("treebanks", ["*"])),
        seeds=_of_kind("list", "seeds", declared.get("seeds", [1])),
        parsers=parsers,
        best={
            name: _texts(f"best {name!r}", several, "best", name)
            for name, several in _of_kind("dict", "best", declared.get("best", {})).items()
        },
        groups=[
            _made(TreebankGroup, "group", group, "group", number)
            for number, group in enumerate(_of_kind("list", "group", declared.get("group", [])))
        ],
        tables=[
            _table(table, number) for number, table in enumerate(_of_kind("list", "table", declared.get("table", [])))
        ],
        published=_published(declared.get("published", {})),
        text=text,
        places=places,
        settings=tuple(settings),
    )
    _check(experiment)
    return experiment


def _templates(path: Path, place: Sequence[Key]) -> str:
    try:
        return read_text(path)
    except OSError as error:
        raise _Mistake(f"{path}: {error.strerror}", *place) from None
    except FileError as error:
        raise _Mistake(str(error), *place) from None


def _expanded(
    declared: Mapping[str, Any], common: Mapping[str, Any], settings: Mapping[str, Any], folder: Path
) -> tuple[dict[str, dict[str, Any]], dict[str, _Places]]:
    """The parsers: an option with several values makes several, whose names are filled in with the values.

    Beside them, where each has its options from.
    """
    parsers: dict[str, dict[str, Any]] = {}
    places: dict[str, _Places] = {}
    for pattern, declared_own in declared.items():
        place: _Places = {option: ("options", option) for option in common}
        own = _of_kind("dict", f"parser {pattern!r}", declared_own, "parsers", pattern)
        place |= {option: ("parsers", pattern, option) for option in own}
        place[None] = ("parsers", pattern)
        options = {**common, **own, **settings}
        choices = {option: value if isinstance(value, list) else [value] for option, value in options.items()}
        for option, values in choices.items():
            if not values:
                raise _Mistake(f"parser {pattern!r}: an option has no values", *place.get(option, place[None]))
        for combination in itertools.product(*choices.values()):
            chosen = dict(zip(options, combination, strict=True))
            try:
                name = string.Formatter().vformat(pattern, (), chosen)
            except (KeyError, IndexError, ValueError, AttributeError) as error:
                raise _Mistake(f"parser {pattern!r}: its name has no option {error}", *place[None]) from None
            if name in parsers:
                raise _Mistake(f"two parsers have the name {name!r}", *place[None])
            if "seed" in chosen:
                where = place.get("seed", place[None])
                raise _Mistake(f"parser {name!r}: seeds belong at the top of the file", *where)
            if "features" in chosen:
                where = place.get("features", place[None])
                path = folder / _of_kind("str", "features", chosen["features"], *where)
                chosen["features"] = _templates(path, where)
            parsers[name], places[name] = chosen, place
    return parsers, places


def _table(declared: Any, number: int) -> TableDeclaration:
    place = ("table", number)
    name = f"table {_of_kind('dict', 'table', declared, *place).get('title', '')!r}"
    links = [
        _made(Link, f"{name}: link", link, *place, "link", index)
        for index, link in enumerate(_of_kind("list", "link", declared.get("link", []), *place, "link"))
    ]
    rest = {key: value for key, value in declared.items() if key != "link"}
    return _made(TableDeclaration, name, rest | {"links": links}, *place)


def _published(declared: Any) -> Published:
    """Tables of numbers; their names are checked when all parsers are known."""
    kinds = {"scores": 3, "gains": 4, "figures": 2}  # how deep the numbers are
    _refuse_unknown("published: ", _of_kind("dict", "published", declared), set(kinds), "published")
    for kind, depth in kinds.items():
        _require_numbers(declared.get(kind, {}), depth, "published", kind)
    return Published(**declared)


def _require_numbers(value: Any, depth: int, *place: Key) -> None:
    if depth == 0:
        _of_kind("float", str(place[-1]), value, *place)
        return
    for name, own in _of_kind("dict", str(place[-1]), value, *place).items():
        _require_numbers(own, depth - 1, *place, name)


def _check_published(experiment: Experiment) -> None:
    names, published = {*experiment.parsers, *experiment.best}, experiment.published
    of_parsers: dict[tuple[str, ...], OfParsers] = {("scores", own): of for own, of in published.scores.items()}
    for treebank, baselines in published.gains.items():
        _all_known(f"published gains of {treebank!r}", baselines, names, "parser", "published", "gains", treebank)
        of_parsers |= {("gains", treebank, over): parsers for over, parsers in baselines.items()}
    for place, parsers in of_parsers.items():
        where = f"published {place[0]} of {place[1]!r}"
        _all_known(where, parsers, names, "parser", "published", *place)
        for parser, scores in parsers.items():
            _all_known(where, scores, SCORES, "score", "published", *place, parser)
    for treebank, figures in published.figures.items():
        where = f"published figures of {treebank!r}"
        _all_known(where, figures, FIGURES, "figure", "published", "figures", treebank)


def _check(experiment: Experiment) -> None:
    seeds = experiment.seeds
    if not seeds:
        raise _Mistake("seeds: the list is empty", "seeds")
    with _told_with_place("", "seeds"):
        for seed in seeds:
            Declared("seed", "int").checked(seed)
    _refuse_repeated("seed", seeds, "seeds")
    _refuse_repeated("group", [ALL, *(group.name for group in experiment.groups)], "group")
    for number, group in enumerate(experiment.groups):
        for name in ("nonprojective", "sentences"):
            low, high = getattr(group, name)
            if not low < high:
                problem = f"group {group.name!r}: the lower end of a range comes first"
                raise _Mistake(problem, "group", number, name)
    _refuse_repeated("parser", [*experiment.parsers, *experiment.best], "best")
    for best, several in experiment.best.items():
        _all_known(f"best {best!r}", several, experiment.parsers, "parser", "best", best)
    for number, table in enumerate(experiment.tables):
        _check_table(experiment, table, number)
    _check_published(experiment)


def _check_table(experiment: Experiment, table: TableDeclaration, number: int) -> None:
    where, place = f"table {table.title!r}", ("table", number)
    names = {*experiment.parsers, *experiment.best}
    if not table.scores:
        raise _Mistake(f"{where}: it has no scores", *place, "scores")
    _all_known(where, [table.rows], ("treebanks", "parsers"), "kind of rows", *place, "rows")
    _all_known(where, [table.part], ("train", "all"), "part", *place, "part")
    _all_known(where, table.scores, SCORES, "score", *place, "scores")
    _all_known(where, table.figures, FIGURES, "figure", *place, "figures")
    _all_known(where, table.groups, [ALL, *(group.name for group in experiment.groups)], "group", *place, "groups")
    _all_known(where, table.best, names, "parser", *place, "best")
    for index, link in enumerate(table.links):
        _all_known(where, [link.figure], FIGURES, "figure", *place, "link", index, "figure")
        _all_known(where, [link.parser, link.over], names, "parser", *place, "link", index)
    if names:
        _check_patterns(experiment, table, where, place)


def _check_patterns(experiment: Experiment, table: TableDeclaration, where: str, place: Sequence[Key]) -> None:
    names = {*experiment.parsers, *experiment.best}
    for pattern in table.parsers:
        if not experiment._named(pattern):
            problem = f"{where}: no parser is called {pattern!r}{did_you_mean(pattern, names)}"
            raise _Mistake(problem, *place, "parsers")
    pairs = {"*": table.against} if isinstance(table.against, str) else table.against
    _all_known(where, pairs.values(), names, "parser", *place, "against")
    shown = experiment.shown(table)
    for pattern in pairs:
        if not any(_fits(name, pattern) for name in shown):
            problem = f"{where}: it shows no parser that is called {pattern!r}{did_you_mean(pattern, shown)}"
            raise _Mistake(problem, *place, "against")


def _made(kind: type[_Declared], where: str, declared: Any, *place: Key) -> _Declared:
    """A dataclass from a TOML table with keys of the same names and kinds."""
    table = _of_kind("dict", where, declared, *place)
    with _told_with_place(f"{where}: ", *place):
        return made_of_table(kind, table)


@contextmanager
def _told_with_place(where: str, *place: Key) -> Iterator[None]:
    """What is wrong with options is told with the keys that lead to them."""
    try:
        yield
    except (OptionError, UnknownOptionError) as error:
        raise _Mistake(f"{where}{error}", *place, error.option) from None


def _texts(name: str, value: Any, *place: Key) -> list[str]:
    texts: list[str] = _of_kind("Sequence[str]", name, value, *place)
    if not texts:
        raise _Mistake(f"{name}: the list is empty", *(place or [name]))
    return texts


def _of_kind(kind: str, name: str, value: Any, *place: Key) -> Any:
    with _told_with_place("", *(place or [name])):
        return Declared(name, kind).checked(value)


def _refuse_repeated(kind: str, values: Sequence[Any], *place: Key) -> None:
    for number, value in enumerate(values):
        if value in values[:number]:
            raise _Mistake(f"the {kind} {value!r} is there twice", *place)


def _refuse_unknown(where: str, declared: Mapping[str, Any], known: set[str], *place: Key) -> None:
    with _told_with_place(where, *place):
        refuse_unknown(declared, sorted(known))


def _all_known(where: str, values: Iterable[Any], known: Iterable[str], kind: str, *place: Key) -> None:
    for value in values:
        if value not in known:
            raise _Mistake(f"{where}: there is no {kind} {value!r}{did_you_mean(value, known)}", *place)
