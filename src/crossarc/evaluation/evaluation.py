"""`evaluate`: all scores of predicted trees in one object."""

from __future__ import annotations

from collections.abc import Callable, KeysView, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from crossarc.by_key import ByKey
from crossarc.calls import called_as
from crossarc.evaluation.arcs import Arcs, compare_arcs
from crossarc.evaluation.breakdown import Breakdown, break_down
from crossarc.evaluation.conll18 import OFFICIAL, absent_columns
from crossarc.evaluation.punctuation import sense_for
from crossarc.evaluation.ratios import F1, Score
from crossarc.evaluation.scores import METRICS, OTHERS, ratios, title, title_of_f1
from crossarc.notebook import tables_html
from crossarc.tables import Table
from crossarc.treebank import TreebankSource, treebank_of

if TYPE_CHECKING:
    from crossarc.parser import Parser


@dataclass(frozen=True, repr=False)
class Evaluation(ByKey):
    """Scores from 0 to 100; None where there is nothing to score, such as non-projective arcs, for `uas_no_punct` and
    `las_no_punct` where nothing tells what punctuation is, and for `tokens_f1` where only the words are the same.

    `las` compares whole labels, with subtypes. The LAS of the CoNLL 2018 shared task, whose labels end at the colon, is
    `las_ud`. `conll18` has all metrics of that task by their official names, with precision, recall, F1 and accuracy
    on aligned words: `conll18["LAS"].precision`; its F1s are also `tokens_f1`, `sentences_f1`, `words_f1`, `upos`,
    `xpos`, `ufeats`, `alltags`, `lemmas`, `uas`, `las_ud`, `clas`, `mlas` and `blex`. `by("label")` and its like break
    the scores down.

    `words` and `sentences` are the numbers of gold words and sentences (`tokens` is an older name of `words`); if the
    predicted words are others, `aligned_words` of both are the same, and scores are F1. `gold_left_out` and
    `predicted_left_out` are sentences that lenient reading left out. `gold_lacks` and `predicted_lacks` are columns
    that no word has.
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
    tokens_f1: float | None
    sentences_f1: float
    words_f1: float
    upos: float
    xpos: float
    ufeats: float
    alltags: float
    lemmas: float
    mlas: float
    blex: float
    tokens: int
    sentences: int
    predicted_tokens: int
    predicted_sentences: int
    aligned_words: int
    gold_left_out: int
    predicted_left_out: int
    gold_lacks: tuple[str, ...]
    predicted_lacks: tuple[str, ...]
    conll18: Mapping[str, Score | None]
    punctuation: str  # the sense of the word: "ud" or "conllx"
    text_difference: str | None  # where, if only the words are the same
    _arcs: Arcs | Callable[[], Arcs] = field(compare=False)  # or what gets them: they are large

    @called_as("scores.by")
    def by(self, kind: str) -> Breakdown:
        """Precision and recall in groups: by `"label"`, `"length"`, `"direction"`, `"nonprojectivity"`, `"upos"`
        or `"sentence-length"`."""
        return break_down(self._arcs() if callable(self._arcs) else self._arcs, kind)

    @property
    def words(self) -> int:
        return self.tokens

    @property
    def predicted_words(self) -> int:
        return self.predicted_tokens

    @property
    def same_words(self) -> bool:
        """Whether both sides have the same words, so that F1 is plain accuracy."""
        return self.aligned_words == self.tokens == self.predicted_tokens

    def scores(self) -> dict[str, float | int | None]:
        """The scores, and how much was scored, by name."""
        return {name: getattr(self, name) for name in (*METRICS, *_SIZES)}

    def to_dict(self) -> dict[str, Any]:
        """All of it but breakdowns, by name, as `crossarc evaluate --json` prints it."""
        official = {name: None if score is None else score.to_dict() for name, score in self.conll18.items()}
        lacks = {"gold_lacks": list(self.gold_lacks), "predicted_lacks": list(self.predicted_lacks)}
        words = {"words": self.words, "predicted_words": self.predicted_words}
        return {**self.scores(), **words, **lacks, "conll18": official}

    def keys(self) -> KeysView[str]:
        """The scores and counts, so that `dict(scores)` is a row of a table; `scores["conll18"]` is there, too."""
        return {name: value for name, value in self.to_dict().items() if name != "conll18"}.keys()

    def size(self) -> str:
        """How much was scored, in words."""
        return f"{_number(self.tokens, 'word')} in {_number(self.sentences, 'sentence')}"

    def notes(self) -> list[str]:
        """What has to be known to read the scores: other words, columns that are not there, and the like."""
        notes = []
        if not self.same_words:
            notes.append(
                f"The words differ: {self.tokens:,} gold and {self.predicted_tokens:,} predicted, of which "
                f"{self.aligned_words:,} are paired; scores of heads and labels are F1."
            )
        found = self.conll18["Sentences"]
        if found is not None and self.sentences_f1 < 100:
            notes.append(
                f"The sentences differ: {self.sentences:,} gold and {self.predicted_sentences:,} predicted, of which "
                f"{found.correct:,} are the same."
            )
        if self.text_difference is not None:
            notes.append(
                "The words are the same, but not the text, so that tokens cannot be compared: " + self.text_difference
            )
        if self.uas_no_punct is None:
            notes.append(
                "There are no scores without punctuation: words have no UPOS, so that PUNCT cannot be known "
                "(`--punctuation conllx` goes by the forms)."
            )
        if self.gold_lacks:
            scores, columns = _touched(self.gold_lacks), _columns(self.gold_lacks)
            notes.append(f"No gold word has {columns}: {scores} are what the official scorer makes of that.")
        if others := [column for column in self.predicted_lacks if column not in self.gold_lacks]:
            notes.append(f"No predicted word has {_columns(others)}, as {_touched(others)} ask for.")
        return notes

    def tables(self) -> list[Table]:
        """The scores of the CoNLL 2018 shared task, and the others."""
        official = Table(["score", "precision", "recall", "F1", "aligned accuracy"], title="CoNLL 2018 shared task")
        for name, metric in OFFICIAL.items():
            score = self.conll18[name]
            values = (None,) * 4 if score is None else (score.precision, score.recall, score.f1, score.aligned_accuracy)
            official.add(title(metric), *values)
        others = Table(["score", "%"], title="Subtypes, punctuation, non-projective arcs")
        for metric in OTHERS:
            others.add(title(metric) if self.same_words else title_of_f1(metric), getattr(self, metric))
        return [official, others]

    def __str__(self) -> str:
        return "\n\n".join([*(table.markdown() for table in self.tables()), self.size(), *self.notes()])

    def __repr__(self) -> str:
        shown = {name: getattr(self, name) for name in _IN_REPR}
        scores = ", ".join(f"{name}={value if value is None else f'{value:.2f}'}" for name, value in shown.items())
        return f"<Evaluation: {scores}, {self.size()}>"

    def _repr_html_(self) -> str:
        return tables_html(self.tables(), [self.size(), *self.notes()])


_IN_REPR = ("uas", "las", "las_ud", "clas", "nonproj_recall", "nonproj_precision")
_SIZES = (
    *("tokens", "sentences", "predicted_tokens", "predicted_sentences", "aligned_words"),
    *("gold_left_out", "predicted_left_out"),
)

# The scores that each column has a part in.
_SCORES_OF = {"lemma": ("Lemmas", "BLEX"), "upos": ("UPOS", "AllTags", "MLAS"), "xpos": ("XPOS", "AllTags")}
_SCORES_OF["feats"] = ("UFeats", "AllTags", "MLAS")


def _columns(names: Sequence[str]) -> str:
    return _listed([("universal " if name == "feats" else "") + name.upper() for name in names], "or")


def _touched(columns: Sequence[str]) -> str:
    """The scores that any of the columns have a part in."""
    return _listed([name for name in OFFICIAL if any(name in _SCORES_OF[column] for column in columns)], "and")


def _listed(names: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


@called_as("crossarc.evaluate")
def evaluate(
    gold: TreebankSource,
    predicted: TreebankSource | Parser,
    *,
    punctuation: str | None = None,
) -> Evaluation:
    """Score the trees of `predicted` against those of `gold`; both are treebanks or files.
    A parser as `predicted` parses the gold words before, as `parser.evaluate(gold)` does.

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
    if is_parser(predicted):
        return predicted.evaluate(gold, punctuation=punctuation)
    return evaluate_arcs(compared(gold, cast(TreebankSource, predicted), punctuation))


def is_parser(predicted: Any) -> TypeGuard[Parser]:
    """Whether it parses: parsers cannot be imported here, since they evaluate."""
    return hasattr(predicted, "parse") and hasattr(predicted, "system")


def compared(gold: TreebankSource, predicted: TreebankSource, punctuation: str | None) -> Arcs:
    """The arcs of two treebanks or files side by side."""
    gold_trees, predicted_trees = treebank_of(gold, "gold"), treebank_of(predicted, "predicted")
    return compare_arcs(gold_trees, predicted_trees, sense_for(gold_trees, punctuation))


def evaluate_arcs(arcs: Arcs) -> Evaluation:
    by_name = ratios(arcs)
    scores = {name: ratio.percentage() for name, ratio in by_name.items()}
    official = {name: by_name[metric] for name, metric in OFFICIAL.items()}
    gold, predicted = arcs.gold.treebank, arcs.predicted.treebank
    return Evaluation(
        **scores,  # type: ignore[arg-type]  # only what may be None is None
        tokens=gold.word_count,
        sentences=arcs.sentence_count,
        predicted_tokens=predicted.word_count,
        predicted_sentences=len(predicted),
        aligned_words=arcs.aligned_words,
        gold_left_out=len(gold.problems),
        predicted_left_out=len(predicted.problems),
        gold_lacks=absent_columns(gold),
        predicted_lacks=absent_columns(predicted),
        conll18={name: ratio.score() for name, ratio in official.items() if isinstance(ratio, F1)},
        punctuation=arcs.punctuation,
        text_difference=arcs.alignment.difference,
        _arcs=arcs,
    )
