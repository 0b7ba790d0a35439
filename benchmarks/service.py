"""The service under load on loopback: small requests from many clients beside the largest allowed ones.

    python benchmarks/service.py MODEL TREEBANK [--clients 64] [--seconds 60] [--part load|memory|end]

`load`: single small requests to an idle server; then clients that send 1 to 200 words at a time, alone and beside one
that sends requests of the largest size, each as soon as it has its answer, which shows the throughput; then the same
with pauses between requests, which shows how long they wait while there is a core for them; and `crossarc parse` on the
same text with as many threads. `memory`: 100,000 requests, and the server's memory after each tenth of them. `end`:
clients that are killed, and SIGTERM under load.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import crossarc
from crossarc.tables import Table

_LARGEST = 4_000_000  # bytes, as the service has it


class Server(NamedTuple):
    process: subprocess.Popen[str]
    port: int

    def memory(self) -> float:
        """Megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1000  # type: ignore[index]

    def seconds(self) -> float:
        """Of processor time, so far."""
        ticks = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


@contextmanager
def serving(model: str, *options: str) -> Iterator[Server]:
    command = [sys.executable, "-m", "crossarc", "serve", model, "--port", "0", "--max-waiting", "200", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r"http://\S+:(\d+)", process.stderr.readline())
        assert found
        try:
            yield Server(process, int(found[1]))
        finally:
            process.terminate()


def body_of(text: str) -> bytes:
    return urlencode({"tokenizer": "", "tagger": "", "parser": "", "data": text}).encode()


class Client:
    """A connection that is kept. Not a library's: at two cores, what the client takes the server does not have."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, body: bytes, path: str = "/process") -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        kind = "application/x-www-form-urlencoded"
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer.lower())
        assert length
        return int(answer.split()[1]), await reader.readexactly(int(length[1]))

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()


class Load:
    """Requests, and what came of them."""

    def __init__(self, port: int, texts: list[str], most_words: int = 200) -> None:
        self.port, self.texts, self.most_words = port, texts, most_words
        self.seconds: list[float] = []
        self.statuses: Counter[str] = Counter()
        self.words = 0

    async def ask(self, client: Client, text: str, *, is_small: bool = True) -> None:
        body = body_of(text)
        began = time.perf_counter()
        status, _ = await client.post(body)
        self.statuses[str(status)] += 1
        if status == 200:
            self.words += len(text.split())
            if is_small:
                self.seconds.append(time.perf_counter() - began)

    def small(self, source: random.Random) -> str:
        length, words = source.randint(1, self.most_words), list[str]()
        while len(words) < length:
            words += source.choice(self.texts).split()
        return " ".join(words[:length])

    async def client(self, number: int, end: float, pause: float) -> None:
        source, own = random.Random(number), Client(self.port)
        await asyncio.sleep(source.uniform(0, pause))
        while time.monotonic() < end:
            await self.ask(own, self.small(source))
            await asyncio.sleep(source.uniform(0, 2 * pause))
        own.close()

    async def many(self, clients: int, seconds: float, largest: str | None, pause: float = 0) -> None:
        end = time.monotonic() + seconds

        async def huge(text: str) -> None:
            own = Client(self.port)
            while time.monotonic() < end:
                await self.ask(own, text, is_small=False)
            own.close()

        asking = [] if largest is None else [huge(largest)]
        await asyncio.gather(*asking, *(self.client(number, end, pause) for number in range(clients)))

    async def counted(self, requests: int, clients: int) -> None:
        async def one(number: int) -> None:
            source, own = random.Random(number), Client(self.port)
            for _ in range(requests // clients):
                await self.ask(own, self.small(source))
            own.close()

        await asyncio.gather(*map(one, range(clients)))

    def within(self, share: int) -> float:
        """The milliseconds in which so many of 100 small requests are answered."""
        return 1000 * statistics.quantiles(self.seconds, n=100)[share - 1] if len(self.seconds) > 1 else math.nan

    def told(self) -> list[str]:
        return [f"{self.within(50):.1f}", f"{self.within(99):.1f}", str(dict(self.statuses))]


def largest_of(texts: list[str]) -> str:
    """A text whose form is a little smaller than a request may be."""
    whole = "\n".join(texts)
    grown = len(body_of(whole)) / len(whole)
    size = int((_LARGEST - 1000) / grown)
    return (whole * (size // len(whole) + 1))[: int(size * 0.99)]


class Rate(NamedTuple):
    """Words in so many seconds, and those of the processor that went into them."""

    words: int
    seconds: float
    used: float

    @property
    def by_the_clock(self) -> float:
        return self.words / self.seconds

    @property
    def by_the_processor(self) -> float:
        return self.words / self.used

    def told(self, clients: float | None = None) -> list[str | None]:
        """`clients` are the seconds of the processor that those had."""
        shares = f"{self.used / self.seconds:.2f}", None if clients is None else f"{clients / self.seconds:.2f}"
        return [f"{self.by_the_clock:,.0f}", *shares, f"{self.by_the_processor:,.0f}"]


def measure_load(given: Any, texts: list[str]) -> None:
    columns = ["words/s", "cores of the server", "cores of the clients", "words per second of a core"]
    table = Table(["", "median, ms", "99 of 100 within, ms", "answers by status", *columns])
    largest, rates, medians = largest_of(texts), list[Rate](), list[float]()
    with serving(given.model, *given.option) as server:
        asyncio.run(Load(server.port, texts).counted(100, 1))  # so that memory is where it will be
        idle = Load(server.port, texts)
        asyncio.run(idle.counted(500, 1))
        table.add("one client", *idle.told(), *[None] * 4)
        for told, text, pause in (
            ("", None, 0.0),
            (" and the largest", largest, 0.0),
            (" with pauses", None, given.pause),
            (" with pauses, and the largest", largest, given.pause),
        ):
            load = Load(server.port, texts)
            began, used, own = time.perf_counter(), server.seconds(), time.process_time()
            asyncio.run(load.many(given.clients, given.seconds, text, pause))
            rate = Rate(load.words, time.perf_counter() - began, server.seconds() - used)
            table.add(f"{given.clients} clients{told}", *load.told(), *rate.told(time.process_time() - own))
            rates.append(rate), medians.append(load.within(50))
    parse = rate_of_parse(given.model, largest)
    table.add("`crossarc parse`", None, None, None, *parse.told())
    ratios = Table(["", "ratio"])
    ratios.add("median without pauses, with the largest to without", f"{medians[1] / medians[0]:.2f}")
    ratios.add("median with pauses, with the largest to without", f"{medians[3] / medians[2]:.2f}")
    ratios.add("median with pauses and the largest to that of one client", f"{medians[3] / idle.within(50):.2f}")
    beside = rates[1]
    ratios.add("words/s with the largest to `crossarc parse`", f"{beside.by_the_clock / parse.by_the_clock:.2f}")
    ratios.add("the same per second of a core", f"{beside.by_the_processor / parse.by_the_processor:.2f}")
    print(table.markdown(), ratios.markdown(), sep="\n")


def rate_of_parse(model: str, text: str) -> Rate:
    """That of `crossarc parse`, with as many threads."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "text.txt"
        source.write_text(text, encoding="utf-8")
        parse = [sys.executable, "-m", "crossarc", "parse", model, str(source), "-o", "/dev/null", "--quiet"]
        began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(parse, check=True)
        seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Rate(len(text.split()), seconds, used)


def measure_memory(given: Any, texts: list[str]) -> None:
    table = Table(["requests", "memory, MB", "open files"])
    with serving(given.model, *given.option) as server:
        statuses: Counter[str] = Counter()
        for part in range(10):
            load = Load(server.port, texts, most_words=10)
            asyncio.run(load.counted(given.requests // 10, 16))
            statuses += load.statuses
            table.add(f"{(part + 1) * given.requests // 10:,}", f"{server.memory():.1f}", str(server.descriptors()))
    print(table.markdown(), f"answers by status: {dict(statuses)}", sep="\n")


def measure_end(given: Any, texts: list[str]) -> None:
    """Clients that are killed in the midst of an answer, and the end of a server that has much to do."""
    largest = largest_of(texts)

    async def killed(port: int) -> None:
        own = Client(port)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(own.post(body_of(largest)), random.uniform(0.05, 1))
        own.close()

    async def waiting(port: int) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
        return int(json.loads(answer.partition(b"\r\n\r\n")[2])["waiting"])

    async def ended(server: Server) -> tuple[int, Counter[str]]:
        load = Load(server.port, texts)
        statuses: Counter[str] = Counter()

        async def one(number: int) -> None:
            try:
                status, _ = await Client(server.port).post(body_of(load.small(random.Random(number))))
                statuses[str(status)] += 1
            except (OSError, asyncio.IncompleteReadError) as error:
                statuses[type(error).__name__] += 1

        asking = [asyncio.create_task(one(number)) for number in range(given.clients)]
        while (accepted := await waiting(server.port)) < given.clients - sum(statuses.values()):
            await asyncio.sleep(0)
        server.process.send_signal(signal.SIGTERM)
        await asyncio.gather(*asking)
        return accepted, statuses

    with serving(given.model, *given.option) as server:
        asyncio.run(Load(server.port, texts).counted(200, 4))
        before = server.memory(), server.descriptors()

        async def kill_many() -> int:
            await asyncio.gather(*(killed(server.port) for _ in range(given.clients)))
            end = time.monotonic() + 30
            while (left := await waiting(server.port)) and time.monotonic() < end:
                await asyncio.sleep(0.1)
            return left

        left = asyncio.run(kill_many())
        print(f"{given.clients} clients killed: {left} requests left behind; memory and open files {before}", end=" → ")
        print((server.memory(), server.descriptors()))
        accepted, statuses = asyncio.run(ended(server))
        code = server.process.wait(60)
        print(f"SIGTERM with {accepted} requests under way: {dict(statuses)}; exit code {code}")


def main() -> None:
    parts = {"load": measure_load, "memory": measure_memory, "end": measure_end}
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("model")
    arguments.add_argument("treebank")
    arguments.add_argument("--clients", type=int, default=64)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--pause", type=float, default=1.0, help="seconds between requests, on average")
    arguments.add_argument("--requests", type=int, default=100_000)
    arguments.add_argument("--option", action="append", default=[], help="for `crossarc serve`: --option=--threads=1")
    arguments.add_argument("--part", action="append", choices=list(parts))
    given = arguments.parse_args()
    texts = [str(sentence.text or " ".join(sentence.forms)) for sentence in crossarc.read(given.treebank)]
    for name in given.part or parts:
        parts[name](given, texts)


if __name__ == "__main__":
    main()
