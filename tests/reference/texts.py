"""Texts for property tests: what tokenizers have to do with, and what nobody would write."""

from __future__ import annotations

from hypothesis import strategies as st

_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def is_blank(text: str) -> bool:
    """White space and a byte-order mark have no words, and nothing that they could be restored from."""
    return not text.removeprefix("\ufeff").strip(_SPACE)


PIECES = [
    *"abz AB.,;:!?'\"-|\\_#0123()[]/@\t\n\r",
    "zum ",
    "Ana",
    "Dr. ",
    "3.14",
    "Nova Terra",
    "weg-lo",
    "http://a.b/c",
    "\n\n",
    "\r\n",
    ". ",
    "...",
    "\u00a0",  # no-break space
    "\u2028",
    "\u3000",
    "\x00",
    "\x0b",
    "\x0c",
    "\x1f",
    "\x7f",
    "\x85",
    "\ufeff",
    "\u200d",
    "\u200f",  # right-to-left mark
    "\ue000",  # private use
    "\U000e0041",  # tag
    "e\u0301",
    "👩‍👩‍👧‍👦",
    "🇩🇪",
    "漢字かなカナ",
    "ไทย",
    "한국어",
]

TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.characters(exclude_categories=["Cs"])), max_size=80).map("".join)
