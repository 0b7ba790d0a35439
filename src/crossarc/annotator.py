"""What comes before a parser in a model: a tokenizer, a tagger, a lemmatizer, as far as it has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from crossarc.arguments import require_flag, require_text, shown_with_kind
from crossarc.calls import called_as
from crossarc.choices import OptionError, require_one_of
from crossarc.errors import ArgumentError
from crossarc.files import PathLike
from crossarc.lemmas import Lemmatizer
from crossarc.model_file import Part, read_model, told_of, write_model
from crossarc.stages import Stage, Trained, kinds, require_known, run
from crossarc.tagging import Tagger
from crossarc.tokenizer import FORMATS, Tokenizer
from crossarc.tokenizer.text import Text, encoded, name_of
from crossarc.tokenizer.tokenizer import sentences
from crossarc.treebank import Treebank, TreebankSource, treebank_of
from crossarc.treebank.sources import hinting_at_text


@dataclass(frozen=True, repr=False)
class Annotator:
    """Words of a text, and their tags and lemmas where they are missing.

    `own` has what was trained, by stage; `made` tells by stage how.
    """

    own: Mapping[str, Trained] = field(default_factory=dict)
    made: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The stages that it has."""
        return tuple(self.own)

    @property
    def tokenizer(self) -> Tokenizer | None:
        return cast("Tokenizer | None", self.own.get("tokenize"))

    @property
    def tagger(self) -> Tagger | None:
        return cast("Tagger | None", self.own.get("tag"))

    @property
    def lemmatizer(self) -> Lemmatizer | None:
        return cast("Lemmatizer | None", self.own.get("lemma"))

    def stages(self, redo: Iterable[str] = ()) -> list[Stage]:
        """Those that work on treebanks; `redo` names what is predicted even where it is there: "tags", "lemmas"."""
        redo = self.checked_redo(redo)
        all_kinds = kinds()
        stages = [all_kinds[name].stage(own, all_kinds[name].redo in redo) for name, own in self.own.items()]
        return [stage for stage in stages if stage is not None]

    @property
    def can_redo(self) -> tuple[str, ...]:
        """What its stages can predict even where it is there, of "tags" and "lemmas"."""
        return tuple(again for name in self.own if (again := kinds()[name].redo) is not None)

    def checked_redo(self, redo: Iterable[str]) -> frozenset[str]:
        """What to predict even where it is there; an `OptionError` if that is nothing, or cannot be predicted."""
        what = {kind.redo: kind.what for kind in kinds().values() if kind.redo is not None}
        try:
            redo = frozenset([redo] if isinstance(redo, str) else redo)
        except TypeError:
            raise OptionError("redo", f"must be a list of {', '.join(what)}, not {shown_with_kind(redo)}") from None
        for name in sorted(redo, key=str):
            require_one_of("redo", name, tuple(what))
            if name not in self.can_redo:
                raise OptionError("redo", f"{name} has no effect: there is no {what[name]} in the model")
        return redo

    def tag(self, treebank: TreebankSource, *, redo: Iterable[str] = (), threads: int = 0) -> Treebank:
        """The treebank with the tags and lemmas that are missing in it; all else stays byte for byte.

        `redo` names what is predicted even where it is there: "tags", "lemmas".
        """
        stages = self.stages(redo)
        if not stages:
            raise ArgumentError("the model has neither a tagger nor a lemmatizer")
        with hinting_at_text(treebank, "parser(text) tags and parses text"):
            treebank = treebank_of(treebank, ignore_trees=True)
        return run(stages, treebank, threads=threads)

    @called_as("annotator.words")
    def words(self, text: Text, *, format: str = "text", offsets: bool = True, path: str | None = None) -> Treebank:
        """The words of a text, without tags and trees. `format` is "text", "lines" or "tokens" (docs/text.md).

        The text can also be a file's `Path`. `path` is what messages call it, if not by that.
        """
        require_flag(offsets, "offsets")
        if path is not None:
            require_text(path, "path")
        name = name_of(text, path)
        pieces = sentences(self.core_tokenizer(format), encoded(text, name), format, offsets, name, False)
        return Treebank.from_bytes(b"".join(pieces), format="conllu", ignore_trees=True, path=name)

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
        return {name: ([stage.to_bytes()], self.made.get(name, {})) for name, stage in self.own.items()}

    @classmethod
    def of_parts(cls, parts: Mapping[str, Part]) -> Annotator:
        """A ValueError tells of a part that is none."""
        own = {name: kind.load(bytes(parts[name].content)) for name, kind in kinds().items() if name in parts}
        return cls(own, {name: parts[name].made for name in own})

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
