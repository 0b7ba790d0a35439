"""The native core: what the extension module offers to the package."""

import numpy as np
import numpy.typing as npt

# Treebanks

class FormatError(ValueError):
    """Its arguments are the line and the message."""

class Document:
    @property
    def format(self) -> str: ...
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
    def kept_text(self) -> bytes: ...
    def fields(self, first_word: int, last_word: int, column: int) -> list[str]: ...
    def codes(self, column: int) -> npt.NDArray[np.int32]: ...
    def strings(self, column: int) -> list[str]: ...
    def rewritten(
        self, heads: npt.NDArray[np.int32], deprel_codes: npt.NDArray[np.int32], deprels: list[str]
    ) -> bytes: ...

def read(text: bytes, format: str | None = None, lenient: bool = False, first_line: int = 1) -> Document: ...
def complete_sentences(text: bytes) -> int: ...

# Trees: the heads of all words, and offsets[s] to offsets[s + 1] are the words of sentence s

def nonprojective_arcs(
    heads: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], threads: int = 1
) -> npt.NDArray[np.bool_]: ...
def tree_profiles(
    heads: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], threads: int = 1
) -> dict[str, npt.NDArray[np.generic]]: ...

# Significance: counts are [sentence][system][metric][right, possible]

def bootstrap_differences(
    counts: npt.NDArray[np.int32], samples: int, seed: int, threads: int = 1
) -> npt.NDArray[np.float64]: ...
def shuffled_as_different(
    counts: npt.NDArray[np.int32], samples: int, seed: int, threads: int = 1
) -> npt.NDArray[np.int64]: ...

# Transformations of trees

def projectivize(
    heads: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], threads: int = 1
) -> npt.NDArray[np.int32]: ...
def pseudo_projectivize(
    heads: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    labels: npt.NDArray[np.int32],
    encoding: str,
    threads: int = 1,
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
