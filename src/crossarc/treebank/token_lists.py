"""To and from token lists of the package `conllu`, which is imported only here.

Its structures have no place for everything that a file can have: a table of comments has each key once, and so has a
table of features. What such a table would lose stays as text: a column as it was written, a comment as a key without
a value. Only what is lost even so is warned of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from crossarc.arguments import wrong_kind
from crossarc.errors import MissingPackageError
from crossarc.messages import warn
from crossarc.treebank.columns import COLUMNS

if TYPE_CHECKING:
    import conllu.models

    from crossarc.treebank.sentence import Sentence

_ACCEPTED = "a list of the token lists that conllu.parse gives"


def to_token_lists(sentences: Iterable[Sentence], text: str, path: str) -> list[conllu.models.TokenList]:
    """The sentences of a text as token lists, with a warning if they do not bring it back byte for byte."""
    lists = [_token_list(sentence.to_conllu()) for sentence in sentences]
    if "".join(tokens.serialize() for tokens in lists) != text:
        warn(
            f"{path}: not all of it will come back byte for byte from token lists, which have no place for comments "
            "that are repeated, between words or without a space, blank lines, line ends and a byte order mark"
        )
    return lists


def text_of_token_lists(lists: Iterable[conllu.models.TokenList]) -> str:
    """The file that token lists stand for."""
    if not isinstance(lists, Iterable) or hasattr(lists, "serialize"):  # a token list is a list itself
        raise wrong_kind("sentences", _ACCEPTED, lists)
    texts = []
    for one in lists:
        if not hasattr(one, "serialize"):
            raise wrong_kind("sentences", _ACCEPTED, one)
        texts.append(one.serialize())
    return "".join(texts)


def _token_list(text: str) -> conllu.models.TokenList:
    # Not with conllu.parse: to that, two spaces in a row are the end of a column.
    try:
        from conllu import models, parser, serializer  # noqa: PLC0415
    except ImportError:
        raise MissingPackageError.of_extra("conllu", "token lists need conllu", name="conllu") from None
    parsers: dict[str, Callable[[str], Any]] = {
        "id": parser.parse_id_value,
        "xpos": parser.parse_nullable_value,
        "feats": parser.parse_dict_value,
        "head": parser.parse_int_value,
        "deps": parser.parse_paired_list_value,
        "misc": parser.parse_dict_value,
    }

    def value(column: str, field: str) -> Any:
        parsed = parsers[column](field) if column in parsers else field
        return parsed if serializer.serialize_field(parsed) == field else field

    lines = [line.removesuffix("\r") for line in text.split("\n") if line.strip(" \r")]
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    tokens = [
        models.Token({name: value(name, field) for name, field in zip(COLUMNS, row, strict=True)}) for row in rows
    ]
    metadata = models.Metadata(_metadata(line for line in lines if line.startswith("#")))
    return models.TokenList(tokens, metadata, default_fields=COLUMNS)


def _metadata(comments: Iterable[str]) -> dict[str, str | None]:
    """Comments as keys and values; as keys alone where that would not bring them back.

    >>> _metadata(["# newpar", "# text = a = b", "# text = c"])
    {'newpar': None, 'text': 'a = b', 'text = c': None}
    """
    metadata: dict[str, str | None] = {}
    for comment in comments:
        key, _, value = (part.strip() for part in comment[1:].partition("="))
        if key in metadata or comment != f"# {key} = {value}":
            key, value = comment[1:].strip(), ""
        metadata.setdefault(key, value or None)
    return metadata
