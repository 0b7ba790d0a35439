"""`evaluate`: all scores of predicted trees in one object."""

from __future__ import annotations

from dataclasses import dataclass, field

from crossarc.evaluation.arcs import Arcs, compare_arcs
from crossarc.evaluation.breakdown import Breakdown, break_down
from crossarc.evaluation.punctuation import sense_for
from crossarc.evaluation.scores import METRICS, ratios, title
from crossarc.files import PathLike
from crossarc.tables import Table
from crossarc.treebank import Treebank, read


@dataclass(frozen=True)
class Evaluation:
    """Scores from 0 to 100; None where there is nothing to score, such as non-projective arcs.

    `las` compares whole labels, `las_ud` and `clas` labels up to the colon. `by("label")` and its like break the
    scores down.
    """

    uas: float
    las: float
    las_ud: float
    la: float
    clas: float
    uas_no_punct: float
    las_no_punct: float
    nonproj_precision: float | None
    nonproj_recall: float | None
    proj_precision: float | None
    proj_recall: float | None
    exact_match: float
    tokens: int
    sentences: int
    punctuation: str = field(repr=False)  # the sense of the word: "ud" or "conllx"
    _arcs: Arcs = field(repr=False, compare=False)

    def by(self, kind: str) -> Breakdown:
        """Precision and recall in groups: by `"label"`, `"length"`, `"direction"`, `"nonprojectivity"`, `"upos"`
        or `"sentence-length"`."""
        return break_down(self._arcs, kind)

    def to_dict(self) -> dict[str, float | int | None]:
        """The scores, the number of tokens and that of sentences, by name."""
        return {name: getattr(self, name) for name in (*METRICS, "tokens", "sentences")}

    def size(self) -> str:
        """How much was scored, in words."""
        words, sentences = f"{self.tokens:,} words", f"{self.sentences:,} sentences"
        return f"{words[:-1] if self.tokens == 1 else words} in {sentences[:-1] if self.sentences == 1 else sentences}"

    def table(self) -> Table:
        table = Table(["score", "%"])
        for name in METRICS:
            table.add(title(name), getattr(self, name))
        return table

    def __str__(self) -> str:
        return f"{self.table().markdown()}\n\n{self.size()}"


def evaluate(
    gold: Treebank | PathLike,
    predicted: Treebank | PathLike,
    *,
    punctuation: str | None = None,
) -> Evaluation:
    """Score the trees of `predicted` against those of `gold`; both are treebanks or files.

    The words may differ if the text is the same: scores are then F1, as in the CoNLL 2018 shared task.
    `punctuation` is `"ud"` (UPOS is PUNCT in the gold treebank) or `"conllx"` (only Unicode punctuation characters
    in the form); the default goes with the gold treebank's format. A `TreebankError` tells what cannot be compared.

    >>> import crossarc
    >>> gold = crossarc.Treebank.from_conllu(
    ...     "1\\tDogs\\t_\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n2\\tbark\\t_\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n")
    >>> predicted = gold.with_trees([2, 0], ["obj", "root"])
    >>> scores = crossarc.evaluate(gold, predicted)
    >>> scores.uas, scores.las, scores.nonproj_recall
    (100.0, 50.0, None)
    """
    return evaluate_arcs(compared(gold, predicted, punctuation))


def compared(gold: Treebank | PathLike, predicted: Treebank | PathLike, punctuation: str | None) -> Arcs:
    """The arcs of two treebanks or files side by side."""
    gold_trees, predicted_trees = (trees if isinstance(trees, Treebank) else read(trees) for trees in (gold, predicted))
    return compare_arcs(gold_trees, predicted_trees, sense_for(gold_trees, punctuation))


def evaluate_arcs(arcs: Arcs) -> Evaluation:
    scores = {name: ratio.percentage() for name, ratio in ratios(arcs).items()}
    return Evaluation(
        **scores,  # type: ignore[arg-type]  # only what may be None is None
        tokens=arcs.gold.treebank.word_count,
        sentences=arcs.sentence_count,
        punctuation=arcs.punctuation,
        _arcs=arcs,
    )
