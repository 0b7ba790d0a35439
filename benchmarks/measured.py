"""What the benchmarks of the parser share: treebanks, trained parsers that are kept, times and memory."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import crossarc
from crossarc import Treebank
from crossarc.treebank.joining import joined_treebanks


def folders(description: str | None) -> argparse.ArgumentParser:
    """The options that say where treebanks are, and where trained parsers are kept."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebanks", type=Path, default=Path("../shared/treebanks"), help="with ud-2.0/… in it")
    parser.add_argument(
        "--models", type=Path, default=Path("build/models"), help="parsers are kept there, and not trained again"
    )
    return parser


def part(treebanks: Path, name: str, which: str) -> Path:
    """The training, development or test data of a treebank of UD 2.0."""
    return treebanks / "ud-2.0" / name / f"{which}.conllu"


# Of UDPipe's models in the CoNLL 2017 shared task, those of these treebanks had learnt from most of `dev`, too.
LEARNT_FROM_DEV = ("Latin-Perseus", "Estonian-EDT", "Hungarian-Szeged", "Slovenian-SST", "Vietnamese-VTB")


def training_data(treebanks: Path, name: str, *, with_dev: bool = False) -> tuple[Treebank, Treebank]:
    """`train` and `dev`; or both together but for the last tenth of `dev`, and that tenth."""
    train, dev = (crossarc.read(part(treebanks, name, which)) for which in ("train", "dev"))
    if not with_dev:
        return train, dev
    kept = len(dev) - len(dev) // 10
    return joined_treebanks([train, dev[:kept]]), dev[kept:]


def trained(models: Path, treebanks: Path, name: str, *, with_dev: bool = False, **options: Any) -> Path:
    """A parser for a treebank, the epoch chosen on its development data; from an earlier run if there is one."""
    said = "-".join(f"{key}={value}" for key, value in sorted(options.items()))
    path = models / f"{name}{'-with-dev' if with_dev else ''}-{said}.crossarc"
    try:
        crossarc.load(path)
    except (OSError, crossarc.ModelError):
        models.mkdir(parents=True, exist_ok=True)
        train, dev = training_data(treebanks, name, with_dev=with_dev)
        crossarc.train(train, dev=dev, **options).save(path)
    return path


def value_of(text: str) -> Any:
    """A number or a truth value if it is one."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def fastest(runs: dict[str, Callable[[], float]], times: int) -> dict[str, float]:
    """The seconds of the best of several runs. They take turns: what slows the machine down meets them all."""
    best: dict[str, float] = {}
    for _ in range(times):
        for name, run in runs.items():
            seconds = run()
            best[name] = min(seconds, best.get(name, seconds))
    return best


def seconds_of(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """With `time.process_time` those of the processor, which others on the machine hardly change."""
    start = clock()
    action()
    return clock() - start


def on_cores(count: int, run: Callable[[], float]) -> float:
    """Bound to that many cores, with all that it starts."""
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(sorted(all_cores)[:count]))
    try:
        return run()
    finally:
        os.sched_setaffinity(0, all_cores)


def random_heads(words: int, random: np.random.Generator) -> list[int]:
    """A tree whose arcs cross as chance has it: each word hangs from any before it in a random order."""
    order = random.permutation(words) + 1
    heads = {int(word): int(order[random.integers(at)]) if at else 0 for at, word in enumerate(order)}
    return [heads[word] for word in range(1, words + 1)]


def peak_megabytes() -> float:
    """The most memory that this process has had; Linux's rusage would count that of the parent too."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6
