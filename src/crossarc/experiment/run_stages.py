"""What a run predicts beside trees: words, tags and lemmas, if its parser has the stages for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from crossarc.annotator_training import checked_stages, checked_train_tags
from crossarc.choices import OptionError
from crossarc.model_file import PARSE
from crossarc.parser import Parser
from crossarc.tokenizer import restore
from crossarc.treebank import Treebank

OPTIONS: Final = ("stages", "train_tags")  # those of `crossarc.train` that no parser's options are

# The stage without which a score tells nothing of a run: words, tags and lemmas are then those of the test trees.
STAGE_OF: Final = {
    **dict.fromkeys(("tokens_f1", "sentences_f1", "words_f1"), "tokenize"),
    **dict.fromkeys(("upos", "xpos", "ufeats", "alltags", "mlas"), "tag"),
    **dict.fromkeys(("lemmas", "blex"), "lemma"),
}


@dataclass(frozen=True)
class RunStages:
    """The stages of a run, and which tags its parser learns from."""

    names: tuple[str, ...] = (PARSE,)
    train_tags: str = "gold"

    @classmethod
    def of(cls, declared: Mapping[str, Any]) -> RunStages:
        """Those that a parser's options declare; an `OptionError` for those that there are not."""
        given = declared.get("stages", PARSE)
        if not isinstance(given, str):
            raise OptionError("stages", 'they are a text with commas, such as "tag,lemma,parse"')
        names = checked_stages(given)
        if PARSE not in names:
            raise OptionError("stages", "there is no parser among them")
        return cls(names, checked_train_tags(declared.get("train_tags"), names))

    def predict(self, score: str) -> bool:
        """Whether a score tells anything of the run."""
        return STAGE_OF.get(score, PARSE) in self.names

    def determining(self) -> dict[str, Any]:
        """What a run's result depends on; nothing for a parser alone, whose results are older than stages."""
        return {} if self == RunStages() else {"stages": list(self.names), "train_tags": self.train_tags}


def without_stages(declared: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the parser itself."""
    return {name: value for name, value in declared.items() if name not in OPTIONS}


def predicted(parser: Parser, trees: Treebank) -> Treebank:
    """What a model makes of test trees: of their text, if it has a tokenizer; otherwise of their words, with tags and
    lemmas of its own as far as it has the stages."""
    redo = [what for what, stage in (("tags", "tag"), ("lemmas", "lemma")) if stage in parser.stages]
    if "tokenize" in parser.stages:
        return parser.parse_text(restore(trees), offsets=False, threads=1)
    return parser.parse(trees, redo=redo, threads=1)


def stages_to_have(scores: Sequence[str]) -> str:
    """The stages that scores need, as a file declares them."""
    return ",".join(checked_stages([PARSE, *(STAGE_OF[score] for score in scores if score in STAGE_OF)]))
