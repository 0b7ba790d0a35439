"""`evaluate`: all scores of predicted trees in one object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from crossarc.by_key import ByKey
from crossarc.evaluation.arcs import Arcs, compare_arcs
from crossarc.evaluation.breakdown import Breakdown, break_down
from crossarc.evaluation.punctuation import sense_for
from crossarc.evaluation.scores import METRICS, ratios, title, title_of_f1
from crossarc.notebook import tables_html
from crossarc.tables import Table
from crossarc.treebank import TreebankSource, treebank_of


@dataclass(frozen=True)
class Evaluation(ByKey):
    """Scores from 0 to 100; None where there is nothing to score, such as non-projective arcs, and for
    `uas_no_punct` and `las_no_punct` where nothing tells what punctuation is.

    `las` compares whole labels, `las_ud` and `clas` labels up to the colon. `by("label")` and its like break the
    scores down. `tokens` are the gold words; if the predicted ones are others, `aligned_words` of both are the same,
    and scores are F1. `gold_left_out` and `predicted_left_out` are sentences that lenient reading left out.
    """

    uas: float
    las: float
    las_ud: float
    la: float
    clas: float
    uas_no_punct: float | None
    las_no_punct: float | None
    nonproj_precision: float | None
    nonproj_recall: float | None
    proj_precision: float | None
    proj_recall: float | None
    nonproj_labelled_precision: float | None
    nonproj_labelled_recall: float | None
    proj_labelled_precision: float | None
    proj_labelled_recall: float | None
    exact_match: float
    tokens: int
    sentences: int
    predicted_tokens: int
    aligned_words: int
    gold_left_out: int
    predicted_left_out: int
    punctuation: str = field(repr=False)  # the sense of the word: "ud" or "conllx"
    _arcs: Arcs | Callable[[], Arcs] = field(repr=False, compare=False)  # or what gets them: they are large

    def by(self, kind: str) -> Breakdown:
        """Precision and recall in groups: by `"label"`, `"length"`, `"direction"`, `"nonprojectivity"`, `"upos"`
        or `"sentence-length"`."""
        return break_down(self._arcs() if callable(self._arcs) else self._arcs, kind)

    @property
    def same_words(self) -> bool:
        """Whether both sides have the same words, so that F1 is plain accuracy."""
        return self.aligned_words == self.tokens == self.predicted_tokens

    def to_dict(self) -> dict[str, float | int | None]:
        """The scores, and how much was scored, by name."""
        return {name: getattr(self, name) for name in (*METRICS, *_SIZES)}

    def size(self) -> str:
        """How much was scored, in words."""
        return f"{_number(self.tokens, 'word')} in {_number(self.sentences, 'sentence')}"

    def notes(self) -> list[str]:
        """What has to be known to read the scores: other words, and punctuation that cannot be told."""
        notes = []
        if not self.same_words:
            notes.append(
                f"The words differ: {self.tokens:,} gold and {self.predicted_tokens:,} predicted, of which "
                f"{self.aligned_words:,} are paired; attachment scores and label accuracy are F1."
            )
        if self.uas_no_punct is None:
            notes.append(
                "There are no scores without punctuation: words have no UPOS, so that PUNCT cannot be known "
                "(`--punctuation conllx` goes by the forms)."
            )
        return notes

    def table(self) -> Table:
        table = Table(["score", "%"])
        for name in METRICS:
            table.add(title(name) if self.same_words else title_of_f1(name), getattr(self, name))
        return table

    def __str__(self) -> str:
        return "\n\n".join([self.table().markdown(), self.size(), *self.notes()])

    def _repr_html_(self) -> str:
        return tables_html([self.table()], [self.size(), *self.notes()])


_SIZES = ("tokens", "sentences", "predicted_tokens", "aligned_words", "gold_left_out", "predicted_left_out")


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def evaluate(
    gold: TreebankSource,
    predicted: TreebankSource,
    *,
    punctuation: str | None = None,
) -> Evaluation:
    """Score the trees of `predicted` against those of `gold`; both are treebanks or files.

    The words may differ if the text is the same: scores are then F1, as in the CoNLL 2018 shared task, and
    `aligned_words` says how many words were paired.
    `punctuation` is `"ud"` (UPOS is PUNCT in the gold treebank) or `"conllx"` (only Unicode punctuation characters
    in the form); the default goes with the gold treebank's format. With `"ud"`, scores without punctuation are None
    where no gold word has a UPOS. A `TreebankError` tells what cannot be compared.

    >>> import crossarc
    >>> gold = crossarc.Treebank.from_conllu(
    ...     "1\\tDogs\\t_\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n2\\tbark\\t_\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n")
    >>> predicted = gold.with_trees([2, 0], ["obj", "root"])
    >>> scores = crossarc.evaluate(gold, predicted)
    >>> scores.uas, scores.las, scores.nonproj_recall
    (100.0, 50.0, None)
    """
    return evaluate_arcs(compared(gold, predicted, punctuation))


def compared(gold: TreebankSource, predicted: TreebankSource, punctuation: str | None) -> Arcs:
    """The arcs of two treebanks or files side by side."""
    gold_trees, predicted_trees = treebank_of(gold, "gold"), treebank_of(predicted, "predicted")
    return compare_arcs(gold_trees, predicted_trees, sense_for(gold_trees, punctuation))


def evaluate_arcs(arcs: Arcs) -> Evaluation:
    scores = {name: ratio.percentage() for name, ratio in ratios(arcs).items()}
    return Evaluation(
        **scores,  # type: ignore[arg-type]  # only what may be None is None
        tokens=arcs.gold.treebank.word_count,
        sentences=arcs.sentence_count,
        predicted_tokens=arcs.predicted.treebank.word_count,
        aligned_words=arcs.aligned_words,
        gold_left_out=len(arcs.gold.treebank.problems),
        predicted_left_out=len(arcs.predicted.treebank.problems),
        punctuation=arcs.punctuation,
        _arcs=arcs,
    )
