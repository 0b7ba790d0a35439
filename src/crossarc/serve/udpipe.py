"""What UDPipe's clients ask for: the parameters of `/process`, and what they mean."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from crossarc.tokenizer.tokenizer import sentences
from crossarc.treebank import Treebank
from crossarc.treebank.joining import joined_treebanks

# Bytes of the input that are worked on at a time: some thousand words. Fewer take longer for each, since stages look at
# a form once however often it is there; with more, others wait longer.
_TEXT_SLICE, _CONLLU_SLICE = LARGE, LARGE << 3
_INPUTS = {"conllu": None, "horizontal": "tokens", "vertical": "tokens", "generic_tokenizer": "text"}
_NONE = "none"


class Answer(NamedTuple):
    """What is said of a piece, as it is inside of a text in JSON: to write that of a huge answer would take long."""

    json: bytes
    words: int

    @classmethod
    def of(cls, text: str, words: int) -> Answer:
        return cls(json.dumps(text, ensure_ascii=False)[1:-1].encode(), words)


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

    def pieces(self) -> Iterator[Treebank]:
        """The sentences of the data, some at a time."""
        text = self.data.encode("utf-8", "surrogatepass")
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            raise Refusal(400, "Cannot read input data: it is not UTF-8.") from None
        try:
            pieces = self._blocks_of_conllu(text) if self.format is None else self._blocks_of_text(text)
            for content in pieces:
                yield self._checked(content)
        except FileError as error:
            place = "" if error.line is None else f"line {error.line}: "
            raise Refusal(400, f"Cannot read input data: {place}{error.message}") from None

    def _blocks_of_text(self, text: bytes) -> Iterator[Treebank]:
        assert self.parser is not None
        model = self.parser.annotator.core_tokenizer(str(self.format))
        slices = (text[begin : begin + _TEXT_SLICE] for begin in range(0, len(text), _TEXT_SLICE))
        for sentences_of_slice in sentences(model, slices, str(self.format), self.offsets, "<data>", False):
            for content in _slices_of_conllu(sentences_of_slice):  # a long paragraph comes at once
                yield Treebank.from_bytes(content, format="conllu", ignore_trees=True, path="<data>")

    def _blocks_of_conllu(self, text: bytes) -> Iterator[Treebank]:
        line = 1
        for content in _slices_of_conllu(text):
            yield Treebank.from_bytes(
                content, format="conllu", ignore_trees=not self._keeps_trees, path="<data>", first_line=line
            )
            line += content.count(b"\n")

    @property
    def _keeps_trees(self) -> bool:
        return not any(isinstance(stage, ParsingStage) for stage in self.stages)

    def _checked(self, block: Treebank) -> Treebank:
        if len(block) and int(block.lengths.max()) > self.limits.words:
            raise Refusal(413, f"A sentence has over {self.limits.words:,} words.")
        return block

    def answers(self, blocks: Sequence[Treebank]) -> list[Answer]:
        """What is said of pieces, of this request or of others that ask for the same."""
        treebank = run(self.stages, joined_treebanks(blocks), threads=1)
        output = _OUTPUTS[self.output.partition("=")[0]]
        text = output.write(treebank)
        texts = [text] if len(blocks) == 1 else output.cut(text, map(len, blocks))
        return [Answer.of(own, block.word_count) for own, block in zip(texts, blocks, strict=True)]

    def job(self) -> Job:
        """The request for workers. What was text is worked on together with others: the CoNLL-U of it is our own."""
        texts_a_slice = 1 if self.format is not None else _CONLLU_SLICE // _TEXT_SLICE
        return Job(
            self.pieces(),
            self.answers,
            seconds=self.limits.seconds,
            size=min(len(self.data) // texts_a_slice, LARGE),
            kind=None if self.format is None else (id(self.parser), *map(type, self.stages), self.output),
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


def _horizontal(treebank: Treebank) -> str:
    return "".join(" ".join(form.replace(" ", "\u00a0") for form in own.forms) + "\n" for own in treebank)


def _vertical(treebank: Treebank) -> str:
    return "".join("".join(f"{form}\n" for form in own.forms) + "\n" for own in treebank)


def _plaintext(treebank: Treebank) -> str:
    return "".join(f"{own.text or ' '.join(own.forms)}\n" for own in treebank)


class _Output(NamedTuple):
    """How sentences are written, and what is at the end of each and nowhere else."""

    write: Callable[[Treebank], str]
    end: str

    def cut(self, text: str, counts: Iterable[int]) -> list[str]:
        """Texts of so many sentences each. To write each on its own takes longer."""
        sentences = text.split(self.end)
        bounds = list(accumulate(counts, initial=0))
        if bounds[-1] != len(sentences) - 1:
            raise ValueError("the end of a sentence is in the midst of one")
        return [self.end.join([*sentences[begin:end], ""]) for begin, end in pairwise(bounds)]


_OUTPUTS = {
    "conllu": _Output(Treebank.to_conllu, "\n\n"),
    "horizontal": _Output(_horizontal, "\n"),
    "vertical": _Output(_vertical, "\n\n"),
    "plaintext": _Output(_plaintext, "\n"),
}
