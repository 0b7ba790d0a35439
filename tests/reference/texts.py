"""Texts for property tests: what tokenizers have to do with, and what nobody would write."""

from __future__ import annotations

from hypothesis import strategies as st

_PIECES = [
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

TEXTS = st.lists(st.one_of(st.sampled_from(_PIECES), st.characters(exclude_categories=["Cs"])), max_size=80).map(
    "".join
)
