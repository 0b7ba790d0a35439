"""A tokenizer: learnt from a treebank, kept as bytes, used on text of any length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from crossarc import _core
from crossarc.arguments import require_flag, require_kind
from crossarc.calls import called_as
from crossarc.choices import require_one_of
from crossarc.errors import told_as_arguments
from crossarc.files import FileError, PathLike, opened, shown_path
from crossarc.tokenizer.text import Text, encoded, name_of, parsed
from crossarc.treebank import Treebank, TreebankError, TreebankSource, treebank_of
from crossarc.treebank.arrival import arriving, is_plain
from crossarc.treebank.joining import joined
from crossarc.whole_numbers import LARGEST_SEED, whole_number

FORMATS = ("text", "lines", "tokens")
"""Paragraphs with blank lines between them; a sentence a line; words that are given, a sentence or a word a line."""

_CHUNK = 1 << 20  # bytes that are read at a time


class Tokenizer:
    """Finds the words, multiword tokens and sentences of a text.

    >>> import crossarc
    >>> from crossarc.tokenizer import Tokenizer
    >>> rows = ["1\\tYes\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\tSpaceAfter=No", "2\\t.\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_"]
    >>> tokenizer = Tokenizer.train(crossarc.Treebank.from_conllu(("\\n".join(rows) + "\\n\\n") * 20))
    >>> [sentence.forms for sentence in tokenizer.treebank("Yes. Yes.")]
    [['Yes', '.'], ['Yes', '.']]
    """

    def __init__(self, model: _core.TokenizerModel) -> None:
        self._model = model

    @classmethod
    @called_as("Tokenizer.train")
    def train(cls, treebank: TreebankSource | Iterable[Treebank], *, seed: int = 1, threads: int = 0) -> Tokenizer:
        """Learn from one treebank or several. The number of threads makes no difference, but to the time it takes.

        A treebank that does not tell where its text has spaces, neither by `# text` nor by `SpaceAfter=No`, teaches
        nothing: a `TreebankError`.
        """
        seed = whole_number(seed, "seed", most=LARGEST_SEED)
        threads = whole_number(threads, "threads")
        given = _one_treebank(treebank)
        try:
            return cls(_core.TokenizerModel.train(parsed(given), seed, threads))
        except ValueError as error:
            raise TreebankError(given.path, None, str(error)) from None

    # As bytes

    def to_bytes(self) -> bytes:
        """All that was learnt; the same for the same treebank and seed."""
        return self._model.bytes()

    @classmethod
    def from_bytes(cls, content: bytes) -> Tokenizer:
        """The tokenizer that `to_bytes` wrote; whatever is none is a ValueError."""
        require_kind(content, bytes, "content", "bytes, as to_bytes gives them")
        with told_as_arguments():
            return cls(_core.TokenizerModel.load(content))

    @property
    def weight_count(self) -> int:
        return self._model.weight_count

    def __reduce__(self) -> tuple[Callable[[bytes], Tokenizer], tuple[bytes]]:
        return Tokenizer.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"<Tokenizer: {self.weight_count:,} weights>"

    # From text to CoNLL-U

    @called_as("tokenizer.tokenize")
    def tokenize(
        self,
        text: Text,
        *,
        format: str = "text",
        offsets: bool = False,
        path: str | None = None,
        flush: bool = False,
    ) -> Iterator[bytes]:
        """CoNLL-U, piece by piece, for text or for pieces of it, in memory that does not grow with the text.

        `format` is one of `FORMATS`. With `offsets=True` MISC tells with `TokenRange=start:end` which characters of the
        text a token is. With `flush=True` sentences are written as soon as they are whole, even though white space
        behind them may follow: for who waits for an answer before the next piece. `path` is for messages: text that is
        not UTF-8 raises a `FileError`.
        """
        require_one_of("format", format, FORMATS)
        require_flag(offsets, "offsets"), require_flag(flush, "flush")
        name = name_of(text, path)
        return sentences(self._model, encoded(text, name), format, offsets, name, flush)

    @called_as("tokenizer.tokenize_file")
    def tokenize_file(self, path: PathLike, *, format: str = "text", offsets: bool = False) -> Iterator[bytes]:
        """The same for a file, plain or compressed; `-` is standard input. From a pipe, as the text arrives."""
        require_one_of("format", format, FORMATS)
        require_flag(offsets, "offsets")
        with opened(path) as file:
            pieces = arriving(file, _CHUNK)
            yield from sentences(self._model, pieces, format, offsets, shown_path(path), not is_plain(file))

    @called_as("tokenizer.treebank")
    def treebank(self, text: Text, *, format: str = "text", offsets: bool = False, path: str | None = None) -> Treebank:
        """The words of a text as a treebank without tags and trees."""
        content = b"".join(self.tokenize(text, format=format, offsets=offsets, path=path))
        return Treebank.from_bytes(content, format="conllu", path=name_of(text, path))


def _one_treebank(given: TreebankSource | Iterable[Treebank]) -> Treebank:
    """A treebank, or several as one."""
    several = list(given) if isinstance(given, list | tuple | Iterator) else []
    if not several or not all(isinstance(one, Treebank) for one in several):
        return treebank_of(several or given, ignore_trees=True)  # type: ignore[arg-type]
    path = ", ".join(one.path for one in several)
    text = joined(one.to_bytes() for one in several)
    return Treebank.from_bytes(text, format="conllu", ignore_trees=True, path=path)


def sentences(
    model: _core.TokenizerModel | None, pieces: Iterable[bytes], format: str, offsets: bool, path: str, flush: bool
) -> Iterator[bytes]:
    """CoNLL-U for pieces of text; without a model for words that are given (`format="tokens"`)."""
    stream = _core.TextStream(model, format, offsets)
    with _told_of_file(path):
        for piece in pieces:
            yield from filter(None, [stream.feed(piece), stream.flush() if flush else b""])
        yield from filter(None, [stream.finish()])


def sentences_of_each(
    model: _core.TokenizerModel | None, texts: list[bytes], format: str, offsets: bool, path: str
) -> list[bytes]:
    """CoNLL-U for each of several texts that have nothing to do with each other."""
    with _told_of_file(path):
        return _core.tokenized(model, texts, format, offsets)


@contextmanager
def _told_of_file(path: str) -> Iterator[None]:
    try:
        yield
    except _core.FormatError as error:
        line, message = error.args
        raise FileError(path, line, message) from None
