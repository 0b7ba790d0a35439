"""Whether workers die of what they were given to do, or of something else: machines that fail, or are taken back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable

_SURPLUS = 6  # deaths over one call beyond what is to be expected
_CAUTION = 3  # times as many deaths as over other calls are expected, so that chance alone hardly ever has a surplus
_MOST = 50  # deaths over one call, however many die over others


class Deaths:
    """Deaths over calls, and the time that workers spent on them.

    A call that kills workers does so sooner than others lose theirs: it is given up when it has six deaths more than
    three times as many as calls have elsewhere in that time. Where deaths come at random, as a Poisson process of a
    known rate, that happens to one call in 90,000 at most, however often they come (Lundberg: exp(-1.9 · 6)). A call
    that kills only after a time in which others die as well cannot be told from them; the last limit is for those.
    """

    def __init__(self) -> None:
        self._of: Counter[Hashable] = Counter()
        self._seconds: defaultdict[Hashable, float] = defaultdict(float)  # until its deaths, by call
        self._all = 0
        self._all_seconds = 0.0

    def __getitem__(self, call: Hashable) -> int:
        """How many workers have died of it so far."""
        return self._of[call]

    def survived(self, call: Hashable, seconds: float) -> None:
        """A call is done, after so many seconds."""
        self._all_seconds += seconds
        self._forget(call)

    def happened(self, call: Hashable, seconds: float) -> bool:
        """A worker died so many seconds after it had begun with a call; whether that is to be given up."""
        self._of[call] += 1
        self._seconds[call] += seconds
        self._all += 1
        self._all_seconds += seconds
        return self._of[call] >= min(_SURPLUS + _CAUTION * self._expected(call), _MOST)

    def given_up(self, call: Hashable) -> int:
        """How many workers it has cost. They say nothing of other calls."""
        deaths = self._of[call]
        self._all -= deaths
        self._all_seconds -= self._seconds[call]
        self._forget(call)
        return deaths

    def _expected(self, call: Hashable) -> float:
        """Deaths in the time of a call's own, by what other calls have seen."""
        # As if one more had died: at first, when few have, that none did over others says little.
        over_others = self._all - self._of[call] + 1
        return over_others * self._seconds[call] / self._all_seconds if self._seconds[call] else 0.0

    def _forget(self, call: Hashable) -> None:
        self._of.pop(call, None)
        self._seconds.pop(call, None)
