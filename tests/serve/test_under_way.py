"""Limits of time, clients that go away, and the end of a service."""

from __future__ import annotations

import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from processes import wait_until

import crossarc
from crossarc import synthetic

from .running import Service, running


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A parser that takes seconds for a sentence of many thousand words."""
    path = tmp_path_factory.mktemp("models") / "slow"
    crossarc.train(synthetic.generate(50), system="covington", epochs=1).save(path)
    return path


LONG = {"data": " ".join(["x"] * 15_000), "input": "horizontal", "parser": ""}
SHORT = {"data": "x y", "input": "horizontal", "parser": ""}


PATIENT = 120  # seconds: on a busy machine even a small answer can take longer than the 5 that httpx waits


def waiting(service: Service) -> int:
    """How many requests a service is at work on or has not begun."""
    number: int = httpx.get(f"{service.url}/health", timeout=PATIENT).json()["waiting"]
    return number


def test_work_that_takes_too_long_ends_and_frees_its_core(slow: Path) -> None:
    with running(str(slow), "--max-words", "100000", "--max-seconds", "0.3", "--threads", "1") as service:
        began = time.monotonic()
        response = httpx.post(f"{service.url}/process", data=LONG, timeout=PATIENT)
        assert (response.status_code, response.text) == (408, "The request takes over 0.3 seconds.\n")
        assert httpx.post(f"{service.url}/process", data=SHORT, timeout=PATIENT).status_code == 200
        assert time.monotonic() - began < 60


def test_too_many_are_sent_away(slow: Path) -> None:
    arguments = ["--max-words", "100000", "--max-seconds", "2", "--threads", "1", "--max-waiting", "2"]
    with running(str(slow), *arguments) as service, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: httpx.post(f"{service.url}/process", data=LONG, timeout=PATIENT), range(6)))
        refused = [answer for answer in answers if answer.status_code == 503]
        assert refused
        assert all(answer.headers["retry-after"] == "1" for answer in refused)
        assert {answer.status_code for answer in answers} <= {408, 503}
        assert httpx.post(f"{service.url}/process", data=SHORT, timeout=PATIENT).status_code == 200


def test_a_client_that_goes_leaves_nothing_behind(slow: Path) -> None:
    with running(str(slow), "--max-words", "100000", "--max-seconds", "1", "--threads", "1") as service:
        host, port = service.url.removeprefix("http://").split(":")
        for _ in range(5):
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(b"POST /process HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\ndata=")
        assert httpx.post(f"{service.url}/process", data=SHORT, timeout=PATIENT).status_code == 200
        wait_until(lambda: waiting(service) == 0, 10)


BEGUN = b"POST /process HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\ndata="


@contextmanager
def connected(service: Service) -> Iterator[socket.socket]:
    """A connection on which little arrives that is not read."""
    host, port = service.url.removeprefix("http://").split(":")
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((host, int(port)))
        yield connection


def test_requests_that_never_end_keep_nobody_out(parser_alone: Path) -> None:
    with (
        running(str(parser_alone), "--max-seconds", "4", "--max-waiting", "2") as service,
        connected(service) as one,
        connected(service) as other,
    ):
        one.sendall(BEGUN)
        other.sendall(BEGUN)
        wait_until(lambda: waiting(service) == 2, 10)
        assert httpx.post(f"{service.url}/process", data=SHORT, timeout=PATIENT).status_code == 503
        wait_until(lambda: waiting(service) == 0, 20)
        assert one.recv(1000).startswith(b"HTTP/1.1 408 ")
        assert httpx.post(f"{service.url}/process", data=SHORT, timeout=PATIENT).status_code == 200


def test_sigterm_does_not_wait_for_requests_that_never_end(parser_alone: Path) -> None:
    with running(str(parser_alone), "--max-seconds", "4") as service, connected(service) as connection:
        connection.sendall(BEGUN)
        wait_until(lambda: waiting(service) == 1, 10)
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(60) in (0, 143)


@pytest.mark.skipif(sys.platform != "linux", reason="sockets of other systems have no such limit")
def test_sigterm_does_not_wait_for_clients_that_never_read(parser_alone: Path) -> None:
    with running(str(parser_alone), "--max-seconds", "2") as service, connected(service) as connection:
        form = urlencode({"data": "x y z\n" * 100_000, "input": "horizontal"}).encode()
        kind = b"Content-Type: application/x-www-form-urlencoded\r\n"
        connection.sendall(BEGUN.partition(b"Content")[0] + kind + b"Content-Length: %d\r\n\r\n" % len(form) + form)
        connection.recv(1)
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(120) in (0, 143)


def test_sigterm_loses_no_accepted_request(slow: Path) -> None:
    # On a machine that has much else to do, a second of work can take a minute.
    with running(str(slow), "--max-words", "100000", "--threads", "1", "--max-seconds", "1000") as service:
        data = {"data": " ".join(["x"] * 2000), "input": "horizontal", "parser": ""}
        answers: list[httpx.Response] = []

        def ask() -> None:
            answers.append(httpx.post(f"{service.url}/process", data=data, timeout=900))

        asking = [threading.Thread(target=ask) for _ in range(3)]
        for thread in asking:
            thread.start()
        # Each is accepted when it waits, or is answered; on a busy machine one may be answered before another comes.
        wait_until(lambda: len(answers) + waiting(service) >= 3, 300)
        service.process.send_signal(signal.SIGTERM)
        for thread in asking:
            thread.join()
        assert [answer.status_code for answer in answers] == [200, 200, 200]
        assert service.process.wait(60) in (0, 143)
