"""Workers on a Ray cluster that may die at any time: what they were doing is done again by others."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import Any, NamedTuple

import ray
from ray.exceptions import RayError, RayTaskError

from crossarc.errors import CrossarcError
from crossarc.scale.deaths import Deaths

_AHEAD = 2  # calls that a worker has at a time: while one is done, the next is on its way
_MOST_FAILED_STARTS = 10  # one after the other
_SECONDS_TO_END = 30  # for what workers are doing when a run is given up


class ClusterError(CrossarcError, ConnectionError):
    """A cluster that cannot be reached, or on which no worker stays alive."""


class Call(NamedTuple):
    """A method of a worker, and what it is called with. Calls are repeated: they must not mind."""

    method: str
    arguments: tuple[Any, ...]
    key: Any = None  # for whoever asked for it


class Lost(NamedTuple):
    """In place of a result: every worker that was given the call died, and not by chance."""

    deaths: int


class RayPool:
    """As many workers as are wanted, each of them made anew when it dies. Use it in a `with` block.

    Workers are given calls only once they live, so that none waits for a node that is no more. Ray could restart actors
    and repeat calls itself, but would leave calls to an actor for which there is no room any more waiting for ever.
    """

    def __init__(self, worker: type, arguments: Sequence[Any], *, workers: int, cpus: float = 1) -> None:
        # A worker does one thing after the other, and is not restarted by Ray.
        self._actor: Any = ray.remote(num_cpus=cpus, max_restarts=0, max_task_retries=0)(worker)
        self._arguments = arguments
        self._size = workers
        self._waiting: deque[Call] = deque()
        self._starting: dict[Any, Any] = {}  # actors by what they answer with when they live
        self._at_work: dict[Any, deque[tuple[Any, Call]]] = {}  # by actor: what it has been given, in order
        self._began: dict[Any, float] = {}  # by actor: when it began with the first of them
        self._deaths = Deaths()  # by the identity of calls, which are kept until they are done
        self._failed_starts = 0

    def __enter__(self) -> RayPool:
        for _ in range(self._size):
            self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(error, CrossarcError):  # a full disk: workers that are killed while they write leave files behind
            given = [answer for calls in self._at_work.values() for answer, _ in calls]
            if given:
                ray.wait(given, num_returns=len(given), timeout=_SECONDS_TO_END)
        for actor in (*self._starting.values(), *self._at_work):
            ray.kill(actor)

    @property
    def has_room(self) -> bool:
        """Whether there are no more calls than keep all workers at work."""
        return len(self._waiting) < self._size

    @property
    def unfinished(self) -> int:
        return len(self._waiting) + sum(map(len, self._at_work.values()))

    def put(self, call: Call) -> None:
        self._waiting.append(call)

    def take(self) -> tuple[Call, Any]:
        """A call that is done with its result, which is `Lost` if no worker survived it. Waits for one."""
        while True:
            self._hand_out()
            heads = {given[0][0]: actor for actor, given in self._at_work.items() if given}
            ready, _ = ray.wait([*heads, *self._starting], num_returns=1)
            if ready[0] in self._starting:
                self._begin(ready[0])
                continue
            actor = heads[ready[0]]
            call = self._at_work[actor][0][1]
            try:
                result = ray.get(ready[0])
            except RayTaskError as error:
                raise _cause(error) from None
            except RayError:
                if self._bury(actor):
                    return call, Lost(self._deaths.given_up(id(call)))
                continue
            self._at_work[actor].popleft()
            now = time.monotonic()
            self._deaths.survived(id(call), now - self._began[actor])
            self._began[actor] = now
            return call, result

    def _hand_out(self) -> None:
        for ahead in range(_AHEAD):  # first one for everybody
            for actor, given in self._at_work.items():
                if len(given) == ahead and self._waiting and not self._is_suspect(self._waiting[0], given):
                    call = self._waiting.popleft()
                    if not given:
                        self._began[actor] = time.monotonic()
                    given.append((getattr(actor, call.method).remote(*call.arguments), call))

    def _is_suspect(self, call: Call, given: Sequence[tuple[Any, Call]]) -> bool:
        """Whether a worker has died of one of them: such a call is done alone, so that others are not blamed for it."""
        return bool(given) and any(self._deaths[id(one)] for one in (call, given[0][1]))

    def _start(self) -> None:
        actor = self._actor.remote(*self._arguments)
        self._starting[actor.lives.remote()] = actor

    def _begin(self, answer: Any) -> None:
        actor = self._starting.pop(answer)
        try:
            ray.get(answer)
        except RayTaskError as error:
            raise _cause(error) from None
        except RayError as error:
            self._failed_starts += 1
            if self._failed_starts >= _MOST_FAILED_STARTS:
                raise ClusterError(f"no worker can be started: {str(error).strip().splitlines()[0]}") from None
            self._start()
        else:
            self._failed_starts = 0
            self._at_work[actor] = deque()

    def _bury(self, actor: Any) -> bool:
        """Give its calls to others; whether the first of them is to be given up, since workers die of it.

        It is tried again after others, so that there is something to compare with.
        """
        (_, call), *others = self._at_work.pop(actor)
        self._waiting.extendleft(other for _, other in reversed(others))
        ray.kill(actor)  # if it lives on behind a broken network, it is not to go on
        self._start()
        is_hopeless = self._deaths.happened(id(call), time.monotonic() - self._began.pop(actor))
        if not is_hopeless:
            self._waiting.append(call)
        return is_hopeless


def _cause(error: Any) -> BaseException:
    """What a worker raised."""
    cause: BaseException = error.as_instanceof_cause()
    return cause
