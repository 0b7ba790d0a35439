"""Pieces of several requests at once: each gets what it would get alone."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossarc import _core, synthetic
from crossarc.serve import jobs
from crossarc.serve.jobs import END, Job, work_on
from crossarc.serve.limits import Limits, Refusal
from crossarc.serve.models import Models
from crossarc.serve.udpipe import Request

from .running import Service


class Doubling:
    """Work that remembers which pieces it got at once; 13 is too much for it."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []

    def __call__(self, pieces: Sequence[int]) -> list[int]:
        self.calls.append(list(pieces))
        if 13 in pieces:
            raise ValueError("13")
        return [2 * piece for piece in pieces]


def job(work: Doubling, *pieces: int, kind: object = "k", seconds: float = 10) -> Job:
    return Job(iter(pieces), work, seconds=seconds, size=1, kind=kind)


def test_what_is_alike_is_worked_on_at_once() -> None:
    work = Doubling()
    jobs = [job(work, 1, 2), job(work, 3), job(work, 4, kind=None), job(work, 5, kind="other"), job(work, 6)]
    assert work_on(jobs) == [2, 6, 8, 10, 12]
    assert sorted(work.calls) == [[1, 3, 6], [4], [5]]
    assert [own.is_done for own in jobs] == [False, True, True, True, True]
    assert work_on(jobs[:1]) == [4]
    assert jobs[0].is_done


def test_what_fails_fails_alone() -> None:
    work = Doubling()
    found = work_on([job(work, 1), job(work, 13), job(work, 2)])
    assert found[::2] == [2, 4]
    assert isinstance(found[1], ValueError)


def test_no_pieces_and_pieces_that_cannot_be_made() -> None:
    def broken() -> Iterator[int]:
        raise Refusal(400, "no")
        yield 1

    work = Doubling()
    none, failed, right = work_on([job(work), Job(broken(), work, seconds=1, kind="k"), job(work, 7)])
    assert none is END
    assert isinstance(failed, Refusal)
    assert right == 14


def test_time_is_counted_where_it_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(jobs, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def slow() -> Iterator[int]:
        now[0] += 2
        yield 1
        yield 2

    work = Doubling()
    patient, other = Job(slow(), work, seconds=9, kind="k"), job(work, 3, seconds=9)
    work_on([patient, other])
    assert (patient.left, other.left) == (7, 9)


@given(st.lists(st.lists(st.text(alphabet='ab"\\\b\f\n\r\t\x00\x1f\x7fé\u2028😀', max_size=5), max_size=3), max_size=4))
def test_texts_are_cut_and_written_as_json(texts: list[list[str]]) -> None:
    pieces = ["".join(f"{part}|#" for part in parts) for parts in texts]
    counts = [len(parts) for parts in texts]
    expected = [json.dumps(piece, ensure_ascii=False)[1:-1].encode() for piece in pieces]
    assert _core.json_pieces("".join(pieces).encode(), b"|#", counts) == expected
    assert _core.count_of_ends([piece.encode() for piece in pieces], b"|#") == counts


@pytest.mark.parametrize("counts", [[], [1, 1], [3, 1], [1, 3]])
def test_texts_have_as_many_ends_as_is_said(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="another number of ends"):
        _core.json_pieces(b"a\n\nb\n\nc\n\n", b"\n\n", counts)


def test_one_text_may_have_any_ends() -> None:
    assert _core.json_pieces(b"a\r\n\r\nb", b"\n\n", [7]) == [b"a\\r\\n\\r\\nb"]


@pytest.mark.parametrize("parameters", [{"tokenizer": ""}, {"tokenizer": "presegmented"}, {"input": "horizontal"}, {}])
def test_large_requests_are_cut(model: Path, parameters: dict[str, str]) -> None:
    """Also where all of the text is one paragraph."""
    sentences = synthetic.generate(8000, seed=3)
    data = sentences.to_conllu()
    if parameters:
        data = (" " if parameters == {"tokenizer": ""} else "\n").join(str(sentence.text) for sentence in sentences)
    request = Request.of({"data": data, **parameters}, Models.load([model]), model.name, Limits())
    blocks = list(request.blocks())
    assert len(blocks) > 5
    assert max(block.word_count for block in blocks) < 8000
    assert sum(block.word_count for block in blocks) > 40_000


def test_requests_that_come_together_are_answered_as_alone(service: Service) -> None:
    """Of different lengths, with other outputs and formats among them, and some that are refused."""
    chance = random.Random(1)
    texts = [sentence.text for sentence in synthetic.generate(60, seed=5)]
    requests = [
        {
            "data": " ".join(chance.choices(texts, k=chance.randint(0, 4))),
            "tokenizer": chance.choice(["", "", "ranges", "presegmented"]),
            "output": chance.choice(["conllu", "conllu", "vertical", "horizontal", "odd"]),
            **{name: "" for name in ("tagger", "parser") if chance.random() < 0.7},
        }
        for _ in range(80)
    ]

    def answer(request: dict[str, str]) -> tuple[int, str]:
        found = httpx.post(f"{service.url}/process", data=request, timeout=60)
        return found.status_code, found.json()["result"] if found.status_code == 200 else found.text

    alone = [answer(request) for request in requests]
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(answer, requests)) == alone
    assert {status for status, _ in alone} == {200, 400}
