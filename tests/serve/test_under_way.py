"""Limits of time, clients that go away, and the end of a service."""

from __future__ import annotations

import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

import crossarc
from crossarc import synthetic

from .running import running


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A parser that takes seconds for a sentence of many thousand words."""
    path = tmp_path_factory.mktemp("models") / "slow"
    crossarc.train(synthetic.generate(50), system="covington", epochs=1).save(path)
    return path


LONG = {"data": " ".join(["x"] * 15_000), "input": "horizontal", "parser": ""}
SHORT = {"data": "x y", "input": "horizontal", "parser": ""}


def test_work_that_takes_too_long_ends_and_frees_its_core(slow: Path) -> None:
    with running(str(slow), "--max-words", "100000", "--max-seconds", "0.3", "--threads", "1") as service:
        began = time.monotonic()
        response = httpx.post(f"{service.url}/process", data=LONG, timeout=30)
        assert (response.status_code, response.text) == (408, "The request takes over 0.3 seconds.\n")
        assert httpx.post(f"{service.url}/process", data=SHORT, timeout=5).status_code == 200
        assert time.monotonic() - began < 10


def test_too_many_are_sent_away(slow: Path) -> None:
    arguments = ["--max-words", "100000", "--max-seconds", "2", "--threads", "1", "--max-waiting", "2"]
    with running(str(slow), *arguments) as service, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: httpx.post(f"{service.url}/process", data=LONG, timeout=60), range(6)))
        refused = [answer for answer in answers if answer.status_code == 503]
        assert refused
        assert all(answer.headers["retry-after"] == "1" for answer in refused)
        assert {answer.status_code for answer in answers} <= {408, 503}
        assert httpx.post(f"{service.url}/process", data=SHORT).status_code == 200


def test_a_client_that_goes_leaves_nothing_behind(slow: Path) -> None:
    with running(str(slow), "--max-words", "100000", "--max-seconds", "1", "--threads", "1") as service:
        host, port = service.url.removeprefix("http://").split(":")
        for _ in range(5):
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(b"POST /process HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\ndata=")
        assert httpx.post(f"{service.url}/process", data=SHORT, timeout=20).status_code == 200
        end = time.monotonic() + 10
        while httpx.get(f"{service.url}/health").json()["waiting"] and time.monotonic() < end:
            time.sleep(0.05)
        assert httpx.get(f"{service.url}/health").json()["waiting"] == 0


def test_sigterm_loses_no_accepted_request(slow: Path) -> None:
    with running(str(slow), "--max-words", "100000", "--threads", "1") as service:
        data = {"data": " ".join(["x"] * 3000), "input": "horizontal", "parser": ""}
        answers: list[httpx.Response] = []
        asking = [
            threading.Thread(target=lambda: answers.append(httpx.post(f"{service.url}/process", data=data, timeout=60)))
            for _ in range(3)
        ]
        for thread in asking:
            thread.start()
        end = time.monotonic() + 20
        while httpx.get(f"{service.url}/health").json()["waiting"] < 3 and not answers and time.monotonic() < end:
            time.sleep(0.01)
        service.process.send_signal(signal.SIGTERM)
        for thread in asking:
            thread.join()
        assert [answer.status_code for answer in answers] == [200, 200, 200]
        assert service.process.wait(20) in (0, 143)
