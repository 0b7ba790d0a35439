"""How things show themselves in a notebook: HTML that says what `repr` says, and more of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from crossarc.tables import Table

if TYPE_CHECKING:
    from crossarc.treebank import Treebank

_SHOWN_SENTENCES = 10
_LONGEST_TEXT = 100  # characters of a sentence in a table


def treebank_html(treebank: Treebank) -> str:
    """What it is, and its first sentences."""
    table = Table(["", "sent_id", "words", "text"])
    for number, sentence in enumerate(islice(treebank, _SHOWN_SENTENCES)):
        text = sentence.text
        shown = text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + "…"
        table.add(str(number), sentence.sent_id, len(sentence), shown)
    rest = len(treebank) - len(table.rows)
    more = f"<p>… and {rest:,} more</p>" if rest else ""
    return f"<p>{escape(repr(treebank))}</p>{table.html()}{more}"


def tables_html(tables: Iterable[Table], notes: Sequence[str] = ()) -> str:
    """Tables one after the other, and what is to be said of them."""
    return "".join(table.html() for table in tables) + "".join(f"<p>{escape(note)}</p>" for note in notes)
