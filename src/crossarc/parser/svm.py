"""Support vector machines in place of the perceptron (2010 §6, 2012 buffer), trained by scikit-learn.

They learn from the static oracle's derivations, with the same features and in the same two steps as the perceptron:
which transition, then which label for its arc; and which word is the root. Two steps need fewer machines, and the
linear models are the perceptron's. With `labels = "together"` there is one class for each transition with each label,
as in MaltParser, which the papers used.

- Linear ones: multi-class machines (Crammer & Singer 2001) without a bias, as MaltParser has them by default. Their
  weights are stored like the perceptron's, and the same code parses with them.
- Those with a polynomial kernel, one class against one, with MaltParser's default parameters. To keep that tractable,
  there is a machine for each tag of the first word of the buffer, as in MaltParser. The kernel looks at pairs of
  features by itself, so of a system's own templates only those of single attributes are used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.errors import ArgumentError, MissingPackageError
from crossarc.features import fitted
from crossarc.learners.kernel import MIN_SPLIT, Kernel
from crossarc.learners.support_vectors import TOLERANCE
from crossarc.parser.interruptible import interruptibly

if TYPE_CHECKING:
    from crossarc.parser.options import TrainingOptions
    from crossarc.treebank import Treebank

_LEAST_COUNT = 2  # linear: features that turn up once are not worth their memory
_MOST_FEATURES = 1 << 27  # of all examples together: some 5 GB of memory in LIBLINEAR
_MOST_WEIGHTS = 1 << 28  # of transitions with labels: as much
_SPLIT = "B0?.p"
_MOST_ROOT_EXAMPLES = 10_000  # there is one machine for all words, and it is rarely asked
_SEEDS = 1 << 32  # that scikit-learn knows
_CACHE = 500  # megabytes for LIBSVM's kernel values
_TRANSITION, _LABEL, _ROOT, _STEP = 0, 1, 2, 3  # what machines decide on, as core/scorers/kernel_model.hpp numbers it

Keys = npt.NDArray[np.uint64]
WeightRows = tuple[Keys, npt.NDArray[np.int32], npt.NDArray[np.float32]]


class Effort(NamedTuple):
    """What a machine pays for errors, how far from the optimum it may stop, and the seed of chance."""

    cost: float
    tolerance: float = TOLERANCE
    seed: int = 1

    @classmethod
    def of(cls, options: TrainingOptions) -> Effort:
        tolerance = TOLERANCE if options.own.tolerance is None else options.own.tolerance
        return cls(options.own.cost, tolerance, options.seed)


class Examples(NamedTuple):
    """Rows of features with their classes, as the core extracts them."""

    offsets: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int32]
    classes: npt.NDArray[np.int32]
    groups: Keys
    substitutes: Keys  # for groups that are too small
    keys: Keys  # of the columns

    def chosen(self, rows: npt.NDArray[np.bool_]) -> Examples:
        """Some of the examples, with all columns."""
        lengths = np.diff(self.offsets)
        return self._replace(
            offsets=np.concatenate([[0], np.cumsum(lengths[rows])]).astype(np.int64),
            columns=self.columns[np.repeat(rows, lengths)],
            classes=self.classes[rows],
            groups=self.groups[rows],
            substitutes=self.substitutes[rows],
        )

    def matrix(self) -> Any:
        """As a sparse matrix of SciPy."""
        from scipy.sparse import csr_matrix  # noqa: PLC0415

        ones = np.ones(self.columns.size)
        return csr_matrix((ones, self.columns, self.offsets), shape=(self.classes.size, self.keys.size))


def require_scikit_learn() -> None:
    """Say in one line what is missing."""
    try:
        import sklearn  # noqa: F401, PLC0415
    except ImportError:
        needed = "the learners liblinear and libsvm need scikit-learn"
        raise MissingPackageError.of_extra("svm", needed, name="sklearn") from None


def kernel_templates(templates: str) -> str:
    """The templates of one attribute each: a kernel of degree 2 looks at the pairs.

    >>> kernel_templates("S0.w  # top\\nS0.w+B0.w\\nB0.p")
    'S0.w\\nB0.p'
    """
    lines = (line.partition("#")[0].strip() for line in templates.split("\n"))
    return "\n".join(line for line in lines if line and "+" not in line)


def split_template(treebank: Treebank, tags: str) -> str:
    """What tells kernel machines apart: the tag of the first word of the buffer, or its shape if there are no tags."""
    return (fitted(_SPLIT, treebank, tags) if tags != "none" else "") or "B0?.s"


class SvmTrainer(ABC):
    """Trains like `_core.PerceptronTrainers`, but all at once: one epoch is enough."""

    def __init__(self, treebank: Treebank, options: TrainingOptions, templates: str) -> None:
        require_scikit_learn()
        self._options = options
        self._together = options.own.labels == "together"
        self._effort = Effort.of(options)
        self._split = split_template(treebank, options.tags)
        self._place: dict[str, Any] = {"root": "", "reconstruction": "", "root_links": ""}
        self._place |= {"system": options.system, "templates": templates} | options.parsing_system.options
        self._labels = len(treebank.strings("deprel"))
        self._treebank = treebank
        self._model: _core.PerceptronModel | _core.KernelModel | None = None

    def start_epoch(self) -> None:
        self._model = None

    def learn(self, examples: int) -> int:
        """Learn from all examples, however few are asked for; none is left.

        The libraries know nothing of Ctrl-C, and neither does extracting examples: a thread does it all.
        """
        self._model = interruptibly(self._learnt)
        return 0

    def _learnt(self) -> _core.PerceptronModel | _core.KernelModel:
        *parts, label_uses = _core.derivation_examples(
            self._treebank._document,
            **self._place,
            oracle_options=self._options.oracle_options.core,
            split=self._split,
            together=self._together,
            labels=self._labels,
            most_features=_MOST_FEATURES,
        )
        transitions, labels, roots = (Examples(*part) for part in parts)
        if transitions.columns.size > _MOST_FEATURES:
            raise ArgumentError(
                f"the treebank's transitions have over {_MOST_FEATURES:,} features, which are too many for "
                f"{self._options.learner}: take the perceptron or a smaller treebank"
            )
        return self._made(transitions, labels, roots, label_uses)

    @abstractmethod
    def _made(
        self, transitions: Examples, labels: Examples, roots: Examples, label_uses: npt.NDArray[np.uint8]
    ) -> _core.PerceptronModel | _core.KernelModel: ...

    def model(self) -> _core.PerceptronModel | _core.KernelModel:
        assert self._model is not None  # learnt before it is asked for
        return self._model


class LinearTrainer(SvmTrainer):
    def _made(
        self, transitions: Examples, labels: Examples, roots: Examples, label_uses: npt.NDArray[np.uint8]
    ) -> _core.PerceptronModel:
        if self._together:
            _refuse_too_many_classes(frequent(transitions))
        kinds = [(int(kind), labels.chosen(labels.substitutes == kind)) for kind in np.unique(labels.substitutes)]
        root_kind = int(roots.substitutes[0])
        weights = _core.linear_weights(
            **self._place,
            together=self._together,
            label_uses=label_uses,
            transitions=self._weight_rows(transitions),
            labels=[*((kind, self._weight_rows(own)) for kind, own in kinds), (root_kind, self._root_weights(roots))],
        )
        return _core.PerceptronModel.load(**self._place, labels=self._labels, weights=np.frombuffer(weights, np.uint8))

    def _weight_rows(self, examples: Examples) -> WeightRows:
        """Features, classes, and a weight for each of both."""
        examples = frequent(examples)
        seen, weights = linear_weights(examples, self._effort)
        return examples.keys, seen, np.ascontiguousarray(weights.T, np.float32).reshape(-1)

    def _root_weights(self, roots: Examples) -> WeightRows:
        """Of the one class that there is when a root is chosen: what speaks for a root less what speaks against it."""
        keys, seen, weights = self._weight_rows(roots)
        by_class = weights.reshape(keys.size, seen.size)
        return keys, np.zeros(1, np.int32), np.ascontiguousarray(by_class[:, -1] - by_class[:, 0])


class KernelTrainer(SvmTrainer):
    def _made(
        self, transitions: Examples, labels: Examples, roots: Examples, label_uses: npt.NDArray[np.uint8]
    ) -> _core.KernelModel:
        kernel = Kernel.of(self._options)
        model = _core.KernelModel(**self._place, split=self._split, label_uses=label_uses, **kernel._asdict())
        least = MIN_SPLIT if self._options.own.min_split is None else self._options.own.min_split
        for decision, examples in ((_STEP if self._together else _TRANSITION, transitions), (_LABEL, labels)):
            for group, rows in split(examples, least):
                model.add(decision, group, *kernel_machine(examples, rows, kernel, self._effort))
        some_roots = _some(roots.classes, _MOST_ROOT_EXAMPLES)
        model.add(_ROOT, 0, *kernel_machine(roots, some_roots, kernel, self._effort))
        return model


def _refuse_too_many_classes(examples: Examples) -> None:
    classes, features = np.unique(examples.classes).size, examples.keys.size
    if classes * features > _MOST_WEIGHTS:
        raise ArgumentError(
            f"{classes:,} transitions with labels, each with weights for {features:,} features, are too many for "
            "liblinear: take labels after, fewer templates or a smaller treebank"
        )


def linear_weights(examples: Examples, effort: Effort) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    """The classes that there are, and for each of them the weights of all features."""
    from sklearn.svm import LinearSVC  # noqa: PLC0415

    seen = np.unique(examples.classes)
    if seen.size < 2 or not examples.keys.size:
        return seen, np.zeros((seen.size, examples.keys.size))
    machine = LinearSVC(
        C=effort.cost,
        tol=effort.tolerance,
        multi_class="crammer_singer",
        fit_intercept=False,
        random_state=effort.seed % _SEEDS,
        max_iter=1000,
    )
    machine.fit(examples.matrix(), examples.classes)
    weights = machine.coef_
    # Two classes share one row of weights, which speak for the second.
    return seen, np.concatenate([-weights / 2, weights / 2]) if seen.size == 2 else weights


def kernel_machine(
    examples: Examples, rows: npt.NDArray[np.intp], kernel: Kernel, effort: Effort
) -> tuple[npt.NDArray[Any], ...]:
    """The arrays of a `KernelMachine` that has learnt from some of the examples."""
    from sklearn.svm import SVC  # noqa: PLC0415

    matrix, classes = examples.matrix()[rows], examples.classes[rows]
    seen = np.unique(classes)
    if seen.size == 1:
        nothing = np.zeros(0)
        empty = nothing.astype(np.uint64), np.zeros(1, np.int64), nothing.astype(np.int32), nothing, nothing
        return seen, np.zeros(1, np.int32), *empty
    machine = SVC(
        kernel="poly",
        **kernel._asdict(),
        C=effort.cost,
        tol=effort.tolerance,
        cache_size=_CACHE,
        random_state=effort.seed % _SEEDS,
    )
    machine.fit(matrix, classes)
    # scikit-learn turns the sign of a single pair around, so that it speaks for the second class.
    sign = -1.0 if seen.size == 2 else 1.0
    by_feature = machine.support_vectors_.tocsc()
    used = np.flatnonzero(np.diff(by_feature.indptr))
    order = used[np.argsort(examples.keys[used])]
    by_feature = by_feature[:, order]
    return (
        machine.classes_.astype(np.int32),
        machine.n_support_.astype(np.int32),
        np.ascontiguousarray(examples.keys[order]),
        by_feature.indptr.astype(np.int64),
        by_feature.indices.astype(np.int32),
        np.ascontiguousarray(sign * machine.dual_coef_.toarray()).reshape(-1),
        sign * machine.intercept_,
    )


def frequent(examples: Examples) -> Examples:
    """The examples without features that are too rare."""
    counts = np.bincount(examples.columns, minlength=examples.keys.size)
    kept = counts >= _LEAST_COUNT
    numbers = np.cumsum(kept) - 1
    chosen = kept[examples.columns]
    ends = np.concatenate([[0], np.cumsum(chosen)])[examples.offsets]
    return examples._replace(
        offsets=ends.astype(np.int64),
        columns=numbers[examples.columns[chosen]].astype(np.int32),
        keys=np.ascontiguousarray(examples.keys[kept]),
    )


def split(examples: Examples, least: int) -> list[tuple[int, npt.NDArray[np.intp]]]:
    """Rows to learn from together, and the group that the machine is for.

    Groups of fewer than `least` examples share a machine with those of the same substitute, which is also for groups
    that training has not seen; if none is small, that of the largest group is.
    """
    parts = []
    for substitute in np.unique(examples.substitutes):
        own = np.flatnonzero(examples.substitutes == substitute)
        values, members, counts = np.unique(examples.groups[own], return_inverse=True, return_counts=True)
        small = counts < least
        if not small.any():
            small[counts.argmax()] = True
        for group in np.flatnonzero(~small):
            parts.append((int(values[group]), own[members == group]))  # noqa: PERF401
        parts.append((int(substitute), own[small[members]]))
    return parts


def _some(classes: npt.NDArray[np.int32], most: int) -> npt.NDArray[np.intp]:
    """About so many rows at the most, evenly spread but for those of class 1, which are all kept."""
    rare, others = np.flatnonzero(classes == 1), np.flatnonzero(classes != 1)
    step = max(1, -(-others.size // max(1, most - rare.size)))
    return np.sort(np.concatenate([rare, others[::step]]))
