"""Further entries for the dictionaries of tagger and lemmatizer, from a file."""

from __future__ import annotations

from crossarc import _core
from crossarc.files import FileError, PathLike, read_text, shown_path

_COLUMNS = ("FORM", "LEMMA", "UPOS", "XPOS", "FEATS")


class Lexicon:
    """Forms with their lemmas and tags, as in a file of five columns that tabs separate: FORM LEMMA UPOS XPOS FEATS.

    An entry says that a form can have a tag, not how often it has it. `_` stands for what is not known or not there;
    lines that are blank are passed over.
    """

    def __init__(self, document: _core.Document) -> None:
        self.document = document

    def __len__(self) -> int:
        return self.document.word_count

    def __repr__(self) -> str:
        return f"<Lexicon: {len(self):,} entries>"

    @classmethod
    def read(cls, path: PathLike) -> Lexicon:
        """The entries of a file; a `FileError` tells of the first line that is none."""
        return cls.from_text(read_text(path), path=shown_path(path))

    @classmethod
    def from_text(cls, text: str, *, path: str = "<memory>") -> Lexicon:
        lines: list[int] = []
        sentences: list[str] = []
        for number, line in enumerate(text.split("\n"), start=1):
            entry = line.removesuffix("\r")
            if not entry.strip(" \t"):
                continue
            if (problem := _problem(entry.split("\t"))) is not None:
                raise FileError(path, number, problem)
            lines.append(number)
            sentences.append(f"1\t{entry}\t0\troot\t_\t_\n\n")
        try:
            document = _core.read("".join(sentences).encode("utf-8", "surrogatepass"), "conllu")
        except _core.FormatError as error:
            line, message = error.args
            raise FileError(path, lines[(line - 1) // 2], message) from None
        return cls(document)


def lexicon_of(given: Lexicon | PathLike | None) -> Lexicon | None:
    """The entries that are given, or those of the file that is named."""
    return given if given is None or isinstance(given, Lexicon) else Lexicon.read(given)


def _problem(fields: list[str]) -> str | None:
    if len(fields) != len(_COLUMNS):
        return f"expected 5 columns ({' '.join(_COLUMNS)}) separated by tabs, found {len(fields)}"
    for name, field in zip(_COLUMNS, fields, strict=True):
        if not field:
            return f"{name} is empty; what is not known is _"
        if "\r" in field:
            return f"{name} has a carriage return in it"
    if fields[0] == "_":
        return "FORM is _: an entry needs a form"
    if all(field == "_" for field in fields[1:]):
        return "an entry needs a lemma or a tag"
    return None
