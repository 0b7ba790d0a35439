"""A corpus on a cluster whose workers, driver, network and disk fail: the outputs of an undisturbed run, and no others.

    python tests/robustness/cluster_faults.py --workers 50 --drivers 10 --cuts 1

kills so many workers and so many drivers at random moments, cuts a node off so often, fills the disk, and cuts an input
short, on a cluster of two nodes in network namespaces of their own (`two_nodes.py`). After each of them the run is
resumed, if it did not end well by itself, and its outputs are compared with those of one undisturbed process. The tests
run the same with a few moments.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # where pytest looks, too

from robustness.faults import COMMAND, Report, require, temporary_files
from robustness.two_nodes import OTHER, TwoNodes

import crossarc
from crossarc import Treebank, synthetic

# With a beam, so that there is time to die in a shard.
SHARD_BYTES = 200_000
DRIVER = f"""
import sys
from crossarc import CrossarcError
from crossarc.scale.ray import parse
options = dict(workers=2, shard_bytes={SHARD_BYTES}, resume=True, beam=8)
try:
    done = parse(["in"], "model", sys.argv[2], address=sys.argv[1], **options)
except CrossarcError as error:
    sys.exit(str(error))
print(*(failure.reason for failure in done.failures), sep="\\n")
sys.exit(bool(done.failures))
"""
LONGEST = 600  # seconds that a run may take


class SpokenReport(Report):
    """It takes long, so each line is told when it is known."""

    def note(self, *what: object) -> None:
        print(time.strftime("%H:%M:%S"), *what, flush=True)
        super().note(*what)


class Corpus:
    """A folder with a model, files in `in`, and in `here` what one process makes of them."""

    def __init__(self, megabytes: float) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cluster-faults-"))
        parts = synthetic.splits(200, 1, 400, crossing="any")
        crossarc.train(Treebank.from_conllu(parts["train"]), stages=None, epochs=2).save(self.folder / "model")
        (self.folder / "in").mkdir()
        text = parts["test"].encode()
        times = max(1, round(megabytes * 1e6 / len(text) / 2))
        (self.folder / "in/first.conllu").write_bytes(text * times)
        (self.folder / "in/second.conllu").write_bytes((text * times).rstrip())
        (self.folder / "in/packed.conllu.gz").write_bytes(gzip.compress(text * 2))
        here = [*COMMAND, "parse", "model", "in", "--beam", "8", "--out-dir", "here", "-q"]
        subprocess.run(here, cwd=self.folder, check=True)
        self.expected = contents(self.folder / "here")

    def shards(self, out: str | None = None) -> int:
        """Of all files, or those that are finished in a folder."""
        files = [*(self.folder / "in").glob("*.conllu")]
        done = [path for path in files if out is None or (self.folder / out / path.name).exists()]
        of_files = sum(shards_of(path.stat().st_size) for path in done)
        return of_files + (0 if out is None else len(shards_in(self.folder / out)))

    def require_outputs(self, out: str, *where: object) -> None:
        found = contents(self.folder / out)
        require(found.keys() == self.expected.keys(), *where, "other files:", sorted(found))
        require(found == self.expected, *where, "other bytes")
        require(not temporary_files(self.folder / out), *where, "temporary files", temporary_files(self.folder / out))


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the manifest, whose lines are in the order in which files were finished."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.jsonl")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def shards_in(folder: Path) -> list[Path]:
    """Those that are finished, of files that are not."""
    return [*folder.rglob("*.part")]


def shards_of(size: int) -> int:
    """How many a file of this size has at least."""
    return max(0, size // SHARD_BYTES - 1)


def drive(cluster: TwoNodes, corpus: Corpus, out: str) -> subprocess.Popen[str]:
    return cluster.start([sys.executable, "-c", DRIVER, cluster.address, out], corpus.folder)


def ended(process: subprocess.Popen[str], *where: object) -> str:
    told, _ = process.communicate(timeout=LONGEST)
    require(process.returncode == 0, *where, "ended with", process.returncode, told)
    return told


def undisturbed(cluster: TwoNodes, corpus: Corpus, report: Report) -> None:
    ended(drive(cluster, corpus, "calm"), "undisturbed")
    corpus.require_outputs("calm", "undisturbed")
    report.note("undisturbed: same bytes")


def refuse_strangers(cluster: TwoNodes, corpus: Corpus, report: Report) -> None:
    """Who does not know the cluster's token gets one line."""
    words = [*COMMAND, "parse", "model", "in", "--out-dir", "stranger", "-q", "--cluster", cluster.address]
    process = cluster.start(words, corpus.folder, knows_token=False)
    told = process.communicate(timeout=LONGEST)[0]
    require(process.returncode == 1, "another token: exit code", process.returncode, told)
    errors = [line for line in told.splitlines() if line.startswith("crossarc: error: ")]
    require(len(errors) == 1 and "Traceback" not in told, "another token:", told)
    shutil.rmtree(corpus.folder / "stranger")
    report.note("another token:", errors[0])


def kill_workers(cluster: TwoNodes, corpus: Corpus, kills: int, chance: random.Random, report: Report) -> None:
    """At random moments, one of those that live, in as many runs as it takes."""
    killed = runs = 0
    while killed < kills and runs < kills:
        out = f"workers-{runs}"
        process = drive(cluster, corpus, out)
        while process.poll() is None:
            time.sleep(chance.uniform(0.1, 2))
            if killed < kills and (workers := cluster.workers()):
                with suppress(ProcessLookupError):
                    os.kill(chance.choice(workers), signal.SIGKILL)
                    killed += 1
        told = process.communicate()[0]
        require(process.returncode == 0, "workers killed:", process.returncode, told)
        corpus.require_outputs(out, "workers killed")
        shutil.rmtree(corpus.folder / out)
        runs += 1
    require(killed >= kills, "only", killed, "workers killed")
    report.note(f"{killed} workers killed in {runs} runs: same bytes")


def kill_drivers(cluster: TwoNodes, corpus: Corpus, kills: int, chance: random.Random, report: Report) -> None:
    """One after the other in the same folder, each resuming what the last left; then one that ends.

    Each dies a moment after some number of shards, drawn beforehand, is finished: Ray takes so long to start that at
    moments drawn from the whole time there would seldom be anything to go on from.
    """
    out, killed, resumed = "drivers", 0, 0
    for finished in sorted(chance.choices(range(corpus.shards() * 3 // 4), k=kills)):
        process = drive(cluster, corpus, out)
        while process.poll() is None and corpus.shards(out) < finished:
            time.sleep(0.05)
        with suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0, 0.3))
        resumed += bool(corpus.shards(out))
        process.kill()
        told = process.communicate()[0]
        require(process.returncode == -signal.SIGKILL, "driver was not killed:", process.returncode, told)
        killed += 1
    require(resumed >= kills // 2, "only", resumed, "drivers had something to go on from")
    ended(drive(cluster, corpus, out), "after killed drivers")
    corpus.require_outputs(out, "after killed drivers")
    shutil.rmtree(corpus.folder / out)
    for _ in range(300):
        if not cluster.workers():
            break
        time.sleep(0.1)
    require(not cluster.workers(), "workers are left of drivers that were killed")
    report.note(f"{killed} drivers killed, {resumed} of them with something to go on from: same bytes, no process left")


def cut_node_off(corpus: Corpus, report: Report) -> None:
    """While both nodes are at work. On a cluster of its own, which is good for nothing else afterwards."""
    with TwoNodes() as cluster:
        process = drive(cluster, corpus, "cut")
        for _ in range(1200):
            has_begun = shards_in(corpus.folder / "cut")
            if process.poll() is not None or (has_begun and cluster.workers(node=OTHER)):
                break
            time.sleep(0.1)
        require(bool(cluster.workers(node=OTHER)), "no worker on the second node")
        cluster.cut_off()
        began = time.perf_counter()
        ended(process, "a node cut off")
        report.note(f"a node cut off: same bytes, {time.perf_counter() - began:.0f} s later")
    corpus.require_outputs("cut", "a node cut off")
    shutil.rmtree(corpus.folder / "cut")


def fill_up(cluster: TwoNodes | None, corpus: Corpus, report: Report) -> None:
    """A file system of half the size: one line, nothing half-written; and all of it when there is room and a resume."""
    where = "full disk" + (" on a cluster" if cluster else "")
    out = corpus.folder / "full"
    out.mkdir()
    half = sum(map(len, corpus.expected.values())) // 2
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={half}", "tmpfs", str(out)], check=True)
    try:
        code, told = fill(cluster, corpus)
        require(code == 1, where, "exit code", code, told)
        require("No space left on device" in told and "Traceback" not in told, where, told)
        found = contents(out)
        whole = {name: content for name, content in found.items() if name in corpus.expected}
        require(all(content == corpus.expected[name] for name, content in whole.items()), where, "not whole")
        half_written = [path for path in temporary_files(out) if path.is_file()]
        require(not half_written, where, "temporary files", half_written)
        subprocess.run(["mount", "-o", f"remount,size={8 * half}", str(out)], check=True)
        code, told = fill(cluster, corpus)
        require(code == 0, where, "then resumed: exit code", code, told)
        corpus.require_outputs("full", where, "then resumed")
    finally:
        subprocess.run(["umount", "-l", str(out)], check=True)
        out.rmdir()
    report.note(f"{where}: one line, exit 1, nothing half-written; resumed with room: same bytes")


def fill(cluster: TwoNodes | None, corpus: Corpus) -> tuple[int, str]:
    """On a cluster in shards, which the command would not make of such small files."""
    if cluster is None:
        return command(None, corpus, "full", "--resume")
    process = drive(cluster, corpus, "full")
    told = process.communicate(timeout=LONGEST)[0]
    return process.returncode, told


def cut_input_short(cluster: TwoNodes | None, corpus: Corpus, report: Report) -> None:
    """A .gz that ends too early is reported, and the others are done; once it is whole, a resume does it."""
    where = "truncated input" + (" on a cluster" if cluster else "")
    source = corpus.folder / "in/packed.conllu.gz"
    whole = source.read_bytes()
    source.write_bytes(whole[: len(whole) // 2])
    try:
        code, told = command(cluster, corpus, "short", "--resume")
    finally:
        source.write_bytes(whole)
    require(code == 1 and "packed.conllu.gz" in told and "Traceback" not in told, where, code, told)
    found = contents(corpus.folder / "short")
    others = {name: content for name, content in corpus.expected.items() if name != source.name}
    require({name: found.get(name) for name in others} == others, where, "the others are not done")
    require(source.name not in found, where, "there is an output of half an input")
    code, told = command(cluster, corpus, "short", "--resume")
    require(code == 0, where, "then resumed: exit code", code, told)
    corpus.require_outputs("short", where, "then resumed")
    shutil.rmtree(corpus.folder / "short")
    report.note(f"{where}: reported, exit 1, others done; resumed with the whole of it: same bytes")


def command(cluster: TwoNodes | None, corpus: Corpus, out: str, *more: str) -> tuple[int, str]:
    words = [*COMMAND, "parse", "model", "in", "--beam", "8", "--out-dir", out, "-q", *more]
    if cluster is None:
        done = subprocess.run(words, cwd=corpus.folder, capture_output=True, text=True, check=False, timeout=LONGEST)
        return done.returncode, done.stdout + done.stderr
    process = cluster.start([*words, "--cluster", cluster.address], corpus.folder)
    told = process.communicate(timeout=LONGEST)[0]
    return process.returncode, told


def all_faults(workers: int, drivers: int, cuts: int, seed: int, megabytes: float) -> Report:
    report, chance = SpokenReport(), random.Random(seed)
    corpus = Corpus(megabytes)
    try:
        fill_up(None, corpus, report)
        cut_input_short(None, corpus, report)
        with TwoNodes() as cluster:
            undisturbed(cluster, corpus, report)
            refuse_strangers(cluster, corpus, report)
            fill_up(cluster, corpus, report)
            cut_input_short(cluster, corpus, report)
            if drivers:
                kill_drivers(cluster, corpus, drivers, chance, report)
            if workers:
                kill_workers(cluster, corpus, workers, chance, report)
        for _ in range(cuts):
            cut_node_off(corpus, report)
    finally:
        shutil.rmtree(corpus.folder, ignore_errors=True)
    return report


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--workers", type=int, default=50, help="that are killed")
    options.add_argument("--drivers", type=int, default=10, help="that are killed")
    options.add_argument("--cuts", type=int, default=1, help="of a node from the network")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--megabytes", type=float, default=6, help="size of the corpus")
    chosen = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # with nothing left behind
    all_faults(chosen.workers, chosen.drivers, chosen.cuts, chosen.seed, chosen.megabytes)


if __name__ == "__main__":
    main()
