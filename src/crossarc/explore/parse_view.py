"""The view *Parse*: text, words or CoNLL-U, and the trees that one model or two make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from crossarc.annotator import Annotator
from crossarc.drawing import diagram_of, diagram_of_two, lay_out, svg_of, tikz_of
from crossarc.explore.shown_sentence import LONGEST, sentence_data, two_trees_data
from crossarc.parser import Parser
from crossarc.parser.stage import ParsingStage
from crossarc.stages import Stage, run
from crossarc.treebank import Sentence, Treebank

MOST_SENTENCES = 25
INPUTS = {"text": "text", "lines": "lines", "words": "tokens", "conllu": None}


@dataclass(frozen=True)
class ParseView:
    """The models that answer, by their names: none, one or two. Without one, the trees are those of the input."""

    models: Mapping[str, Parser]
    is_conllu: bool
    planes: bool

    def first_stages(self) -> list[Stage]:
        """Those of the first model: what there is to do, if there is anything."""
        return next((self._stages(parser) for parser in self.models.values()), [])

    def trees(self, block: Treebank) -> list[Treebank]:
        """The trees of each model, or those of the input. One without a tagger gets the tags of the one before it."""
        found: list[Treebank] = []
        for parser in self.models.values():
            found.append(run(self._stages(parser), found[-1] if found else block, threads=1))
        return found or [block]

    def _stages(self, parser: Parser) -> list[Stage]:
        before = parser.annotator.stages(self._again(parser.annotator))
        return [*before, ParsingStage(parser, confidence=parser.has_confidence)]

    def _again(self, annotator: Annotator) -> list[str]:
        """What is predicted even if it is there: nothing of CoNLL-U, which may have better tags."""
        if self.is_conllu:
            return []
        return ["tags"] * (annotator.tagger is not None) + ["lemmas"] * (annotator.lemmatizer is not None)

    def sentences(self, block: Treebank) -> Iterator[dict[str, Any]]:
        found = self.trees(block)
        names = list(self.models) or [""]
        for place in range(len(block)):
            own = [treebank[place] for treebank in found]
            trees = [
                {"model": name, "conllu": sentence.to_conllu()} | sentence_data(sentence, planes=self.planes)
                for name, sentence in zip(names, own, strict=True)
            ]
            yield {"trees": trees, "both": two_trees_data(*own) if len(own) == 2 else None}


def written(form: str, sentence: Sentence, other: Sentence | None, planes: bool) -> str:
    """A drawing to copy; a ValueError if the sentence is too long for one."""
    if len(sentence) > LONGEST:
        raise ValueError(f"a sentence of over {LONGEST} words is not drawn")
    diagram = diagram_of(sentence, planes=planes) if other is None else diagram_of_two(sentence, other)
    return {"svg": svg_of, "tikz": tikz_of}[form](lay_out(diagram))
