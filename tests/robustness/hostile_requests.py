"""Requests that no client would send: from the service's own description (schemathesis), and random bytes on sockets.

    python tests/robustness/hostile_requests.py [--count 2000] [--seed 0]

Whatever comes, no answer has the status 500 or above but 503, and the service still answers.
"""

from __future__ import annotations

import argparse
import random
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

import httpx

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from serve.running import running

import crossarc
from crossarc import synthetic

_VIEWS = ("about", "parse", "step", "browse", "sentence", "draw", "evaluate", "curves")
_ADDRESSES = ["process", "models", *(f"api/{view}" for view in _VIEWS)]
_KINDS = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json", "text/plain", "")
_NAMES = ("data", "model", "input", "output", "tokenizer", "parser", "treebank", "path", "where", "\x00")


@contextmanager
def service() -> Iterator[str]:
    """The page with a treebank, a model that goes from text to trees, and a log of training."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "gold.conllu").write_text(synthetic.conllu(20), encoding="utf-8")
        (folder / "run.jsonl").touch()
        crossarc.train(synthetic.generate(60), stages=None, epochs=1, threads=1).save(folder / "model")
        files = [str(folder / own) for own in ("gold.conllu", "run.jsonl", "model")]
        with running(*files, "--no-browser", command="explore") as own:
            yield own.url


def described_requests(url: str, count: int) -> Counter[int]:
    """So many requests for each operation of the description, allowed and not; the statuses of the answers."""
    import schemathesis  # noqa: PLC0415
    from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: PLC0415
    from hypothesis import strategies as st  # noqa: PLC0415

    schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
    statuses: Counter[int] = Counter()
    for found in schema.get_all_operations():
        operation = found.ok()
        modes = [operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode]

        @seed(0)
        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.one_of(modes))
        def ask(case: Any) -> None:
            response = case.call(timeout=30)
            statuses[response.status_code] += 1
            assert response.status_code < 500 or response.status_code == 503, (case.as_curl_command(), response.text)

        ask()
    return statuses


def random_bytes(url: str, count: int, seed: int) -> Counter[str]:
    """So many connections with bytes that are a request in part or not at all; the first lines of the answers."""
    chance = random.Random(seed)
    host, port = url.removeprefix("http://").split(":")
    answers: Counter[str] = Counter()
    for number in range(count):
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            sent = _bytes(chance)
            try:
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
                answer = b""
                while chunk := connection.recv(1 << 16):
                    answer += chunk
            except (ConnectionResetError, BrokenPipeError):
                answer = b""
        status = answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.1 ") else "nothing"
        answers[status] += 1
        assert status == "503" or not status.startswith("5"), (number, sent, answer)
    assert httpx.get(f"{url}/health", timeout=30).json()["waiting"] == 0
    return answers


def _bytes(chance: random.Random) -> bytes:
    noise = chance.randbytes(chance.choice((0, 1, 5, 50, 3000)))
    if chance.random() < 0.15:
        return noise
    body = noise
    if chance.random() < 0.6:
        pairs = ((chance.choice(_NAMES).encode(), chance.choice((noise, b"", b"1\ta\n\n", b"x y"))) for _ in range(3))
        body = b"&".join(
            name + b"=" + (quote_from_bytes(own).encode() if chance.random() < 0.7 else own) for name, own in pairs
        )
    elif chance.random() < 0.5:
        body = (
            b'--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n' + noise + chance.choice((b"\r\n--b--", b""))
        )
    method = chance.choice((b"POST", b"POST", b"GET", b"PUT", noise[:5] or b"X"))
    query = b"?" + quote_from_bytes(noise[:40]).encode() if chance.random() < 0.3 else b""
    length = chance.choice((len(body), len(body), len(body), 0, len(body) + 7, 10**9, -1))
    address = chance.choice(_ADDRESSES).encode()
    head = b"%s /%s%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" % (method, address, query)
    whole = head + b"Content-Type: %s\r\nContent-Length: %d\r\n\r\n" % (chance.choice(_KINDS).encode(), length) + body
    if chance.random() < 0.3:  # a byte here and there
        broken = bytearray(whole)
        for _ in range(chance.randint(1, 5)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        whole = bytes(broken)
    return whole[: chance.randrange(len(whole))] if chance.random() < 0.1 else whole


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    with service() as url:
        print("random bytes:", dict(random_bytes(url, given.count, given.seed)))
        print("by the description:", dict(described_requests(url, max(1, given.count // 20))))


if __name__ == "__main__":
    main()
