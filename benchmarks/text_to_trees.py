"""The speed of whole pipelines: from a file of text to a file of trees, beside UDPipe 1 in the same run.

    pip install ufal.udpipe
    python benchmarks/text_to_trees.py [TREEBANK] [--udpipe MODEL] [--words 1000000] [--times 3]
    python benchmarks/text_to_trees.py [TREEBANK] --without-udpipe [--large MEGABYTES]

The text is that of `train`, repeated. Stages are measured by themselves, in memory; the whole with the command line, on
one core and on two, with the most memory that it had. UDPipe's pipeline reads a twentieth of the text: it is slow, and
its speed does not depend on how much there is. MODEL is one of its files; without it, one is trained, which takes
long. Training of ours is of one thread, and trained anew: processor seconds, with jackknifing; `--model FILE` is one
that has been trained. `--large` parses a file of that size on two cores, once, for its memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from pathlib import Path

import udpipe
import ufal.udpipe
from measured import fastest, folders, part, seconds_of

import crossarc
from crossarc.tables import Table
from crossarc.tokenizer import restore

SHARE_FOR_UDPIPE = 20
_BETWEEN_LOOKS = 0.02  # seconds
PEER = "UDPipe's pipeline, 1 core"


def command_line(model: Path, text: Path, target: Path, cores: int) -> tuple[float, float]:
    """Seconds, and the most megabytes of its own: what the system tells at the end counts those of who started it."""
    command = [sys.executable, "-m", "crossarc", "parse", model, text, "-o", target, "--threads", str(cores), "--quiet"]
    start, most = time.perf_counter(), 0.0
    process = subprocess.Popen(command)
    os.sched_setaffinity(process.pid, range(cores))
    while process.poll() is None:
        status = Path(f"/proc/{process.pid}/status").read_text()
        most = max(most, int(status.partition("VmHWM:")[2].partition("kB")[0] or 0) * 1024 / 1e6)
        time.sleep(_BETWEEN_LOOKS)
    if process.returncode:
        raise RuntimeError(f"crossarc parse ended with {process.returncode}")
    return time.perf_counter() - start, most


def megabytes(path: Path) -> float:
    return path.stat().st_size / 1e6


def of_udpipe(path: Path, text: str) -> float:
    """Seconds of its whole pipeline, in memory."""
    model = ufal.udpipe.Model.load(str(path))  # which the pipeline does not keep
    pipeline = ufal.udpipe.Pipeline(model, "tokenize", "", "", "conllu")
    error = ufal.udpipe.ProcessingError()
    seconds = seconds_of(lambda: pipeline.process(text, error))
    if error.occurred():
        raise ValueError(error.message)
    return seconds


def parsed_options() -> Namespace:
    options = folders(__doc__)
    options.add_argument("name", nargs="?", default="English-EWT", metavar="TREEBANK")
    peers = options.add_mutually_exclusive_group()
    peers.add_argument("--udpipe", type=Path, metavar="MODEL")
    peers.add_argument("--without-udpipe", action="store_true")
    options.add_argument("--model", type=Path, metavar="FILE")
    options.add_argument("--large", type=float, default=0.0, metavar="MEGABYTES")
    options.add_argument("--words", type=int, default=1_000_000)
    options.add_argument("--times", type=int, default=3)
    return options.parse_args()


def main() -> None:
    given = parsed_options()
    train, dev = (crossarc.read(part(given.treebanks, given.name, which)) for which in ("train", "dev"))
    start = time.process_time()
    parser = crossarc.load(given.model) if given.model else crossarc.train(train, dev=dev, stages=None, threads=1)
    training = None if given.model else time.process_time() - start
    copies = max(1, round(given.words / train.word_count))
    once = restore(train) + "\n\n"
    words = copies * train.word_count
    peer = given.udpipe
    if peer is None and not given.without_udpipe:
        peer = udpipe.trained_pipeline(given.models, given.name, part(given.treebanks, given.name, "train"))

    with tempfile.TemporaryDirectory() as folder:
        model, text, target = (Path(folder) / name for name in ("model", "text.txt", "trees.conllu"))
        parser.save(model)
        text.write_text(once * copies, encoding="utf-8")
        untagged = parser.annotator.words(once * copies, offsets=False)
        tagger, lemmatizer = parser.annotator.tagger, parser.annotator.lemmatizer
        tagged = parser.annotator.tag(untagged, threads=1)
        most = {1: 0.0, 2: 0.0}

        def from_file(cores: int) -> float:
            seconds, memory = command_line(model, text, target, cores)
            most[cores] = max(most[cores], memory)
            return seconds

        few = once[: len(once) * copies // SHARE_FOR_UDPIPE]
        few_words = words * len(few) / (len(once) * copies)
        runs = {
            "text to trees, file to file, 1 core": lambda: from_file(1),
            "text to trees, file to file, 2 cores": lambda: from_file(2),
            "tokenizer alone": lambda: seconds_of(lambda: parser.annotator.words(once * copies, offsets=False)),
            "parser alone": lambda: seconds_of(lambda: parser.trees(tagged, threads=1)),
        }
        if tagger is not None:
            runs["tagger alone"] = lambda: seconds_of(lambda: tagger.columns(untagged, redo=True, threads=1))
        if lemmatizer is not None:
            runs["lemmatizer alone"] = lambda: seconds_of(lambda: lemmatizer.column(tagged, redo=True, threads=1))
        if peer is not None:
            runs[PEER] = lambda: of_udpipe(peer, few)
        best = fastest(runs, given.times)
        size = megabytes(model)
        of_text = megabytes(text)
        if given.large:
            text.write_text(once * round(given.large * 1e6 / len(once.encode())), encoding="utf-8")
            large, (_, of_large) = megabytes(text), command_line(model, text, target, 2)

    speeds = {name: (few_words if name == PEER else words) / seconds for name, seconds in best.items()}
    table = Table(["", "words/s", "times UDPipe's pipeline"], title=f"{given.name}, {words:,} words, {of_text:.1f} MB")
    for name, speed in speeds.items():
        table.add(name, f"{speed:,.0f}", speed / speeds[PEER] if PEER in speeds else None)
    print(table.markdown())
    one, two = (speeds[f"text to trees, file to file, {cores} core{'s' * (cores - 1)}"] for cores in (1, 2))
    print(f"\ntwo cores {two / one:.2f} times one; memory {most[1]:.0f} and {most[2]:.0f} MB; model {size:.1f} MB")
    if training is not None:
        print(f"training {training:.0f} processor seconds")
    if given.large:
        print(f"memory for a file of {large:.0f} MB, 2 cores: {of_large:.0f} MB")


if __name__ == "__main__":
    main()
