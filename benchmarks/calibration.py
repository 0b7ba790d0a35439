"""How far confidences are from how often arcs are right: the expected calibration error on test data.

    python benchmarks/calibration.py [TREEBANK…] [--settings LEARNER[/BEAM[/EPOCHS]]…] [--bins 10]

Parsers are trained on the training data; the epoch is chosen, and confidence is fitted, on the development data. (A
beam of "-" is none, as in `bilstm/-/15`.) The error is the mean, over words, of the distance between the confidence of
a bin of equal width and the share of its arcs that have the right head and label. The Brier score is the mean square of
the distance for single words; it is lower, too, where confidence tells right arcs from wrong ones better. Trained
parsers are kept, and not trained again, but their confidence is fitted anew each time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from measured import folders, part, trained

import crossarc
from crossarc.tables import Table

TREEBANKS = ["Latin-Perseus", "Turkish-IMST", "Gothic-PROIEL", "Hungarian-Szeged"]
SETTINGS = ["perceptron", "perceptron/8", "liblinear", "bilstm/-/15"]

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class Calibration(NamedTuple):
    words: int
    right: float
    confidence: float
    error: float
    brier: float


def calibration_error(confidences: Floats, is_right: Flags, bins: int) -> float:
    number = np.minimum((confidences * bins).astype(int), bins - 1)
    too_high = np.bincount(number, confidences - is_right, bins)
    return float(np.abs(too_high).sum() / len(confidences))


def measure(parser: crossarc.Parser, test: crossarc.Treebank, bins: int) -> Calibration:
    heads, codes, labels, found = parser.trees(test, confidence=True)
    assert found is not None
    confidences = found.astype(np.float64)
    is_right = is_right_in(test, heads, [labels[code] for code in codes])
    return Calibration(
        test.word_count,
        is_right.mean(),
        confidences.mean(),
        calibration_error(confidences, is_right, bins),
        ((confidences - is_right) ** 2).mean(),
    )


def is_right_in(gold: crossarc.Treebank, heads: npt.NDArray[np.int32], labels: list[str]) -> Flags:
    return (heads == gold.heads) & (np.array(labels) == np.array(gold.column("deprel")))


def main() -> None:
    arguments = folders(__doc__)
    arguments.add_argument("names", nargs="*", metavar="TREEBANK", default=TREEBANKS)
    arguments.add_argument("--settings", nargs="+", default=SETTINGS)
    arguments.add_argument("--bins", type=int, default=10)
    given = arguments.parse_args()
    table = Table(
        ["treebank", "learner", "words", "right", "confidence", "calibration error", "Brier score"], right_from=2
    )
    for name in given.names:
        dev, test = (crossarc.read(part(given.treebanks, name, which)) for which in ("dev", "test"))
        for setting in given.settings:
            learner, beam, epochs, *_ = [*setting.split("/"), "", ""]
            given_numbers = {"beam": beam, "epochs": epochs}
            options = {name: int(value) for name, value in given_numbers.items() if value not in ("", "-")}
            parser = crossarc.load(trained(given.models, given.treebanks, name, learner=learner, **options))
            found = measure(parser.with_confidence(dev), test, given.bins)
            shown = learner + "".join(f", {key} {value}" for key, value in options.items())
            table.add(name, shown, found.words, *(f"{value:.4f}" for value in found[1:]))
    table.show()


if __name__ == "__main__":
    main()
