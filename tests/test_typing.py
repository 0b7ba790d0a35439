"""What a type checker finds in a user's file, and that the types say what there is."""

from __future__ import annotations

import ast
import subprocess
import sys
import typing
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import crossarc
from crossarc import names
from crossarc.annotator_training import TRAIN_TAGS
from crossarc.choices import OptionError
from crossarc.features import TAGS
from crossarc.learners import LEARNERS, all_learners
from crossarc.learners.label_choice import LABEL_CHOICES
from crossarc.neural.options import LOSSES, PRESET_NAMES
from crossarc.oracle_options import BUFFER_ARCS, PLANES
from crossarc.parser.options import NONPROJECTIVE, UPDATES, TrainingOptions
from crossarc.parser.parsable import ParsingChoices
from crossarc.parser.typed_options import TrainingChoices
from crossarc.reconstruction import RECONSTRUCTIONS, ROOT_LINKS
from crossarc.stages import stage_names
from crossarc.tokenizer import FORMATS

RIGHT = """\
import gzip
from pathlib import Path

import crossarc

treebank = crossarc.read(Path("train.conllu"))
train, dev, test = treebank.split(0.8, 0.1, 0.1)
parser = crossarc.train([train, test], dev=dev, system="2-planar", epochs=3, learner="perceptron", prune=0.5)
crossarc.train(["a.conllu", "b.conllu"], "dev.conllu", progress=print).save("model")
parsed: crossarc.Treebank = parser("Gallia est omnis divisa.")
one: crossarc.Sentence = parser.parse(["Gallia", "est"])
several: crossarc.Treebank = parser.parse([["Gallia", "est"], ["omnis"]])
again: crossarc.Sentence = parser.parse(parsed[0], beam=1)
files: crossarc.Treebank = crossarc.load("model").parse("test.conllu", threads=1)
las: float = parser.evaluate(test).las
difference: float | None = crossarc.compare(test, parser, "other.conllu")["las"].difference
for word in parsed.words:
    form: str = word.form
    head: str = word.head.form if word.head else "ROOT"
    case: str | None = word.feats.get("Case")
crossarc.write((sentence for sentence in crossarc.stream("x.conllu") if sentence.is_projective), "y.conllu")
system = crossarc.System("arc-eager+lba")
steps: list[str] = system.derive(parsed[0]) + crossarc.trace(parsed[0], system).transitions
crossarc.train(train, system=system)
analyses: list[crossarc.Analysis] = crossarc.analyze(["a.conllu", "b.conllu"])
zipped: crossarc.Treebank = crossarc.read(gzip.open("a.conllu.gz"))
share: float = crossarc.analyze(treebank).projective_uas
"""

WRONG = {
    'crossarc.train("a.conllu", epoch=3)': 'Unexpected keyword argument "epoch"',
    'crossarc.train("a.conllu", sistem="x")': 'Unexpected keyword argument "sistem"',
    'crossarc.train("a.conllu", system="2planar")': 'Argument "system"',
    'crossarc.train("a.conllu", epochs="3")': 'Argument "epochs"',
    'crossarc.train("a.conllu", learner="svm")': 'Argument "learner"',
    'crossarc.train("a.conllu", stages=["parser"])': "List item 0",
    'crossarc.load("m").parse("a.conllu", bem=2)': 'No overload variant of "parse" of "Parser"',
    'crossarc.load("m").evaluate("a.conllu").lass': '"Evaluation" has no attribute "lass"',
    'crossarc.trace([2, 0], "2planar")': 'Argument 2 to "trace"',
    'crossarc.read("a.conllu").word': '"Treebank" has no attribute "word"',
    'crossarc.read("a.conllu")[0][0].head.form': 'Item "None" of "Word | None" has no attribute "form"',
    'crossarc.Parser(system="arc-eager")': 'Argument "system" to "Parser"',
    'crossarc.read("a.conllu")[0][0].upos = "X"': 'Property "upos" defined in "Word" is read-only',
    "crossarc.read(3)": 'Argument 1 to "read"',
}


def test_mypy_on_a_users_file(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    first = RIGHT.count("\n") + 1
    (tmp_path / "mine.py").write_text(RIGHT + "".join(f"{line}\n" for line in WRONG), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context"]
    command += ["--cache-dir", str(Path(__file__).parents[1] / ".mypy_cache"), "mine.py"]  # that of the linter, if any
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = [line.split(":", 3) for line in run.stdout.splitlines() if ": error:" in line]
    by_line = {int(number): message for _, number, _, message in found}
    for number, (line, message) in enumerate(WRONG.items(), start=first):
        assert message in by_line.get(number, ""), f"{line}\n{run.stdout}{run.stderr}"
    assert sorted(by_line) == list(range(first, first + len(WRONG))), run.stdout


def test_names_are_those_that_there_are() -> None:
    systems = {*crossarc.system_names()}
    for base in crossarc.system_names():
        for count in range(1, 5):
            for added in combinations(("lba", "rba", "lnba", "rnba"), count):
                name = "+".join([base, *added])
                try:
                    crossarc.System(name)
                except OptionError:
                    continue
                systems.add(name)
    assert set(typing.get_args(names.SystemName)) == systems
    oracles = {oracle for system in crossarc.systems() for oracle in system.oracles}
    assert set(typing.get_args(names.OracleName)) == oracles
    for type_, known in (
        (names.LearnerName, LEARNERS),
        (names.StageName, stage_names()),
        (names.TextFormat, FORMATS),
        (names.TrainTags, TRAIN_TAGS),
        (names.Reconstruction, RECONSTRUCTIONS),
        (names.RootLinks, ROOT_LINKS),
        (names.BufferArcs, BUFFER_ARCS),
        (names.PlaneCriterion, PLANES),
        (names.Nonprojective, NONPROJECTIVE),
        (names.Tags, TAGS),
        (names.Update, UPDATES),
        (names.LabelChoice, LABEL_CHOICES),
        (names.Preset, PRESET_NAMES),
        (names.Loss, LOSSES),
    ):
        assert set(typing.get_args(type_)) == set(known), type_
    for place in typing.get_args(names.RootPlace):
        crossarc.System("arc-eager", root=place)


def test_options_are_those_that_there_are() -> None:
    common = {name for name in TrainingOptions.__dataclass_fields__ if name not in ("own", "_given")}
    own = {name for learner in all_learners() for name in (*learner.option_names, learner.table) if name}
    assert set(TrainingChoices.__annotations__) == common | own
    parse = set(crossarc.Parser.parse.__annotations__) - {"source", "return"}
    assert set(ParsingChoices.__annotations__) == parse
    typing.get_type_hints(TrainingChoices)  # all of them are types


def test_one_name_for_one_thing() -> None:
    """No two classes of the package have the same name."""
    package = Path(str(crossarc.__file__)).parent
    found = Counter(
        node.name
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in found.items() if count > 1] == []


def test_threads_have_one_default() -> None:
    """That of the command line: 0, one per core."""
    package = Path(str(crossarc.__file__)).parent
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            arguments = [*node.args.args, *node.args.kwonlyargs]
            defaults = [None] * (len(node.args.args) - len(node.args.defaults)) + [
                *node.args.defaults,
                *node.args.kw_defaults,
            ]
            for argument, default in zip(arguments, defaults, strict=True):
                if argument.arg == "threads" and default is not None:
                    assert ast.unparse(default) == "0", f"{path}:{node.lineno}"
