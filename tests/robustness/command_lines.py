"""Random command lines, right and wrong: no traceback, no silent success, no input changed.

    python tests/robustness/command_lines.py --count 2000

Options come from the program itself, so that new ones are tried without being named here. Each command line runs in a
process of its own, forked from one in which everything is imported, in a folder that holds good and broken files.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import itertools
import os
import random
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import crossarc
from crossarc import synthetic
from crossarc.cli import COMMANDS, command_named, main
from crossarc.cli.parameters import Parameter
from crossarc.experiment import runner as _runner  # noqa: F401 (imported before the fork)

SECONDS = 20  # that a command may take before it is asked to end
LARGEST = 6 << 30  # bytes of memory
WEIRD = (
    "", " ", "0", "-1", "1", "2", "7", "1.5", "nan", "inf", "-inf", "1e400", "99999999999999999999", "²", "٣", "true",
    "None", "-", "--", "a\nb", "\x1b[31m", "é" * 300, "arc-eager+lba", "foo", "./", "/", "/nonexistent/x", "/dev/null",
    "/dev/full", "=", "x=y", "[]", "loop", "empty", "model", "good.conllu", "*", "\ud800",
)  # fmt: skip
SMALL = {
    "epochs": ("1", "2"),
    "samples": ("1", "10"),
    "sentences": ("20", "25"),
    "jobs": ("1", "2"),
    "beam": ("1", "2", "4"),
    "threads": ("0", "1", "2"),
    "seed": ("0", "1", "42"),
    "patience": ("1", "3"),
}
NAMES = {
    "system": crossarc.system_names(),
    "learner": ("perceptron", "liblinear", "libsvm", "bilstm"),
    "stages": ("parse", "tag,lemma,parse", "tokenize", "lemma"),
    "redo": ("tags", "lemmas", "tags,lemmas"),
    "oracle": ("static", "dynamic", "exact", "static-dynamic"),
    "update": ("early", "max-violation"),
    "root": ("first", "last"),
    "reconstruction": ("naive", "label"),
    "root_links": ("trusted", "untrusted"),
    "config": ("config.toml",),
    "features": ("features.txt",),
    "embeddings": ("vectors.txt",),
    "plot": ("out/plot.svg",),
    "output": ("out/output", "out/output.gz", "-"),
    "model": ("out/output", "model", "-"),
    "save": ("out/saved",),
    "results_folder": ("out/results",),
    "treebanks": ("bank",),
    "only": ("seed=1", "treebank=*"),
    "settings": ("epochs=1",),
    "sentence": ("1", "2", "s1"),
    "where": ("nonprojective", "length<=9", "upos=VERB head.deprel=root", "not crossing", "planes>2", "text~a"),
    "show": ("upos", "lemma,upos", "none"),
    "against": ("other.conllu", "good.conllu"),
}
FILES = ("good.conllu", "other.conllu", "model", "-", "grid.toml", "packed.conllu")
MAKES_OUTPUT = {"train": "model", "parse": "output", "tag": "output"}


@dataclass(frozen=True)
class Ending:
    code: int
    stdout: bytes
    stderr: str
    seconds: float
    was_asked_to_end: bool


class Complaint(AssertionError):
    """A command line that did what none may do."""


def prepare(folder: Path) -> None:
    text = synthetic.conllu(24, crossing="any", rate=0.4)
    sentence = text.split("\n\n")[0] + "\n\n"
    broken = {
        "empty": b"",
        "blank": b"\n\n\n",
        "comment": b"# only a comment\n",
        "columns": b"1\ta\tb\n\n",
        "latin1": "1\tä\t_\t_\t_\t_\t0\troot\t_\t_\n\n".encode("latin-1"),
        "cycle": b"1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n",
        "headless": sentence.replace("\t0\troot", "\t_\troot").encode(),
        "unlabelled": sentence.replace("\troot\t", "\t\t").encode(),
        "zeros": bytes(5000),
        "text": b"This is a plain text. It has no columns.\n",
        "random": random.Random(1).randbytes(3000),
        "empty.gz": b"",
        "cut.gz": gzip.compress(text.encode())[:200],
        "bare.toml": b"epochs = \n",
    }
    good = {
        "good.conllu": text.encode(),
        "other.conllu": synthetic.conllu(24, seed=2, crossing="any", rate=0.4).encode(),
        "packed.conllu": gzip.compress(text.encode()),
        "marked.conllu": b"\xef\xbb\xbf" + text.encode(),
        "words.conllu": "".join(f"{n}\tx\t_\tX\t_\t_\t{n - 1}\ty\t_\t_\n" for n in range(1, 500)).encode() + b"\n",
        "config.toml": b"epochs = 1\nbeam = 2\n",
        "features.txt": b"S0.w\nB0.w\nS0.p+B0.p\n",
        "vectors.txt": b"2 3\nthe 0.1 0.2 0.3\na 0.3 0.2 0.1\n",
        "grid.toml": b"[parsers]\nsmall = { epochs = 1 }\n[[table]]\ntitle = 'Scores'\n",
    }
    for name, content in (broken | good).items():
        (folder / name).write_bytes(content)
    for part in ("train", "dev", "test"):
        (folder / "bank").mkdir(exist_ok=True)
        (folder / "bank" / f"{part}.conllu").write_bytes(text.encode())
    (folder / "loop").symlink_to("loop")
    (folder / "link").symlink_to("good.conllu")
    (folder / "folder").mkdir()
    for name, options in {"model": {}, "beamed": {"beam": 4}, "covington": {"system": "covington"}}.items():
        crossarc.train(folder / "good.conllu", dev=folder / "other.conllu", epochs=1, **options).save(folder / name)
    (folder / "forged").write_bytes((folder / "model").read_bytes()[:-100])


def random_command(chance: random.Random, names: list[str]) -> list[str]:
    """A command with some of its arguments and options, most of them right."""
    name = chance.choice(list(COMMANDS))
    words = [name]
    usual = chance.choice(("good.conllu", "other.conllu"))
    for parameter in command_named(name).parameters:
        if not parameter.on_the_command_line:
            continue
        if parameter.is_argument:
            least = 2 if name == "compare" else 1
            count = chance.choice((least, least, least, least + 1)) if parameter.several else 1
            given = range(count if chance.random() < 0.97 else 0)
            words += [argument(chance, name, parameter, names, usual) for _ in given]
            continue
        is_needed = parameter.is_required or parameter.name in ("epochs", "samples", "sentences")
        # Fewer of those of `train`, which has many: most of them do not go together.
        if chance.random() < (0.95 if is_needed else 0.03 if name == "train" else 0.1):
            yes, no = parameter.flags
            option = chance.choice([*yes, *no])
            words += [option] if parameter.is_flag else [option, value(chance, parameter, names)]
    if chance.random() < 0.03:
        words.insert(
            chance.randrange(1, len(words) + 1), chance.choice(("--nonsense", "-z", "extra", "--help", "--version"))
        )
    return words


def argument(chance: random.Random, command: str, parameter: Parameter, names: list[str], usual: str) -> str:
    if chance.random() < 0.15:
        return chance.choice(names)
    if parameter.name == "model":
        return chance.choice(("model", "beamed", "covington"))
    if command == "experiment":
        return "grid.toml"
    if command == "completion":
        return value(chance, parameter, names)
    return chance.choice((usual, usual, usual, "words.conllu", "marked.conllu", "packed.conllu", "-"))


def value(chance: random.Random, parameter: Parameter, names: list[str]) -> str:
    drawn = chance.random()
    if drawn < 0.08:
        return chance.choice(WEIRD)
    if drawn < 0.12:
        return chance.choice(names)
    known = parameter.declared.choices or (SMALL | NAMES).get(parameter.name) or ("0", "1", "2", "0.5", "3")
    return str(chance.choice(known))


def run(words: list[str], folder: Path, stdin: Path) -> Ending:
    """The command line in a forked process: as from a shell, with a limit of time and of memory."""
    began = time.perf_counter()
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        become(words, folder, stdin)
    asked = False
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            break
        taken = time.perf_counter() - began
        if taken > SECONDS and not asked:
            asked = True
            os.kill(process, signal.SIGTERM)
        if taken > SECONDS + 5:
            os.kill(process, signal.SIGKILL)
        time.sleep(0.005)
    seconds = time.perf_counter() - began
    told = (folder.parent / "stderr").read_bytes().decode("utf-8", "replace")
    return Ending(os.waitstatus_to_exitcode(status), (folder.parent / "stdout").read_bytes(), told, seconds, asked)


def become(words: list[str], folder: Path, stdin: Path) -> None:
    """Go on as the command; never returns."""
    code = 70
    try:
        os.setpgid(0, 0)
        os.chdir(folder)
        for number, (path, flags) in enumerate(
            (
                (stdin, os.O_RDONLY),
                *((folder.parent / own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for own in ("stdout", "stderr")),
            )
        ):
            os.dup2(os.open(path, flags), number)
        resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(n, m, encoding="utf-8", closefd=False) for n, m in ((0, "r"), (1, "w"), (2, "w"))
        )
        sys.argv = ["crossarc", *words]
        try:
            main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 71
        except BaseException:  # what Python would print
            import traceback  # noqa: PLC0415

            traceback.print_exc()
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def check(words: list[str], ending: Ending, folder: Path, before: dict[str, str]) -> None:
    def require(holds: bool, what: str) -> None:
        if not holds:
            raise Complaint(
                f"{what}: {shlex.join(words)}\n  exit {ending.code}, {ending.seconds:.1f} s: {ending.stderr!r}"
            )

    require("Traceback" not in ending.stderr and "Exception ignored" not in ending.stderr, "a traceback")
    if ending.was_asked_to_end:
        require(ending.code in (143, 0) and ending.seconds < SECONDS + 2, "it does not end when it is asked to")
        return
    require(ending.code in (0, 1, 2), "another exit code")
    if ending.code:
        errors = [line for line in ending.stderr.split("\n") if line.startswith("crossarc: error: ")]
        failed_runs = words[0] == "experiment" and "failed; --retry" in ending.stderr
        require(len(errors) == 1 or failed_runs, "no error, or more than one line of it")
    elif not {"--help", "-h", "--version"} & set(words):
        # Nothing to parse gives nothing, and says so unless it is told to say nothing.
        is_told = "there is no sentence" in ending.stderr or (
            words[0] in ("parse", "tag") and {"-q", "--quiet"} & set(words)
        )
        require(bool(ending.stdout) or has_output(words, folder) or bool(is_told), "a silent success")
    after = digests(folder)
    changed = sorted(name for name in before if after.get(name) != before[name] and name not in named_outputs(words))
    require(not changed, f"it changed {changed}")
    require(not list(folder.rglob(".crossarc-*")), "it left temporary files")


def named_outputs(words: list[str]) -> list[str]:
    """What follows an option that names an output."""
    return [own for option, own in itertools.pairwise(words) if option in ("-o", "--output", "--plot", "--save")]


def has_output(words: list[str], folder: Path) -> bool:
    return any(own.startswith("/dev/") or (folder / own).exists() for own in named_outputs(words))


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file() and not path.is_symlink()
    }


def try_all(count: int, seed: int, *, show: bool = False) -> tuple[Counter[str], list[Complaint]]:
    """How the command lines ended, and which did what none may do."""
    place = Path(tempfile.mkdtemp(prefix="command-lines-"))
    original, folder = place / "original", place / "folder"
    original.mkdir()
    endings: Counter[str] = Counter()
    complaints = []
    try:
        prepare(original)
        names = sorted(path.name for path in original.iterdir())
        for number in range(count):
            chance = random.Random(f"{seed} {number}")
            shutil.copytree(original, folder, symlinks=True)
            (folder / "out").mkdir()
            words = [
                os.fsdecode(word.encode("utf-8", "surrogatepass").replace(b"\0", b""))
                for word in random_command(chance, names)
            ]
            ending = run(words, folder, original / chance.choice(("good.conllu", "good.conllu", "empty", "text")))
            if show:
                print(
                    f"{number}: {ending.code} {ending.seconds:.1f} {shlex.join(words)}: {ending.stderr[:200]!r}",
                    flush=True,
                )
            try:
                check(words, ending, folder, digests(original))
            except Complaint as complaint:
                complaints.append(complaint)
            endings[f"{words[0]:10} exit {ending.code}"] += 1
            shutil.rmtree(folder)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return endings, complaints


def run_main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", action="store_true", help="Print every command line and how it ended.")
    chosen = options.parse_args()
    endings, complaints = try_all(chosen.count, chosen.seed, show=chosen.show)
    for ending, count in sorted(endings.items()):
        print(f"{count:6,}  {ending}")
    for complaint in complaints:
        print(complaint)
    sys.exit(bool(complaints))


if __name__ == "__main__":
    run_main()
