"""The view *Browse*: the sentences of a treebank that meet conditions, a page at a time.

What was measured of a treebank is kept, and so is what was found last, so that the next page of a treebank of 100,000
sentences costs no more than the rows that it has.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import numpy as np
import numpy.typing as npt

from crossarc.drawing.differences import require_same_words, wrong_arcs
from crossarc.explore.shown_sentence import sentence_data, two_trees_data
from crossarc.explore.treebanks import Treebanks
from crossarc.queries import Measured, Query
from crossarc.shown_text import shown

MOST_ROWS = 100
_KEPT = 50  # results of the last questions
_LONGEST_TEXT = 300  # characters of a sentence in the table
Places = npt.NDArray[np.int64]


class BrowseView:
    """Treebanks, and what is known of them so far. Several threads may ask."""

    def __init__(self, treebanks: Treebanks) -> None:
        self._treebanks = treebanks
        self._measured = {name: Measured(treebank) for name, treebank in treebanks.items()}
        self._found: OrderedDict[tuple[str, str, str, bool], Places] = OrderedDict()
        self._differing: dict[tuple[str, str], Places] = {}
        self._lock = threading.Lock()
        self._listed: set[str] = set()

    def rows(self, name: str, where: str, against: str, worst_first: bool, offset: int, count: int) -> dict[str, Any]:
        """The rows of a page, and how many there are; an `OptionError` if the conditions cannot be read."""
        self._prepare(name)
        places = self._places(name, where, against, worst_first)
        treebank, profiles = self._treebanks[name], self._measured[name].profiles
        differing = self._differences(name, against) if against else None
        rows = []
        for place in places[offset : offset + min(count, MOST_ROWS)].tolist():
            sentence = treebank[place]
            row = {
                "number": place + 1,
                "id": shown(sentence.sent_id or "", 100),
                "text": shown(sentence.text, _LONGEST_TEXT),
                "words": len(sentence),
                "nonprojective": int(profiles["nonprojective_arcs"][place]),
                "planes": int(profiles["least_planes"][place]),
                "gaps": int(profiles["gap_degree"][place]),
                "illNested": bool(profiles["ill_nested"][place]),
            }
            rows.append(row if differing is None else row | {"differing": int(differing[place])})
        return {"count": int(places.size), "total": len(treebank), "rows": rows}

    def sentence(self, name: str, number: int, against: str, planes: bool) -> dict[str, Any]:
        """One sentence with its tree, and with the one of another treebank."""
        own = self._treebanks[name][number - 1]
        both = None
        if against:
            self._differences(name, against)  # tells if there are other words in it
            both = two_trees_data(own, self._treebanks[against][number - 1])
            both["conllu"] = self._treebanks[against][number - 1].to_conllu()
        return {"conllu": own.to_conllu(), "both": both} | sentence_data(own, planes=planes)

    def _prepare(self, name: str) -> None:
        """Gets texts ready to be searched, while the first rows of a treebank are looked at."""
        with self._lock:
            if name in self._listed:
                return
            self._listed.add(name)
        threading.Thread(target=self._measured[name].folded, args=["text"], daemon=True).start()

    def _differences(self, name: str, against: str) -> Places:
        """How many arcs of each sentence differ."""
        key = (name, against)
        if key not in self._differing:
            gold, predicted = self._treebanks[name], self._treebanks[against]
            require_same_words(gold, predicted)
            self._differing[key] = wrong_arcs(gold, predicted)
        return self._differing[key]

    def _places(self, name: str, where: str, against: str, worst_first: bool) -> Places:
        key = (name, where.strip(), against, worst_first)
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        treebank = self._treebanks[name]
        is_meant = np.ones(len(treebank), bool)
        if where.strip():
            is_meant = Query.parse(where).sentences(treebank, self._measured[name])
        if against:
            differing = self._differences(name, against)
            places = np.flatnonzero(is_meant & (differing > 0))
            if worst_first:
                places = places[np.argsort(-differing[places], kind="stable")]
        else:
            places = np.flatnonzero(is_meant)
        with self._lock:
            self._found[key] = places
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)
        return places
