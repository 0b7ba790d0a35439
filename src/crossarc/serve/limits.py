"""What a service takes upon itself."""

from __future__ import annotations

from dataclasses import dataclass

from crossarc.choices import settle_kinds


@dataclass(frozen=True)
class Limits:
    """More than that is refused: 413 for size, 503 while too many wait, 408 after too long."""

    bytes: int = 4_000_000  # of a request
    words: int = 2_000  # of a sentence
    seconds: float = 60.0  # of work on a request, and for it to arrive
    waiting: int = 100  # requests at a time
    workers: int = 0  # pieces of work at a time; 0 is one per core

    def __post_init__(self) -> None:
        settle_kinds(self)


class Refusal(Exception):
    """A request that is not answered, and why, in one line."""

    def __init__(self, status: int, reason: str, retry_after: int | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = " ".join(reason.split())
        self.retry_after = retry_after
