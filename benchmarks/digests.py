"""What parsers come to, as sums: whether a change of the code has changed a byte of any model or any output.

    python benchmarks/digests.py --write before.txt          with one build
    python benchmarks/digests.py --against before.txt        with another

Small parsers of every system, variant, oracle and learner are trained on synthetic treebanks and parse others. For each
there is a line: section, name, and SHA-256 of the model file; of the parsed text, with one root and with several, by
its own beam and by another, and of what tells how arcs were built; and of the text with confidences. Oracles have lines
of their own: what the static ones derive, and all losses and costs on random ways through derivations.

Model files are compared without the version of crossarc. The section `core` depends on nothing but this repository
(and whether the compiler may multiply and add at once, as it does for ARM), `svm` on scikit-learn as well, `network` on
PyTorch and the processor: compare these on one machine. Confidences are fitted by NumPy, whose last digits may differ
between machines, too.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import struct
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

import crossarc
from crossarc import Batch, Parser, System, Treebank, synthetic
from crossarc.messages import CrossarcWarning

# What digests number transitions by, whatever the core does.
NUMBERS = (
    *("SHIFT", "REDUCE", "LEFT-ARC", "RIGHT-ARC", "NO-ARC", "SWITCH", "SWAP", "ARC"),
    *("LEFT-BUFFER-ARC", "RIGHT-BUFFER-ARC", "LEFT-NONPROJ-BUFFER-ARC", "RIGHT-NONPROJ-BUFFER-ARC"),
)

DIRECTED = ("arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar", "covington")
UNDIRECTED = ("undirected-planar", "undirected-2-planar", "undirected-covington")
WITH_BUFFER_TRANSITIONS = ("arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar")
BUFFER_TRANSITIONS = ("lba", "rba", "lnba", "rnba")
NONPROJECTIVE = ("keep", "drop", "projectivize", "lift", "pseudo-head", "pseudo-path", "pseudo-head+path")
BEAM = {"beam-early": {"beam": 8, "update": "early"}, "beam-max": {"beam": 8, "update": "max-violation"}}
SMALL_NETWORK = {"lstm_size": 12, "hidden_size": 12, "word_size": 12, "tag_size": 6, "batch_size": 8, "epochs": 2}
SMALL_BEST = SMALL_NETWORK | {"lemma_size": 6, "feats_size": 6, "char_size": 6, "guess_size": 8}
HEADER = struct.Struct("<8sIIQ")  # of a model file: magic, format, checksum, length of the configuration

Options = dict[str, Any]


class Case(NamedTuple):
    section: str
    name: str
    digests: Callable[[], tuple[str, ...]]


class Data(NamedTuple):
    """Treebanks of one language: some trees cross in each way, and of `several` many have several roots."""

    train: Treebank
    dev: Treebank
    test: Treebank
    several: Treebank
    long: Treebank  # one sentence that is too long for a beam to copy its configurations as a whole

    @classmethod
    def made(cls) -> Data:
        parts = synthetic.splits(40, 25, 25, seed=5, crossing="any", rate=0.5, vocabulary=200, max_words=20)
        train, dev, test = (Treebank.from_conllu(text, path="<synthetic>") for text in parts.values())
        return cls(train, dev, test, _with_several_roots(train), _as_one_sentence(parts["train"], 260))


def _with_several_roots(treebank: Treebank) -> Treebank:
    """The last word of every other sentence hangs from 0 as well."""
    heads = treebank.heads.copy()
    heads[treebank.offsets[1::2] - 1] = 0
    labels = [word.deprel for sentence in treebank for word in sentence]
    return Treebank.from_conllu(treebank.with_trees(heads, labels).to_conllu(), path="<synthetic>")


def _as_one_sentence(text: str, words: int) -> Treebank:
    """The first words of a treebank, which hang from the one before."""
    rows = [line.split("\t") for line in text.splitlines() if line[:1].isdigit()]
    chosen = [row for row in rows if row[0].isdigit()][:words]
    for number, row in enumerate(chosen, start=1):
        row[0], row[6], row[8], row[9] = str(number), str(number - 1), "_", "_"
    return Treebank.from_conllu("".join("\t".join(row) + "\n" for row in chosen) + "\n", path="<synthetic>")


def variants() -> Iterator[tuple[str, str, Options]]:
    """A name, a system and its options, for all variants but those with buffer transitions."""
    for system in DIRECTED:
        yield system, system, {}
    yield "arc-eager/first", "arc-eager", {"root": "first"}
    for system in UNDIRECTED:
        yield f"{system}/naive", system, {"reconstruction": "naive"}
        for links in ("untrusted", "trusted"):
            yield f"{system}/label-{links}", system, {"reconstruction": "label", "root_links": links}


def buffered_variants() -> Iterator[tuple[str, str, Options]]:
    """Every combination of buffer transitions with every system that takes them."""
    for base in WITH_BUFFER_TRANSITIONS:
        for count in range(1, len(BUFFER_TRANSITIONS) + 1):
            for added in itertools.combinations(BUFFER_TRANSITIONS, count):
                system = "+".join((base, *added))
                yield system, system, {}
                if base == "arc-eager":
                    yield f"{system}/first", system, {"root": "first"}


def oracles_of(system: str, options: Options) -> tuple[str, ...]:
    return System(system, **options).oracles


def cases(data: Data, threads: int) -> Iterator[Case]:
    """All cases, in the order of the lines."""

    def parser(section: str, name: str, train: Treebank = data.train, dev: bool = False, **options: Any) -> Case:
        return Case(section, name, lambda: parser_digests(data, train, dev, threads, options))

    for name, system, options in (*variants(), *buffered_variants()):
        yield Case("core", f"oracles {name}", lambda s=system, o=options: oracle_digests(data, s, o))
    yield from perceptrons(data, parser)
    for system in (*DIRECTED, *UNDIRECTED):
        yield Case("core", f"long {system}", lambda s=system: long_digests(data, s, threads))
    if find_spec("sklearn"):
        yield from support_vector_machines(data, parser)
    if find_spec("torch"):
        yield from networks(data, parser)


def perceptrons(data: Data, parser: Callable[..., Case]) -> Iterator[Case]:
    for name, system, options in variants():
        for oracle in oracles_of(system, options):
            given = options | {"system": system, "oracle": oracle, "epochs": 3}
            yield parser("core", f"perceptron {name} {oracle}", **given)
            for search, own in BEAM.items():
                yield parser("core", f"perceptron {name} {oracle} {search}", **(given | own | {"epochs": 2}))
    for name, system, options in buffered_variants():
        for oracle in oracles_of(system, options):
            given = options | {"system": system, "oracle": oracle, "epochs": 2}
            for search, own in {"": {}, " beam-max": BEAM["beam-max"]}.items():
                yield parser("core", f"perceptron {name} {oracle}{search}", **(given | own))
    for name, given in (*several_roots(data, (*DIRECTED, *UNDIRECTED)), *other_perceptrons()):
        yield parser("core", f"perceptron {name}", **({"epochs": 2} | given))
    for name, given in several_roots(data, ("arc-eager", "2-planar")):
        yield parser("core", f"perceptron {name} beam-max", **(BEAM["beam-max"] | {"epochs": 2} | given))


def other_perceptrons() -> Iterator[tuple[str, Options]]:
    """Options that the others leave as they are."""
    for system, nonprojective in itertools.product(("arc-standard", "arc-eager", "arc-hybrid"), NONPROJECTIVE):
        yield f"{system} {nonprojective}", {"system": system, "nonprojective": nonprojective}
    for nonprojective in ("drop", "projectivize", "pseudo-head"):
        yield f"2-planar {nonprojective}", {"system": "2-planar", "nonprojective": nonprojective}
        name = f"undirected-planar {nonprojective}"
        yield name, {"system": "undirected-planar", "nonprojective": nonprojective}
    yield "2-planar not regularized", {"system": "2-planar", "regularize": False}
    yield "2-planar not regularized beam-max", {"system": "2-planar", "regularize": False, **BEAM["beam-max"]}
    for planes, oracle in itertools.product(("first", "shortest", "projective"), ("static", "dynamic")):
        yield f"2-planar planes {planes} {oracle}", {"system": "2-planar", "planes": planes, "oracle": oracle}
    for system in ("arc-eager+rba", "arc-hybrid-swap+lba+rba", "2-planar+rba"):
        yield f"{system} buffer arcs any", {"system": system, "oracle": "static", "buffer_arcs": "any"}
    for tags in ("upos", "xpos", "none"):
        yield f"tags {tags}", {"tags": tags}
    yield "all weights", {"prune": 0.0, "min_updates": 0}
    yield "exploration 0", {"exploration": 0.0}
    yield "exploration 1 from the first epoch", {"exploration": 1.0, "first_exploration": 1}
    yield "exploration 0 beam-max", {"exploration": 0.0, **BEAM["beam-max"]}
    yield "another seed", {"seed": 2}
    yield "own features", {"features": "S0.w\nB0.w\nS0.p+B0.p\nS0h.d\nS0.vl\nS0.far"}
    yield "dev", {"dev": True, "epochs": 4, "patience": 1}
    yield "dev 2-planar beam-max", {"dev": True, "system": "2-planar", **BEAM["beam-max"]}


def several_roots(data: Data, systems: tuple[str, ...]) -> Iterator[tuple[str, Options]]:
    """Trained on trees with several roots, and told that there is one."""
    for system in systems:
        yield f"{system} several roots", {"system": system, "train": data.several}
    yield "arc-eager several roots, one wanted", {"train": data.several, "multi_root": False}


def support_vector_machines(data: Data, parser: Callable[..., Case]) -> Iterator[Case]:
    buffered = [f"{base}+{added}" for base in WITH_BUFFER_TRANSITIONS for added in ("lba+rba", "lnba+rnba")]
    for learner in ("liblinear", "libsvm"):
        for name, system, options in (*variants(), *((own, own, {}) for own in buffered)):
            yield parser("svm", f"{learner} {name}", **(options | {"learner": learner, "system": system}))
        for name, given in several_roots(data, ("arc-eager", "2-planar", "undirected-covington")):
            yield parser("svm", f"{learner} {name}", **({"learner": learner} | given))
        yield parser("svm", f"{learner} drop", learner=learner, nonprojective="drop")
        yield parser("svm", f"{learner} tags none", learner=learner, tags="none")
        yield parser("svm", f"{learner} dev", learner=learner, dev=True)


def networks(data: Data, parser: Callable[..., Case]) -> Iterator[Case]:
    directed = [variant for variant in variants() if variant[1] in DIRECTED]
    directed.append(("arc-eager/last", "arc-eager", {"root": "last"}))
    buffered = [f"{base}+{added}" for base in WITH_BUFFER_TRANSITIONS for added in ("lba+rba", "rnba")]
    for preset, sizes in (("paper", SMALL_NETWORK), ("best", SMALL_BEST)):
        common: Options = {"learner": "bilstm", "preset": preset} | sizes
        for name, system, options in (*directed, *((own, own, {}) for own in buffered)):
            for oracle in oracles_of(system, options):
                own = common | options | {"system": system, "oracle": oracle}
                yield parser("network", f"{preset} {name} {oracle}", **own)
        for name, given in several_roots(data, ("arc-eager", "arc-hybrid", "planar", "2-planar", "covington")):
            yield parser("network", f"{preset} {name}", **(common | given))
        yield parser("network", f"{preset} dev", **(common | {"dev": True}))
    for labels in ("together", "after"):
        own = {"learner": "bilstm", "labels": labels, "loss": "cross-entropy", **SMALL_NETWORK}
        yield parser("network", f"labels {labels}, cross-entropy", **own)


def parser_digests(data: Data, train: Treebank, dev: bool, threads: int, options: Options) -> tuple[str, ...]:
    parser = crossarc.train(train, dev=data.dev if dev else None, threads=threads, **options)
    return (
        digest_of(model_parts(parser)),
        output_digest(parser, data.test, threads),
        scores_digest(parser, data, threads),
    )


def output_digest(parser: Parser, test: Treebank, threads: int) -> str:
    parts = [parser.parse(test, multi_root=several, threads=threads).to_bytes() for several in (None, False, True)]
    if parser.info["learner"] in ("perceptron", "liblinear"):
        other = 1 if parser.info["options"]["beam"] > 1 else 3
        parts.append(parser.parse(test, beam=other, threads=threads).to_bytes())
    numbers = [NUMBERS.index(name) for name in parser.transitions] + [-1]
    parts.append(np.array(numbers, np.int32)[parser.builders(test)].tobytes())
    if (links := parser.links(test)) is not None:
        parts += [array.tobytes() for array in links[:-1]]
    return digest_of(parts)


def scores_digest(parser: Parser, data: Data, threads: int) -> str:
    measured = parser.with_confidence(data.dev, threads=threads)
    return digest_of([measured.parse(data.test, scores=True, threads=threads).to_bytes()])


def model_parts(parser: Parser) -> list[bytes]:
    """What is in the model file, but for its checksum and the version of crossarc."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        parser.save(path)
        content = path.read_bytes()
    magic, version, _, size = HEADER.unpack(content[: HEADER.size])
    configuration, weights = content[HEADER.size : HEADER.size + size].rstrip(), content[HEADER.size + size :]
    own_version = f'"version": "{crossarc.__version__}"'.encode()
    assert configuration.count(own_version) == 1
    return [magic, struct.pack("<I", version), configuration.replace(own_version, b""), weights]


def long_digests(data: Data, system: str, threads: int) -> tuple[str, ...]:
    """A sentence of so many words that configurations keep a journal."""
    parser = crossarc.train(data.train, system=system, epochs=1, beam=4, threads=threads)
    return digest_of(model_parts(parser)), digest_of([parser.parse(data.long, threads=threads).to_bytes()])


def oracle_digests(data: Data, name: str, options: Options) -> tuple[str, ...]:
    """Static derivations, and all oracles' answers on ways that are chosen at random, with a bias to the right one."""
    system = System(name, **options)
    trees = [tree.tolist() for tree in np.split(data.train.heads, data.train.offsets[1:-1])]
    derived = [" ".join(system.derive(tree)) + f" {system.covers(tree)}" for tree in trees]
    answers = []
    for oracle in system.oracles:
        batch, random = Batch(system, gold=trees, oracle=oracle, threads=1), Random(3)
        while not batch.finished.all():
            costs = batch.costs()
            answers += [costs.tobytes(), batch.losses().tobytes()]
            batch.apply([_chosen(row, random) for row in costs.tolist()])
        answers += [np.concatenate(batch.heads).tobytes(), batch.losses().tobytes()]
    return digest_of([line.encode() for line in derived]), digest_of(answers)


def _chosen(costs: list[int], random: Random) -> int:
    """A transition of least cost, or now and then another; -1 if none is legal."""
    legal = [k for k, cost in enumerate(costs) if cost >= 0]
    if not legal:
        return -1
    least = [k for k in legal if costs[k] == min(costs[own] for own in legal)]
    return random.choice(legal if random.random() < 0.2 else least)


def digest_of(parts: list[bytes]) -> str:
    sums = hashlib.sha256()
    for part in parts:
        sums.update(struct.pack("<Q", len(part)))
        sums.update(part)
    return sums.hexdigest()


def differences(found: dict[str, list[str]], expected: dict[str, list[str]], whole: bool) -> list[str]:
    """A line for each case that is not as it was; of a part of the cases, none is missed."""
    lines = []
    for name, digests in found.items():
        if name not in expected:
            lines.append(f"new: {name}")
        elif digests != expected[name]:
            what = ("derivations", "answers") if name.startswith("core oracles") else ("model", "output", "confidence")
            changed = [part for part, a, b in zip(what, digests, expected[name], strict=False) if a != b]
            lines.append(f"differs in {', '.join(changed)}: {name}")
    return lines + [f"gone: {name}" for name in expected if whole and name not in found]


def read(path: Path) -> dict[str, list[str]]:
    lines = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {name: digests for name, *digests in lines}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", type=Path, metavar="FILE", help="store the lines")
    arguments.add_argument(
        "--against", type=Path, metavar="FILE", help="name what differs from stored lines, and exit 1"
    )
    arguments.add_argument("--only", default="*", metavar="PATTERN", help="cases such as 'network*' or '*2-planar*'")
    arguments.add_argument("--threads", type=int, default=1, help="changes nothing but the time (default: 1)")
    given = arguments.parse_args()
    warnings.simplefilter("ignore", CrossarcWarning)  # that parsers are small, and beams not those of training
    expected = read(given.against) if given.against else {}
    found: dict[str, list[str]] = {}
    began = time.process_time()
    for case in cases(Data.made(), given.threads):
        name = f"{case.section} {case.name}"
        if not fnmatchcase(name, given.only):
            continue
        assert name not in found, name
        found[name] = list(case.digests())
        if not given.against and not given.write:
            print(name, *found[name], sep="\t", flush=True)
    text = "".join("\t".join((name, *digests)) + "\n" for name, digests in found.items())
    if given.write:
        given.write.write_text(text, encoding="utf-8")
    changed = differences(found, expected, given.only == "*") if given.against else []
    print(*changed, sep="\n", end="\n" if changed else "")
    told = f", {len(changed)} of them not as they were" if given.against else ""
    print(f"{len(found)} cases{told}; {time.process_time() - began:.0f} s of processor time", file=sys.stderr)
    sys.exit(bool(changed))


if __name__ == "__main__":
    main()
