"""What comes before a parser in a model: a tokenizer, a tagger, a lemmatizer, as far as it has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from crossarc.arguments import require_flag, require_text, shown_with_kind
from crossarc.choices import OptionError, require_one_of
from crossarc.errors import ArgumentError
from crossarc.files import PathLike
from crossarc.lemmas import Lemmatizer
from crossarc.lemmas.stage import LemmaStage
from crossarc.model_file import Part, read_model, told_of, write_model
from crossarc.stages import Stage, require_known, run
from crossarc.tagging import Tagger
from crossarc.tagging.stage import TaggingStage
from crossarc.tokenizer import FORMATS, Tokenizer
from crossarc.tokenizer.text import Text, encoded
from crossarc.tokenizer.tokenizer import sentences
from crossarc.treebank import Treebank, TreebankSource, treebank_of

REDO = ("tags", "lemmas")
_LOADERS = {"tokenize": Tokenizer.from_bytes, "tag": Tagger.from_bytes, "lemma": Lemmatizer.from_bytes}


@dataclass(frozen=True, repr=False)
class Annotator:
    """Words of a text, and their tags and lemmas where they are missing. `made` tells by stage how it was made."""

    tokenizer: Tokenizer | None = None
    tagger: Tagger | None = None
    lemmatizer: Lemmatizer | None = None
    made: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The stages that it has."""
        return tuple(self._own)

    @property
    def _own(self) -> dict[str, Tokenizer | Tagger | Lemmatizer]:
        own = {"tokenize": self.tokenizer, "tag": self.tagger, "lemma": self.lemmatizer}
        return {name: stage for name, stage in own.items() if stage is not None}

    def stages(self, redo: Iterable[str] = ()) -> list[Stage]:
        """Those that work on treebanks; `redo` names what is predicted even where it is there: "tags", "lemmas"."""
        redo = self.checked_redo(redo)
        stages: list[Stage] = []
        if self.tagger is not None:
            stages.append(TaggingStage(self.tagger, "tags" in redo))
        if self.lemmatizer is not None:
            stages.append(LemmaStage(self.lemmatizer, "lemmas" in redo))
        return stages

    def checked_redo(self, redo: Iterable[str]) -> frozenset[str]:
        """What to predict even where it is there; an `OptionError` if that is nothing, or cannot be predicted."""
        try:
            redo = frozenset([redo] if isinstance(redo, str) else redo)
        except TypeError:
            raise OptionError("redo", f"must be a list of {', '.join(REDO)}, not {shown_with_kind(redo)}") from None
        for name in sorted(redo, key=str):
            require_one_of("redo", name, REDO)
            if (self.tagger if name == "tags" else self.lemmatizer) is None:
                stage = "tagger" if name == "tags" else "lemmatizer"
                raise OptionError("redo", f"{name} has no effect: there is no {stage} in the model")
        return redo

    def tag(self, treebank: TreebankSource, *, redo: Iterable[str] = (), threads: int = 0) -> Treebank:
        """The treebank with the tags and lemmas that are missing in it; all else stays byte for byte.

        `redo` names what is predicted even where it is there: "tags", "lemmas".
        """
        stages = self.stages(redo)
        if not stages:
            raise ArgumentError("the model has neither a tagger nor a lemmatizer")
        treebank = treebank_of(treebank, ignore_trees=True)
        return run(stages, treebank, threads=threads)

    def words(self, text: Text, *, format: str = "text", offsets: bool = True, path: str = "<text>") -> Treebank:
        """The words of a text, without tags and trees. `format` is "text", "lines" or "tokens" (docs/text.md)."""
        require_flag(offsets, "offsets"), require_text(path, "path")
        pieces = sentences(self.core_tokenizer(format), encoded(text, path), format, offsets, path, False)
        return Treebank.from_bytes(b"".join(pieces), format="conllu", ignore_trees=True, path=path)

    def core_tokenizer(self, format: str) -> Any:
        """What the core's text stream needs for a format; a ValueError if the model does not have it."""
        require_one_of("format", format, FORMATS)
        if self.tokenizer is None and format != "tokens":
            raise ArgumentError(
                "the model has no tokenizer: it can read tokens (--format tokens), but no other text; "
                "crossarc train and crossarc.train(…, stages=None) train models that have one"
            )
        return None if self.tokenizer is None or format == "tokens" else self.tokenizer._model

    # In files

    def parts(self) -> dict[str, tuple[Sequence[bytes], Mapping[str, Any]]]:
        """For a model's file."""
        return {name: ([stage.to_bytes()], self.made.get(name, {})) for name, stage in self._own.items()}

    @classmethod
    def of_parts(cls, parts: Mapping[str, Part]) -> Annotator:
        """A ValueError tells of a part that is none."""
        own: Any = {name: loader(bytes(parts[name].content)) for name, loader in _LOADERS.items() if name in parts}
        made = {name: parts[name].made for name in own}
        return cls(own.get("tokenize"), own.get("tag"), own.get("lemma"), made)

    def save(self, path: PathLike) -> None:
        """Write a model without a parser; the file is there whole or not at all."""
        write_model(path, self.parts())

    @classmethod
    def load(cls, path: PathLike) -> Annotator:
        """That of a model's file, whether or not there is a parser in it."""
        parts = read_model(path)
        with told_of(path):
            require_known(parts)
            return cls.of_parts(parts)

    def __repr__(self) -> str:
        return f"<Annotator: {', '.join(self.names) or 'nothing'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, ({name: (content[0], made) for name, (content, made) in self.parts().items()},)


def _restored(parts: dict[str, tuple[bytes, Mapping[str, Any]]]) -> Annotator:
    return Annotator.of_parts({name: Part(memoryview(content), made) for name, (content, made) in parts.items()})
