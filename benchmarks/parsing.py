"""The speed of parsing: in memory, and with the command line from file to file; against UDPipe 1 in the same run.

    python benchmarks/parsing.py [TREEBANK] [--treebanks ../shared/treebanks] [--models build/models] [--repeat 5]
        [--udpipe MODEL]

The test data, of English-EWT unless another treebank is named, with gold words and tags, is repeated up to a million
words (for UDPipe up to fewer). Runs take turns, and the best of each counts. "One core" is one: the process and the
threads that it starts are bound to it. "Files" is the whole command, from its start to its end; for UDPipe it is
reading, parsing and writing in this process.
Parsers are trained first, UDPipe's with its own trainer; a second run does not train again (empty the folder if the
learner has changed). Needs Linux, and: pip install ufal.udpipe
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import udpipe
from measured import fastest, folders, on_cores, part, seconds_of, trained

import crossarc
from crossarc import Parser
from crossarc.tables import Table

SETTINGS = {
    "arc-eager, greedy": {"system": "arc-eager", "beam": 1},
    "2-planar, greedy": {"system": "2-planar", "beam": 1},
    "covington, greedy": {"system": "covington", "beam": 1},
    "arc-eager, beam 8": {"system": "arc-eager", "beam": 8},
}
UDPIPE_BEAMS = (1, 5)


def repeated(source: Path, words: int, target: Path) -> int:
    """Write the file so often that it has that many words; returns how many it has then."""
    own = crossarc.read(source).word_count
    times = max(1, words // own)
    target.write_bytes(source.read_bytes() * times)
    return own * times


def in_memory(parser: Parser, path: Path, threads: int) -> float:
    treebank = crossarc.read(path)  # anew: what a run finds out about the words is not there for the next
    return on_cores(threads, lambda: seconds_of(lambda: parser.trees(treebank, threads=threads)))


def file_to_file(model: Path, source: Path, target: Path, threads: int) -> float:
    command = [sys.executable, "-m", "crossarc", "parse", str(model), str(source), "-o", str(target), "-q"]
    run = [*command, "--threads", str(threads)]
    return on_cores(threads, lambda: seconds_of(lambda: subprocess.run(run, check=True)))


def runs_of_crossarc(model: Path, name: str, text: Path, out: Path, threads: int) -> dict[str, Callable[[], float]]:
    parser = crossarc.load(model)
    return {
        f"{name}|{count}|{where}": run
        for count in range(1, threads + 1)
        for where, run in (
            ("memory", lambda count=count: in_memory(parser, text, count)),
            ("files", lambda count=count: file_to_file(model, text, out, count)),
        )
    }


def runs_of_udpipe(model: Path, text: Path, out: Path) -> dict[str, Callable[[], float]]:
    peer, read = udpipe.Udpipe(model), udpipe.sentences(text)
    return {
        f"UDPipe, beam {beam}|1|{where}": run
        for beam in UDPIPE_BEAMS
        for where, run in (
            ("memory", lambda beam=beam: on_cores(1, lambda: peer.seconds_in_memory(read, beam))),
            ("files", lambda beam=beam: on_cores(1, lambda: seconds_of(lambda: peer.write(text, out, beam)))),
        )
    }


def show(speeds: dict[str, float], scores: dict[str, float]) -> None:
    """Words per second, and how many times those of UDPipe on one core, read and written likewise."""
    header = ["", "LAS", "cores", "from", "words/s", "× one core", *(f"× UDPipe, beam {beam}" for beam in UDPIPE_BEAMS)]
    table = Table(header)
    for key, speed in speeds.items():
        name, cores, where = key.split("|")
        peers = [speed / speeds[f"UDPipe, beam {beam}|1|{where}"] for beam in UDPIPE_BEAMS]
        table.add(name, scores[name], int(cores), where, round(speed), speed / speeds[f"{name}|1|{where}"], *peers)
    table.show()


def main() -> None:
    options = folders(__doc__)
    options.add_argument("name", nargs="?", default="English-EWT", metavar="TREEBANK")
    options.add_argument("--repeat", type=int, default=5)
    options.add_argument("--words", type=int, default=1_000_000)
    options.add_argument("--udpipe-words", type=int, default=100_000)
    options.add_argument("--udpipe", type=Path, help="a model of UDPipe's, instead of training one for an hour")
    options.add_argument("--only", nargs="+", choices=SETTINGS, default=list(SETTINGS), help="of our own parsers")
    given = options.parse_args()
    test = part(given.treebanks, given.name, "test")
    models = {  # the same as in accuracy.py
        name: trained(given.models, given.treebanks, given.name, epochs=15, patience=4, **SETTINGS[name])
        for name in given.only
    }
    peer = given.udpipe or udpipe.trained(given.models, given.name, part(given.treebanks, given.name, "train"))
    with tempfile.TemporaryDirectory() as name:
        text, short, out = (Path(name) / file for file in ("text.conllu", "short.conllu", "out.conllu"))
        words = {"crossarc": repeated(test, given.words, text), "UDPipe": repeated(test, given.udpipe_words, short)}
        print(f"{given.name}, test: {words['crossarc']:,} words; for UDPipe {words['UDPipe']:,}\n")
        scores = {
            label: crossarc.evaluate(test, crossarc.load(model).parse(test)).las for label, model in models.items()
        }
        for beam in UDPIPE_BEAMS:
            udpipe.Udpipe(peer).write(test, out, beam)
            scores[f"UDPipe, beam {beam}"] = crossarc.evaluate(test, out).las
        cores = min(2, len(os.sched_getaffinity(0)))
        runs: dict[str, Callable[[], float]] = {}
        for label, model in models.items():
            runs |= runs_of_crossarc(model, label, text, out, cores)
        runs |= runs_of_udpipe(peer, short, out)
        seconds = fastest(runs, given.repeat)
    show({key: words["UDPipe" if key.startswith("UDPipe") else "crossarc"] / s for key, s in seconds.items()}, scores)


if __name__ == "__main__":
    main()
