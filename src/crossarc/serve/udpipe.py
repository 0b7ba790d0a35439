"""What UDPipe's clients ask for: the parameters of `/process`, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from crossarc import _core
from crossarc.files import FileError
from crossarc.parser import Parser
from crossarc.parser.stage import ParsingStage
from crossarc.serve.jobs import LARGE, Job
from crossarc.serve.limits import Limits, Refusal
from crossarc.serve.models import Models
from crossarc.stages import Stage, run
from crossarc.tokenizer.tokenizer import sentences, sentences_of_each
from crossarc.treebank import Treebank

# Bytes of the input that are worked on at a time: some thousand words. Fewer take longer for each, since stages look at
# a form once however often it is there; with more, others wait longer.
_TEXT_SLICE, _CONLLU_SLICE = LARGE, LARGE << 3
_INPUTS = {"conllu": None, "horizontal": "tokens", "vertical": "tokens", "generic_tokenizer": "text"}
_NONE = "none"
_PATH = "<data>"
_END_OF_SENTENCE = b"\n\n"  # in CoNLL-U of our own


class Slice(NamedTuple):
    """Some of the data: CoNLL-U of whole sentences, or text."""

    content: bytes
    is_text: bool = False
    first_line: int = 1


class Answer(NamedTuple):
    """What is said of a piece, as it is inside of a text in JSON: to write that of a huge answer would take long."""

    json: bytes
    words: int


@dataclass(frozen=True)
class Request:
    """A request to `/process`: the stages to run, from which format to which."""

    data: str
    format: str | None  # of text; None is CoNLL-U
    output: str
    stages: list[Stage]
    parser: Parser | None  # None: there is nothing to do with it
    offsets: bool
    limits: Limits

    @classmethod
    def of(cls, parameters: Mapping[str, str], models: Models, name: str, limits: Limits) -> Request:
        """A `Refusal` tells in UDPipe's own words what is missing or wrong; `name` is that of a model."""
        parser, tasks = models[name], models.tasks(name)
        if "data" not in parameters:
            raise Refusal(400, "Required argument 'data' is missing.")
        for task in ("tokenizer", "tagger", "parser"):
            if parameters.get(task, _NONE) != _NONE and task not in tasks:
                raise Refusal(400, f"The required model does not contain a {task}!")
        output = parameters.get("output") or "conllu"
        if output.partition("=")[0] not in _OUTPUTS:
            raise Refusal(400, f"Unknown output format '{output[:100]}'.")
        options = parameters.get("tokenizer", _NONE)
        if options != _NONE:
            format: str | None = "lines" if "presegmented" in options.split(";") else "text"
        else:
            given = (parameters.get("input") or "conllu").partition("=")[0]
            if given not in _INPUTS:
                raise Refusal(400, f"Unknown input format '{given[:100]}'.")
            format = _INPUTS[given]
            if format == "text" and "tokenizer" not in tasks:
                raise Refusal(400, "The required model does not contain a tokenizer!")
        stages: list[Stage] = []
        if parameters.get("tagger", _NONE) != _NONE:
            stages += models.tagging(name)
        if parameters.get("parser", _NONE) != _NONE:
            stages.append(ParsingStage(parser))
        return cls(parameters["data"], format, output, stages, parser, "ranges" in options.split(";"), limits)

    def pieces(self) -> Iterator[Slice]:
        """The data, some sentences at a time. A small text stays one: its words are found with those of others."""
        text = self.data.encode("utf-8", "surrogatepass")
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            raise Refusal(400, "Cannot read input data: it is not UTF-8.") from None
        if self.format is not None and len(text) <= _TEXT_SLICE:
            yield Slice(text, is_text=True)
            return
        with _told_of_data():
            yield from self._pieces_of_conllu(text) if self.format is None else self._pieces_of_text(text)

    def _pieces_of_text(self, text: bytes) -> Iterator[Slice]:
        slices = (text[begin : begin + _TEXT_SLICE] for begin in range(0, len(text), _TEXT_SLICE))
        for content in sentences(self._tokenizer, slices, str(self.format), self.offsets, _PATH, False):
            yield from map(Slice, _slices_of_conllu(content))  # a long paragraph comes at once

    def _pieces_of_conllu(self, text: bytes) -> Iterator[Slice]:
        line = 1
        for content in _slices_of_conllu(text):
            yield Slice(content, first_line=line)
            line += content.count(b"\n")

    def blocks(self) -> Iterator[Treebank]:
        """The data as treebanks, some sentences at a time."""
        for piece in self.pieces():
            treebank, _ = self._sentences_of([piece])
            yield treebank

    def _sentences_of(self, pieces: Sequence[Slice]) -> tuple[Treebank, list[int]]:
        """Those of all pieces, and where those of each end. Several pieces are text, or were made of text."""
        with _told_of_data():
            contents = self._conllu_of(pieces)
            treebank = Treebank.from_bytes(
                b"".join(contents),
                format="conllu",
                ignore_trees=self.format is not None or not self._keeps_trees,
                path=_PATH,
                first_line=pieces[0].first_line,
            )
        if len(treebank) and int(treebank.lengths.max()) > self.limits.words:
            raise Refusal(413, f"A sentence has over {self.limits.words:,} words.")
        if len(contents) == 1:
            return treebank, [len(treebank)]
        return treebank, list(accumulate(_core.count_of_ends(contents, _END_OF_SENTENCE)))

    def _conllu_of(self, pieces: Sequence[Slice]) -> list[bytes]:
        """What is text becomes CoNLL-U, all of it at once: each time takes Python's lock from other requests."""
        texts = [piece.content for piece in pieces if piece.is_text]
        found = iter(sentences_of_each(self._tokenizer, texts, str(self.format), self.offsets, _PATH) if texts else ())
        return [next(found) if piece.is_text else piece.content for piece in pieces]

    @property
    def _tokenizer(self) -> _core.TokenizerModel | None:
        assert self.parser is not None
        model: _core.TokenizerModel | None = self.parser.annotator.core_tokenizer(str(self.format))
        return model

    @property
    def _keeps_trees(self) -> bool:
        return not any(isinstance(stage, ParsingStage) for stage in self.stages)

    def answers(self, pieces: Sequence[Slice]) -> list[Answer]:
        """What is said of pieces, of this request or of others that ask for the same."""
        treebank, ends = self._sentences_of(pieces)
        if not len(treebank):
            return [Answer(b"", 0)] * len(pieces)
        treebank = run(self.stages, treebank, threads=1)
        output = _OUTPUTS[self.output.partition("=")[0]]
        counts = [after - before for before, after in pairwise((0, *ends))]
        texts = _core.json_pieces(output.write(treebank), output.end, counts)
        words = treebank.offsets[[0, *ends]].tolist()
        return [Answer(own, after - before) for own, (before, after) in zip(texts, pairwise(words), strict=True)]

    def job(self) -> Job:
        """The request for workers. What was text is worked on together with others: the CoNLL-U of it is our own."""
        texts_a_slice = 1 if self.format is not None else _CONLLU_SLICE // _TEXT_SLICE
        return Job(
            self.pieces(),
            self.answers,
            seconds=self.limits.seconds,
            size=min(len(self.data) // texts_a_slice, LARGE),
            kind=None
            if self.format is None
            else (id(self.parser), self.format, self.offsets, *map(type, self.stages), self.output),
        )


def _slices_of_conllu(text: bytes) -> Iterator[bytes]:
    """Pieces of whole sentences."""
    begin = 0
    while begin < len(text):
        end = begin + _CONLLU_SLICE
        while end < len(text) and not (cut := _core.complete_sentences(text[begin:end])):
            end += _CONLLU_SLICE  # a sentence that is longer than a slice
        if end < len(text):
            end = begin + cut
        yield text[begin:end]
        begin = end


@contextmanager
def _told_of_data() -> Iterator[None]:
    """What is wrong with the data is a `Refusal`."""
    try:
        yield
    except FileError as error:
        place = "" if error.line is None else f"line {error.line}: "
        raise Refusal(400, f"Cannot read input data: {place}{error.message}") from None


def _horizontal(treebank: Treebank) -> bytes:
    lines = (" ".join(form.replace(" ", "\u00a0") for form in own.forms) + "\n" for own in treebank)
    return "".join(lines).encode()


def _vertical(treebank: Treebank) -> bytes:
    return "".join("".join(f"{form}\n" for form in own.forms) + "\n" for own in treebank).encode()


def _plaintext(treebank: Treebank) -> bytes:
    return "".join(f"{own.text or ' '.join(own.forms)}\n" for own in treebank).encode()


class _Output(NamedTuple):
    """How sentences are written, and what is at the end of each and nowhere else."""

    write: Callable[[Treebank], bytes]
    end: bytes


_OUTPUTS = {
    "conllu": _Output(Treebank.to_bytes, _END_OF_SENTENCE),
    "horizontal": _Output(_horizontal, b"\n"),
    "vertical": _Output(_vertical, b"\n\n"),
    "plaintext": _Output(_plaintext, b"\n"),
}
