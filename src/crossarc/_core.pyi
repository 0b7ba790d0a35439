"""The native core: what the extension module offers to the package."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

class DeadlinePassed(TimeoutError):
    """Long work of the core that was not done in time."""

def set_deadline(seconds: float | None) -> None:
    """How long the calling thread may go on from now; None is as long as it takes."""

# Treebanks

class FormatError(ValueError):
    """Its arguments are the line and the message."""

class Document:
    @property
    def format(self) -> str: ...
    @property
    def ignores_heads(self) -> bool: ...
    @property
    def line_count(self) -> int: ...
    @property
    def sentence_count(self) -> int: ...
    @property
    def word_count(self) -> int: ...
    @property
    def heads(self) -> npt.NDArray[np.int32]: ...
    @property
    def first_words(self) -> npt.NDArray[np.int64]: ...
    @property
    def problems(self) -> list[tuple[int, str]]: ...
    def sentence_text(self, sentence: int) -> bytes: ...
    def sentence_line(self, sentence: int) -> int: ...
    def word_line(self, sentence: int, word: int) -> int: ...
    def fields(self, first_word: int, last_word: int, column: int) -> list[str]: ...
    def codes(self, column: int) -> npt.NDArray[np.int32]: ...
    def strings(self, column: int) -> list[str]: ...
    def filled(self, column: int) -> int: ...
    def with_trees(
        self,
        heads: npt.NDArray[np.int32],
        deprel_codes: npt.NDArray[np.int32],
        deprels: list[str],
        confidences: npt.NDArray[np.float32] | None = None,
    ) -> Document:
        """The same words with other trees, over the same text; a FormatError if they are no trees."""

    def with_columns(self, columns: list[tuple[int, npt.NDArray[np.int32], list[str]]]) -> Document:
        """The same words with other LEMMA, UPOS, XPOS or FEATS: numbers of strings, -1 where they keep their own."""

    def shares_text_with(self, other: Document) -> bool: ...
    def written(self, keep_broken: bool = False) -> bytes:
        """The text with the trees of the document, without sentences that are broken unless they are to be kept."""

def read(
    text: bytes,
    format: str | None = None,
    lenient: bool = False,
    first_line: int = 1,
    ignore_heads: bool = False,
) -> Document: ...
def complete_sentences(text: bytes) -> int: ...
def count_of_ends(texts: list[bytes], end: bytes) -> list[int]:
    """How often each of the texts has `end` in it."""

def json_pieces(text: bytes, end: bytes, counts: list[int]) -> list[bytes]:
    """A text in pieces that have `end` so many times, each as it is between the quotes of JSON.

    A single piece is all of it, whatever its ends. Of several a ValueError tells if the text has another number of
    ends, or anything behind the last.
    """

# Trees: the heads of all words, and offsets[s] to offsets[s + 1] are the words of sentence s

def nonprojective_arcs(
    heads: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], threads: int = 1
) -> npt.NDArray[np.bool_]: ...
def tree_profiles(
    heads: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], threads: int = 1
) -> dict[str, npt.NDArray[np.generic]]: ...

# Evaluation: which words of two treebanks are the same

class TokenSpans:
    """The tokens of a treebank, words and multiword tokens, as stretches of their text without spaces, in bytes."""

    def __init__(self, document: Document) -> None: ...
    @property
    def size(self) -> int: ...
    def text(self, begin: int, size: int) -> bytes: ...
    @property
    def cuts(self) -> npt.NDArray[np.int64]:
        """Token t covers cuts[t] up to cuts[t + 1]."""

    @property
    def token_of(self) -> npt.NDArray[np.int32]:
        """For each word."""

    @property
    def first_tokens(self) -> npt.NDArray[np.int32]:
        """Of each sentence, and at the end how many tokens there are."""

    @property
    def multiword(self) -> npt.NDArray[np.bool_]: ...
    def difference(self, other: TokenSpans) -> int | None:
        """The first byte in which the texts differ, which may be the end of one of them."""

def align_words(
    gold: TokenSpans,
    predicted: TokenSpans,
    gold_forms: npt.NDArray[np.int32],
    predicted_forms: npt.NDArray[np.int32],
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The words of both sides that are paired, in order; forms are numbers that both share."""

def token_line(document: Document, token: int) -> int: ...

# Significance: counts are [sentence][system][metric][right, possible]

def bootstrap_differences(
    counts: npt.NDArray[np.int32], samples: int, seed: int, threads: int = 1
) -> npt.NDArray[np.float64]: ...
def shuffled_as_different(
    counts: npt.NDArray[np.int32], samples: int, seed: int, threads: int = 1
) -> npt.NDArray[np.int64]: ...

# Transformations of trees

def choose_roots(
    heads: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], scores: npt.NDArray[np.float32]
) -> npt.NDArray[np.int32]:
    """Of the words under 0 in each sentence, the number of the one that scores highest; 0 if there is none."""

def attach_roots(
    heads: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    roots: npt.NDArray[np.int32],
    scores: npt.NDArray[np.float32],
) -> npt.NDArray[np.int32]:
    """Where a sentence's root is not 0, it becomes the only one; scores are [sentence, dependent, head]."""

def projectivize(
    heads: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], threads: int = 1
) -> npt.NDArray[np.int32]: ...
def pseudo_projectivize(
    heads: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    labels: npt.NDArray[np.int32],
    encoding: str,
    threads: int = 1,
    system: System | None = None,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """New heads, and for each word the label of the head it was lifted off (or -1),
    whether it was, whether one went past it."""

def deprojectivize(
    heads: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    labels: npt.NDArray[np.int32],
    head_labels: npt.NDArray[np.int32],
    lifted: npt.NDArray[np.bool_],
    on_path: npt.NDArray[np.bool_],
    encoding: str,
    threads: int = 1,
) -> npt.NDArray[np.int32]: ...
def reconstruct(
    words: int,
    heads: npt.NDArray[np.int32],
    dependents: npt.NDArray[np.int32],
    reconstruction: str,
    root_links: str,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The head of each word, and the number of the link that attaches it, or -1."""

# Transition systems and oracles

class Configuration:
    def __eq__(self, other: object) -> bool: ...
    @property
    def words(self) -> int: ...
    @property
    def active(self) -> int: ...
    @property
    def switched(self) -> bool: ...
    def stack(self, stack: int, /) -> list[int]: ...
    @property
    def second_list(self) -> list[int]: ...
    @property
    def buffer(self) -> list[int]: ...
    @property
    def arcs(self) -> list[tuple[int, int]]: ...
    @property
    def edges(self) -> list[tuple[int, int, bool]]: ...

buffer_arcs_names: list[str]
plane_criterion_names: list[str]

def arc_transition_names() -> list[str]:
    """Of all systems."""

class OracleOptions:
    def __init__(self, regularize: bool = False, buffer_arcs: str = "short", planes: str = "active") -> None: ...

class Oracle:
    def loss(self, c: Configuration, /) -> int: ...
    def costs(self, c: Configuration, /) -> dict[str, int]: ...
    @property
    def planes(self) -> list[int]: ...

class System:
    def __init__(self, name: str, root: str = "", reconstruction: str = "", root_links: str = "") -> None: ...
    @property
    def transitions(self) -> list[str]: ...
    @property
    def base(self) -> str:
        """The name without buffer transitions."""

    @property
    def arc_transitions(self) -> list[str]: ...
    @property
    def oracles(self) -> list[str]: ...
    @property
    def has_root(self) -> bool: ...
    @property
    def is_directed(self) -> bool: ...
    @property
    def has_buffer_transitions(self) -> bool: ...
    @property
    def plane_count(self) -> int: ...
    @property
    def has_long_buffer_arcs(self) -> bool: ...
    @property
    def is_projective(self) -> bool: ...
    @property
    def builds_all(self) -> bool: ...
    def start(self, n: int, /) -> Configuration: ...
    def legal(self, c: Configuration, /) -> list[str]: ...
    def why_not(self, c: Configuration, transition: str, /) -> str | None: ...
    def arc(self, c: Configuration, transition: str, /) -> tuple[int, int] | None: ...
    def apply(self, c: Configuration, transition: str, /) -> Configuration: ...
    def finished(self, c: Configuration, /) -> bool: ...
    def heads(self, c: Configuration, /) -> list[int]: ...
    def derive(self, heads: list[int], options: OracleOptions = ...) -> list[str]: ...
    def covers(self, heads: list[int], /) -> bool: ...
    def oracle(self, name: str, heads: list[int], options: OracleOptions = ...) -> Oracle: ...

class Batch:
    def __init__(self, system: System, lengths: npt.NDArray[np.int32], threads: int = 1) -> None: ...
    def set_gold(
        self,
        heads: npt.NDArray[np.int32],
        offsets: npt.NDArray[np.int64],
        oracle: str,
        options: OracleOptions = ...,
    ) -> None: ...
    def __len__(self) -> int: ...
    def finished(self) -> npt.NDArray[np.bool_]: ...
    def legal(self) -> npt.NDArray[np.bool_]: ...
    def costs(self) -> npt.NDArray[np.int32]: ...
    def losses(self) -> npt.NDArray[np.int32]: ...
    def nodes(self, addresses: list[str], /) -> npt.NDArray[np.int32]: ...
    def valencies(self, addresses: list[str], /) -> npt.NDArray[np.int32]: ...
    def heads(self) -> npt.NDArray[np.int32]: ...
    def labels(self) -> npt.NDArray[np.int32]: ...
    def apply(self, transitions: npt.NDArray[np.int32], labels: npt.NDArray[np.int32] | None = None) -> None: ...

longest_exact: int

def system_descriptions() -> list[tuple[str, str, str, str]]: ...
def covers(
    system: System, heads: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], threads: int = 1
) -> npt.NDArray[np.bool_]: ...
def derive_all(
    system: System,
    heads: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    threads: int = 1,
    options: OracleOptions = ...,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
def follow(
    system: System,
    oracle: str,
    heads: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    seed: int = 0,
    explore: int = 0,
    threads: int = 1,
    options: OracleOptions = ...,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...

# The perceptron parser

class PerceptronModel:
    @staticmethod
    def load(
        system: str,
        root: str,
        reconstruction: str,
        root_links: str,
        templates: str,
        labels: int,
        weights: npt.NDArray[np.uint8],
    ) -> PerceptronModel:
        """The weights are copied: whatever becomes of the array, the model has its own."""

    def weights(self) -> bytes: ...
    @property
    def weight_count(self) -> int: ...
    @property
    def labels_together(self) -> bool:
        """Labels are chosen together with transitions; there is no beam then."""

    def parse(
        self, document: Document, beam: int, one_root: bool, margins: bool, threads: int
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Heads and labels of all words, and the margins of their transitions and labels: empty unless wanted."""

    def derivation(
        self, document: Document, sentence: int, beam: int, one_root: bool, first: Sequence[str]
    ) -> list[tuple[str, int, dict[str, float]]]:
        """The steps of a sentence: transition, label (-1 if it builds no arc), and what each transition scored.

        With `first`, it begins with these transitions and goes on greedily.
        """

    def builders(self, document: Document, beam: int, one_root: bool) -> npt.NDArray[np.int32]:
        """For each word the number, in the system's list, of the transition that built its arc; -1 if none did."""

    def links(self, document: Document, beam: int, one_root: bool) -> npt.NDArray[np.int32]:
        """The links of undirected systems before reconstruction: sentence, left node, right node, label, and so on."""

class PerceptronTrainers:
    def __init__(
        self,
        document: Document,
        system: str,
        root: str,
        reconstruction: str,
        root_links: str,
        templates: str,
        labels: int,
        oracle: str,
        oracle_options: OracleOptions,
        exploration: float,
        first_exploration: int,
        deterministic_oracle: bool,
        beam: int,
        max_violation: bool,
        least_updates: int,
        seed: int,
        perceptrons: int,
        threads: int,
    ) -> None: ...
    def start_epoch(self) -> None: ...
    def learn(self, examples: int) -> int:
        """Learn from so many more examples; returns how many are left in the epoch."""

    def model(self, least: float) -> PerceptronModel: ...

ClassifiedRows = tuple[
    npt.NDArray[np.int64],
    npt.NDArray[np.int32],
    npt.NDArray[np.int32],
    npt.NDArray[np.uint64],
    npt.NDArray[np.uint64],
    npt.NDArray[np.uint64],
]
WeightRows = tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32], npt.NDArray[np.float32]]

def derivation_examples(
    document: Document,
    system: str,
    root: str,
    reconstruction: str,
    root_links: str,
    templates: str,
    split: str,
    together: bool,
    labels: int,
    most_features: int,
    oracle_options: OracleOptions = ...,
) -> tuple[ClassifiedRows, ClassifiedRows, ClassifiedRows, npt.NDArray[np.uint8]]:
    """What static derivations teach about transitions, labels and roots (offsets, columns, classes, groups,
    substitutes, keys), and which labels are used under the root. With more than `most_features` it stops.

    With `together` the class of a transition is its number times `labels`, plus the label of its arc."""

def linear_weights(
    system: str,
    root: str,
    reconstruction: str,
    root_links: str,
    templates: str,
    together: bool,
    label_uses: npt.NDArray[np.uint8],
    transitions: WeightRows,
    labels: list[tuple[int, WeightRows]],
) -> bytes:
    """Weights as `PerceptronModel.load` takes them, from keys, classes and a weight for each key and class. Labels have
    them for each kind; that of the choice of the root has one class."""

class KernelModel:
    def __init__(
        self,
        system: str,
        root: str,
        reconstruction: str,
        root_links: str,
        templates: str,
        split: str,
        label_uses: npt.NDArray[np.uint8],
        gamma: float,
        coef0: float,
        degree: int,
    ) -> None: ...
    @staticmethod
    def load(
        system: str,
        root: str,
        reconstruction: str,
        root_links: str,
        templates: str,
        split: str,
        labels: int,
        weights: npt.NDArray[np.uint8],
    ) -> KernelModel: ...
    def add(
        self,
        decision: int,
        group: int,
        classes: npt.NDArray[np.int32],
        supports: npt.NDArray[np.int32],
        keys: npt.NDArray[np.uint64],
        offsets: npt.NDArray[np.int64],
        vectors: npt.NDArray[np.int32],
        coefficients: npt.NDArray[np.float64],
        intercepts: npt.NDArray[np.float64],
    ) -> None: ...
    def decisions(self, decision: int, group: int, keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]: ...
    def weights(self) -> bytes: ...
    @property
    def weight_count(self) -> int: ...
    def parse(
        self, document: Document, beam: int, one_root: bool, margins: bool, threads: int
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
    def derivation(
        self, document: Document, sentence: int, beam: int, one_root: bool, first: Sequence[str]
    ) -> list[tuple[str, int, dict[str, float]]]: ...
    def builders(self, document: Document, beam: int, one_root: bool) -> npt.NDArray[np.int32]: ...
    def links(self, document: Document, beam: int, one_root: bool) -> npt.NDArray[np.int32]: ...

def check_templates(templates: str) -> None:
    """A ValueError, with the line, if they are none."""

def feature_keys(
    document: Document, sentence: int, system: str, templates: str, transitions: list[str], labels: list[int] = ...
) -> list[list[int]]:
    """The features of each configuration of a derivation, as numbers; each transition has a label, or none has."""

# The neural parser

class LockStep:
    """Sentences that a network parses together. Arrays have a row for each sentence that has not ended."""

    def __init__(
        self,
        system: str,
        root: str,
        reconstruction: str,
        root_links: str,
        slots: list[str],
        label_uses: npt.NDArray[np.uint8],
        labels_after: bool,
        lengths: npt.NDArray[np.int32],
        first_rows: npt.NDArray[np.int64],
        missing_row: int,
    ) -> None: ...
    def set_gold(
        self,
        heads: npt.NDArray[np.int32],
        offsets: npt.NDArray[np.int64],
        labels: npt.NDArray[np.int32],
        oracle: str,
        options: OracleOptions = ...,
    ) -> None: ...
    @property
    def open(self) -> int: ...
    def open_sentences(self) -> npt.NDArray[np.int64]: ...
    @property
    def columns(self) -> int: ...
    def entries(self, result: npt.NDArray[np.int64]) -> None: ...
    def look_ahead(
        self, scores: npt.NDArray[np.float32], chosen: npt.NDArray[np.int32], values: npt.NDArray[np.float32]
    ) -> None:
        """What `advance` is going to do: transitions and labels, and what each transition scores, NaN if not legal."""

    def advance(self, scores: npt.NDArray[np.float32]) -> None: ...
    def advance_measured(
        self,
        scores: npt.NDArray[np.float32],
        transition_margins: npt.NDArray[np.float32],
        label_margins: npt.NDArray[np.float32],
    ) -> None: ...
    def explore(
        self,
        scores: npt.NDArray[np.float32],
        draws: npt.NDArray[np.float32],
        mistakes: float,
        near_mistakes: float,
        verdicts: npt.NDArray[np.uint8],
        errors: npt.NDArray[np.int64],
    ) -> None: ...
    def trees(self, heads: npt.NDArray[np.int32], labels: npt.NDArray[np.int32]) -> None: ...
    def entries_facing(
        self,
        sentences: npt.NDArray[np.int32],
        heads: npt.NDArray[np.int32],
        dependents: npt.NDArray[np.int32],
        result: npt.NDArray[np.int64],
        transitions: npt.NDArray[np.int32],
    ) -> None: ...

# Text to words

class TokenizerModel:
    @staticmethod
    def train(treebank: Document, seed: int, threads: int) -> TokenizerModel: ...
    @staticmethod
    def load(bytes: bytes) -> TokenizerModel: ...
    def bytes(self) -> bytes: ...
    @property
    def weight_count(self) -> int: ...

class TextStream:
    """Sentences in CoNLL-U from text that comes in pieces. Without a model for the format "tokens" alone."""

    def __init__(self, model: TokenizerModel | None, format: str, offsets: bool) -> None: ...
    def feed(self, text: bytes) -> bytes: ...
    def flush(self) -> bytes:
        """What is whole, although white space behind it may go on."""

    def finish(self) -> bytes: ...

def tokenized(model: TokenizerModel | None, texts: list[bytes], format: str, offsets: bool) -> list[bytes]:
    """Each text on its own, as a `TextStream` that gets all of it."""

def restored_text(document: Document) -> bytes: ...

# Tagging and lemmatizing: numbers of words' strings, -1 where the document's own stays, and the strings

_Filled = tuple[npt.NDArray[np.int32], list[str]]

class TaggerModel:
    @staticmethod
    def load(bytes: npt.NDArray[np.uint8]) -> TaggerModel: ...
    def stored(self) -> bytes: ...
    @property
    def tag_count(self) -> int: ...
    @property
    def form_count(self) -> int: ...
    @property
    def weight_count(self) -> int: ...
    def tag(
        self, document: Document, missing: list[bool] | None, redo: bool, threads: int
    ) -> tuple[_Filled, _Filled, _Filled]: ...

class TaggerTrainer:
    def learn(self) -> None: ...
    def model(self) -> TaggerModel: ...

def tagger_trainer(treebank: Document, lexicon: Document | None, seed: int) -> TaggerTrainer: ...

class LemmatizerModel:
    @staticmethod
    def load(bytes: npt.NDArray[np.uint8]) -> LemmatizerModel: ...
    def stored(self) -> bytes: ...
    @property
    def rule_count(self) -> int: ...
    def lemmatize(self, document: Document, redo: bool, threads: int) -> _Filled: ...

class LemmatizerTrainer:
    def learn(self) -> None: ...
    def model(self) -> LemmatizerModel: ...

def lemmatizer_trainer(treebank: Document, lexicon: Document | None, seed: int) -> LemmatizerTrainer: ...
def edit_rule(form: str, lemma: str) -> tuple[int, str, str, str, str] | None: ...
