"""From raw text to trees with the network, or another learner, behind the linear tokenizer, tagger and lemmatizer.

    python benchmarks/neural_pipeline.py [TREEBANK…] [--part dev] [--learner bilstm] [--set NAME=VALUE …] [--with-dev]
    python benchmarks/neural_pipeline.py [TREEBANK…] --networks 3

Models are trained and measured as those of benchmarks/pipeline.py; the network's preset is `best`, and `--set` changes
its options. The second best LAS of the 33 systems of the CoNLL 2017 task stands below. `--with-dev` moves nine tenths
of `dev` into the training data, as participants did with small treebanks, some of which had no `dev` in the task. With
`--networks`, as many are trained, with the seeds 1, 2, …, and decide together (`crossarc combine`).
"""

from __future__ import annotations

import logging
import tempfile
import time
from pathlib import Path
from typing import Any

from measured import folders, part, trained, value_of
from pipeline import COLUMNS, scores

import crossarc
from crossarc.tables import Table
from crossarc.tokenizer import restore

# LAS of the second best of 33 systems of 2017.
SECOND = {
    "Latin-Perseus": 59.48,
    "Turkish-IMST": 62.66,
    "Gothic-PROIEL": 68.34,
    "Greek-GDT": 86.90,
    "English-EWT": 79.94,
    "English-LinES": 80.65,
    "Estonian-EDT": 69.71,
    "Hungarian-Szeged": 76.55,
    "Slovenian-SST": 56.02,
    "French-Sequoia": 86.53,
    "Vietnamese-VTB": 42.52,
    "Portuguese-Bosque": 85.11,
}


def with_seeds(options: dict[str, Any], networks: int) -> list[dict[str, Any]]:
    """The options of each network; of one alone with the seed that they have."""
    return [options] if networks == 1 else [options | {"seed": seed} for seed in range(1, networks + 1)]


def megabytes(model: crossarc.Parser) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        model.save(path)
        return path.stat().st_size / 1e6


def main() -> None:
    parser = folders(__doc__)
    parser.add_argument("names", nargs="*", metavar="TREEBANK", default=[*SECOND])
    parser.add_argument("--part", choices=["dev", "test"], default="dev")
    parser.add_argument("--learner", choices=["bilstm", "liblinear", "libsvm"], default="bilstm")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings")
    parser.add_argument("--with-dev", action="store_true")
    parser.add_argument("--networks", type=int, default=1, metavar="N")
    given = parser.parse_args()
    if given.with_dev and given.part == "dev":
        parser.error("--with-dev learns from dev: measure it with --part test")
    logging.basicConfig(level=logging.INFO, format="%(message)s")  # training takes long: each epoch is told
    preset = {"preset": "best"} if given.learner == "bilstm" else {}
    settings = dict(setting.partition("=")[::2] for setting in given.settings)
    chosen = {"learner": given.learner, **preset, **{name: value_of(value) for name, value in settings.items()}}
    title = (
        f"Raw text of {given.part}, F1; {given.learner}; trained on {'train and dev' if given.with_dev else 'train'}"
    )
    table = Table(["", *COLUMNS, "words/s", "MB", "training, s"], title=title)
    for name in given.names:
        gold = crossarc.read(part(given.treebanks, name, given.part))
        start = time.process_time()
        paths = [
            trained(given.models, given.treebanks, name, with_dev=given.with_dev, stages=None, threads=1, **own)
            for own in with_seeds(chosen, given.networks)
        ]
        seconds = time.process_time() - start
        model = crossarc.load(paths[0]) if given.networks == 1 else crossarc.combine(paths)
        start = time.perf_counter()
        found = model.parse_text(restore(gold), offsets=False, threads=1)
        speed = gold.word_count / (time.perf_counter() - start)
        own = scores(gold, found)
        epochs = ", ".join(str(own["epoch"]["number"]) for own in model.info.get("combined", [model.info]))
        label = f"{name}, epoch {epochs} of {model.info['options'].get('epochs', 1)}"
        size = f"{megabytes(model):.1f}"
        table.add(label, *(own[column] for column in COLUMNS), f"{speed:,.0f}", size, f"{seconds:.0f}")
        second = {"LAS": SECOND.get(name)}
        table.add("second of 2017, test", *(second.get(column) for column in COLUMNS), None, None, None)
    print(table.markdown())


if __name__ == "__main__":
    main()
