"""A model of cost and failure of a large run, against runs with worker processes and a simulation with failing nodes.

    python benchmarks/planning.py model                        # the table of docs/planning.md
    python benchmarks/planning.py simulate                     # the model against a simulation, node by node
    python benchmarks/planning.py processes [--treebanks …]    # the model against 1, 2 and 4 processes here
    python benchmarks/planning.py bytes [--treebanks …]        # what is read and written for a word

Whatever the model knows can be given: `--words 1e12 --words-per-second 150000 --price-per-core-hour 0.04 …`.

The model: W words at s words/s per core on N cores take W / (s N) seconds if nothing fails. A node fails once in M
hours on average, at any moment; what it was doing is lost, which is half a shard per core on average, and a new one
takes R seconds to come. So of each hour of a node 1/M failures take (t/2 + R) seconds, t being the seconds of one
shard.
"""

from __future__ import annotations

import argparse
import gzip
import heapq
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

from crossarc.tables import Table

HOUR = 3600.0


@dataclass(frozen=True)
class Plan:
    """Everything that the model knows. All of it can be given; none of it is looked up."""

    words: float = 1e12
    words_per_second: float = (
        120_000  # of one core, .gz to .gz: 155,000 of benchmarks/corpus.py, by what .gz costs in `bytes`
    )
    bytes_per_word: float = 69.4  # of CoNLL-U, measured by benchmarks/corpus.py for five treebanks of UD 2.0
    packed: float = 0.164  # of that, as .gz; measured by `bytes`
    reads: float = 2  # of an input, to parse it and for its digest; measured by `bytes`
    writes: float = 1  # of an output
    reads_of_output: float = 1  # for its digest
    cores: int = 1024
    cores_per_node: int = 16
    hours_between_failures: float = 200  # of one node
    seconds_to_replace: float = 180
    shard_megabytes: float = 16  # of CoNLL-U
    gigabytes_hashed_per_second: float = 1.5  # by one core, when a run is resumed
    price_per_core_hour: float = 0.02  # US dollars; an input like all prices
    price_per_gigabyte_moved: float = 0.0  # between nodes and storage
    price_per_gigabyte_month: float = 0.023

    @property
    def nodes(self) -> int:
        return max(1, self.cores // self.cores_per_node)

    @property
    def shard_seconds(self) -> float:
        """Of one core."""
        return self.shard_megabytes * 1e6 / self.bytes_per_word / self.words_per_second

    @property
    def lost(self) -> float:
        """The part of all time that failures take."""
        per_failure = min(self.shard_seconds / 2, self.hours_between_failures * HOUR) + self.seconds_to_replace
        return per_failure / (self.hours_between_failures * HOUR + per_failure)

    @property
    def seconds(self) -> float:
        calm = self.words / (self.words_per_second * self.cores)
        return calm / (1 - self.lost) + self.shard_seconds  # the last shards end one after the other

    @property
    def failures(self) -> float:
        return self.seconds * self.nodes / (self.hours_between_failures * HOUR)

    @property
    def gigabytes(self) -> float:
        """Of all inputs; outputs have about as many."""
        return self.words * self.bytes_per_word * self.packed / 1e9

    @property
    def gigabytes_moved(self) -> float:
        return self.gigabytes * (self.reads + self.writes + self.reads_of_output)

    @property
    def driver_dies(self) -> float:
        """The probability that the node of the driver fails during the run: then it has to be resumed."""
        return 1 - math.exp(-self.seconds / HOUR / self.hours_between_failures)

    @property
    def seconds_to_resume(self) -> float:
        """If the run was nearly over: digests of all inputs and outputs are compared, by all cores."""
        return 2 * self.gigabytes / self.gigabytes_hashed_per_second / self.cores

    @property
    def dollars(self) -> float:
        """For cores."""
        return self.cores * self.seconds / HOUR * self.price_per_core_hour

    @property
    def dollars_for_bytes(self) -> float:
        """For moving them, and for a month of inputs and outputs in storage."""
        moved = self.gigabytes_moved * self.price_per_gigabyte_moved
        return moved + 2 * self.gigabytes * self.price_per_gigabyte_month


def simulated(plan: Plan, seed: int) -> tuple[float, int]:
    """Seconds and failures of a run, core by core: each takes a shard when it has none, and a node takes its cores'
    shards with it."""
    chance = random.Random(seed)
    shards = round(plan.words * plan.bytes_per_word / (plan.shard_megabytes * 1e6))
    mean = plan.hours_between_failures * HOUR
    waiting = shards
    done = failures = 0
    # Events: (when, number, kind, node); a node's life has a number, so that shards of an earlier life do not count.
    events: list[tuple[float, int, str, int, int]] = []
    number = 0
    life = [0] * plan.nodes
    at_work = [0] * plan.nodes

    def push(when: float, kind: str, node: int) -> None:
        nonlocal number
        number += 1
        heapq.heappush(events, (when, number, kind, node, life[node]))

    def begin(when: float, node: int) -> None:
        nonlocal waiting
        if waiting:
            waiting -= 1
            at_work[node] += 1
            push(when + plan.shard_seconds * chance.uniform(0.9, 1.1), "done", node)

    for node in range(plan.nodes):
        push(chance.expovariate(1 / mean), "fails", node)
        for _ in range(plan.cores_per_node):
            begin(0.0, node)
    now = 0.0
    while done < shards:
        now, _, kind, node, own_life = heapq.heappop(events)
        if kind == "done" and own_life == life[node]:
            done += 1
            at_work[node] -= 1
            begin(now, node)
        elif kind == "fails":
            failures += 1
            waiting += at_work[node]
            at_work[node] = 0
            life[node] += 1
            push(now + plan.seconds_to_replace, "back", node)
        elif kind == "back":
            push(now + chance.expovariate(1 / mean), "fails", node)
            for _ in range(plan.cores_per_node):
                begin(now, node)
    return now, failures


def show_model(plan: Plan) -> None:
    table = Table(
        ["cores", "nodes", "hours", "failures", "lost", "driver dies", "to resume, s", "GB/s", "$ cores", "$ bytes"]
    )
    for cores in (64, 256, 1024, 4096):
        own = replace(plan, cores=cores)
        table.add(
            *(cores, own.nodes, f"{own.seconds / HOUR:,.1f}", f"{own.failures:,.1f}", f"{own.lost:.3%}"),
            *(f"{own.driver_dies:.1%}", f"{own.seconds_to_resume:,.0f}", f"{own.gigabytes_moved / own.seconds:.2f}"),
            *(f"{own.dollars:,.0f}", f"{own.dollars_for_bytes:,.0f}"),
        )
    print(f"{plan.gigabytes:,.0f} GB of inputs, {plan.gigabytes_moved:,.0f} GB moved\n")
    table.show()
    table = Table(["shard, MB", "s on a core", "lost, 200 h between failures", "lost, 2 h", "shards"])
    for megabytes in (1, 16, 256, 4096, 65536):
        own = replace(plan, shard_megabytes=megabytes)
        often = replace(own, hours_between_failures=2)
        shards = plan.words * plan.bytes_per_word / (megabytes * 1e6)
        lost, lost_often = f"{own.lost:.3%}", f"{often.lost:.3%}"
        table.add(f"{megabytes:,}", f"{own.shard_seconds:,.1f}", lost, lost_often, f"{shards:,.0f}")
    table.show()


def show_simulation(plan: Plan, runs: int) -> None:
    """Smaller corpora with nodes that fail far more often, so that there is something to see."""
    cases = ((64, 100, 16), (256, 5, 16), (256, 1, 16), (256, 1, 1024), (256, 1, 4096), (1024, 1, 16))
    times = ["model, s", "simulated, s", "ratio"]
    table = Table(["cores", "h between failures", "shard, MB", *times, "failures", "of them"])
    for cores, hours, megabytes in cases:
        own = replace(plan, words=5e10, cores=cores, hours_between_failures=hours, shard_megabytes=megabytes)
        found = [simulated(own, seed) for seed in range(runs)]
        seconds, failures = (sum(values) / runs for values in zip(*found, strict=True))
        table.add(
            *(cores, f"{hours}", f"{megabytes:,}", f"{own.seconds:,.0f}", f"{seconds:,.0f}", seconds / own.seconds),
            *(f"{own.failures:,.1f}", f"{failures:,.1f}"),
        )
    table.show()


def show_processes(treebanks: Path, models: Path, words: int) -> None:
    """Processes that share no more than the disk, against the speed of one and the number of cores that there are.

    Where other work has some of the cores, words per second of those that the processes had tell what they cost.
    """
    from corpus import OPTIONS, in_processes, make_corpus  # noqa: PLC0415
    from measured import trained  # noqa: PLC0415

    model = trained(models, treebanks, "English-EWT", **OPTIONS).resolve()
    cores = len(os.sched_getaffinity(0))
    table = Table(["processes", "seconds", "words/s", "model, words/s", "ratio", "cores", "words per second of a core"])
    with tempfile.TemporaryDirectory() as scratch:
        corpus = Path(scratch) / "in"
        made = make_corpus(treebanks, words, corpus)
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "crossarc", "info", str(model)], check=True, stdout=subprocess.DEVNULL)
        starting = time.perf_counter() - start
        one = 0.0
        for count in (1, 2, 4):
            before = processor_seconds()
            seconds = in_processes(count, model, corpus, Path(scratch) / f"out-{count}")
            used = processor_seconds() - before
            one = one or made / (seconds - starting)
            foreseen = made / (starting + made / (one * min(count, cores)))
            own = f"{seconds:.2f}", round(made / seconds), round(foreseen), made / seconds / foreseen
            table.add(count, *own, f"{used / seconds:.2f}", round(made / used))
    print(f"{made:,} words, {cores} cores, {starting:.2f} s to start\n")
    table.show()


def processor_seconds() -> float:
    """Of processes that this one has started, as far as they have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def moved(action: Callable[[], object]) -> tuple[int, int]:
    """Bytes that this process has read and written by system calls."""

    def so_far() -> list[int]:
        lines = Path("/proc/self/io").read_text().splitlines()
        return [int(line.split()[1]) for line in lines[:2]]

    before = so_far()
    action()
    read, written = (after - earlier for after, earlier in zip(so_far(), before, strict=True))
    return read, written


def show_bytes(treebanks: Path, models: Path, words: int) -> None:
    """As a worker does it: whole files, plain and compressed, and shards of a file."""
    from corpus import FILES, OPTIONS, make_corpus  # noqa: PLC0415
    from measured import trained  # noqa: PLC0415

    import crossarc  # noqa: PLC0415
    from crossarc.scale.corpus import CorpusFile  # noqa: PLC0415
    from crossarc.scale.many_files import FileState  # noqa: PLC0415
    from crossarc.scale.parsing import Parsing  # noqa: PLC0415
    from crossarc.scale.shard_work import ShardWork  # noqa: PLC0415
    from crossarc.scale.shards import shards_of  # noqa: PLC0415

    parser = crossarc.load(trained(models, treebanks, "English-EWT", **OPTIONS))
    table = Table(["", "read, bytes a word", "times the input", "written", "times the output", "words/s of a core"])
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        made = make_corpus(treebanks, words, folder / "in") // FILES
        plain = folder / "in" / "0.conllu"
        packed = folder / "in" / "0.conllu.gz"
        packed.write_bytes(gzip.compress(plain.read_bytes()))
        work = ShardWork(parser, Parsing(), "", folder, folder / "shards", 1)

        def in_shards(file: CorpusFile) -> None:
            state = FileState.of(file.source)
            shards = shards_of(str(file.source), file.source.stat().st_size // 4)
            for shard in shards:
                work.tags(file, shard)
            parts = [work.shard(file, shard, frozenset()).part for shard in shards]
            work.put_together(file, state, parts)

        whole: Callable[[CorpusFile], object] = lambda file: work.whole(file, FileState.of(file.source))  # noqa: E731
        for name, source, how in (("whole", plain, whole), ("whole, .gz", packed, whole), ("shards", plain, in_shards)):
            file = CorpusFile(source, Path(f"{name.split(',')[0]}{''.join(source.suffixes)}"))
            began = time.process_time()
            read, written = moved(partial(how, file))
            speed = round(made / (time.process_time() - began))
            sizes = source.stat().st_size, (folder / file.name).stat().st_size
            table.add(name, *(read / made, read / sizes[0], written / made, written / sizes[1], speed))
    print(f"{made:,} words\n")
    table.show()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=["model", "simulate", "processes", "bytes"])
    for field in fields(Plan):
        kind = int if field.type == "int" else float
        options.add_argument(f"--{field.name.replace('_', '-')}", type=kind, default=field.default, metavar="N")
    options.add_argument("--runs", type=int, default=5, help="of each simulation")
    options.add_argument("--treebanks", type=Path, default=Path("../shared/treebanks"))
    options.add_argument("--models", type=Path, default=Path("build/models"))
    options.add_argument("--words-here", type=int, default=4_000_000, help="for processes and bytes")
    given = options.parse_args()
    plan = Plan(**{field.name: getattr(given, field.name) for field in fields(Plan)})
    match given.what:
        case "model":
            show_model(plan)
        case "simulate":
            show_simulation(plan, given.runs)
        case "processes":
            show_processes(given.treebanks, given.models, given.words_here)
        case _:
            show_bytes(given.treebanks, given.models, given.words_here)


if __name__ == "__main__":
    main()
