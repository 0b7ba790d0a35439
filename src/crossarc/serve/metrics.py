"""What a service did, in Prometheus' format."""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)


class Metrics:
    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        own = {"registry": self._registry}
        self._requests = Counter("crossarc_requests", "Requests by their status.", ["endpoint", "status"], **own)
        self._seconds = Histogram(
            "crossarc_request_seconds", "From the first byte to the answer.", ["endpoint"], buckets=_SECONDS, **own
        )
        self._words = Counter("crossarc_words", "Words that were answered.", **own)
        self._gone = Counter("crossarc_gone", "Requests whose client did not wait.", ["endpoint"], **own)
        self._waiting = Gauge("crossarc_waiting", "Requests that are not answered yet.", **own)

    def answered(self, endpoint: str, status: int, seconds: float) -> None:
        self._requests.labels(endpoint, str(status)).inc()
        self._seconds.labels(endpoint).observe(seconds)

    def gone(self, endpoint: str) -> None:
        self._gone.labels(endpoint).inc()

    def words(self, number: int) -> None:
        self._words.inc(number)

    def text(self, waiting: int) -> bytes:
        self._waiting.set(waiting)
        return bytes(generate_latest(self._registry))
