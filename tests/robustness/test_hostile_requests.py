"""A small part of what `hostile_requests.py` does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx")

from .hostile_requests import described_requests, random_bytes, service


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with service() as own:
        yield own


def test_random_bytes(url: str) -> None:
    answers = random_bytes(url, 300, seed=1)
    assert answers["200"] > 5
    assert answers["400"] > 5


def test_requests_from_the_description(url: str) -> None:
    pytest.importorskip("schemathesis")
    assert described_requests(url, 8)[200] > 20
