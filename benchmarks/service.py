"""The service under load on loopback: small requests from many clients beside the largest allowed ones.

    python benchmarks/service.py MODEL TREEBANK [--clients 64] [--seconds 60] [--requests 100000]

First the median of single small requests to an idle server; then for so many seconds clients that send 1 to 200 words
at a time beside one that sends requests of the largest size; words a second beside `crossarc parse` on the same text
with as many threads; then many requests one after the other, with the memory of the server before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

import crossarc
from crossarc.tables import Table

_LARGEST = 4_000_000 - 1000  # bytes, less what a form adds


def memory(process: int) -> float:
    """Megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1000  # type: ignore[index]


class Load:
    def __init__(self, url: str, texts: list[str]) -> None:
        self.url, self.texts = url, texts
        self.seconds: list[float] = []
        self.statuses: dict[int, int] = {}
        self.words = 0

    async def ask(self, client: httpx.AsyncClient, text: str, *, small: bool = True) -> None:
        data = {"tokenizer": "", "tagger": "", "parser": "", "data": text}
        began = time.perf_counter()
        response = await client.post(f"{self.url}/process", data=data, timeout=120)
        self.statuses[response.status_code] = self.statuses.get(response.status_code, 0) + 1
        if response.status_code == 200:
            self.words += len(text.split())
            if small:
                self.seconds.append(time.perf_counter() - began)

    def small(self, source: random.Random) -> str:
        length, words = source.randint(1, 200), []
        while len(words) < length:
            words += source.choice(self.texts).split()
        return " ".join(words[:length])


async def many(load: Load, clients: int, seconds: float, largest: str) -> None:
    end = time.monotonic() + seconds

    async def client(number: int) -> None:
        source = random.Random(number)
        async with httpx.AsyncClient() as own:
            while time.monotonic() < end:
                await load.ask(own, load.small(source))

    async def huge() -> None:
        async with httpx.AsyncClient() as own:
            while time.monotonic() < end:
                await load.ask(own, largest, small=False)

    await asyncio.gather(huge(), *(client(number) for number in range(clients)))


async def one_by_one(load: Load, requests: int) -> None:
    source = random.Random(0)
    async with httpx.AsyncClient() as own:
        for _ in range(requests):
            await load.ask(own, load.small(source))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("model")
    arguments.add_argument("treebank")
    arguments.add_argument("--clients", type=int, default=64)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--requests", type=int, default=100_000)
    given = arguments.parse_args()
    texts = [str(sentence.text or " ".join(sentence.forms)) for sentence in crossarc.read(given.treebank)]
    whole = " ".join(texts)
    largest = (whole * (_LARGEST // len(whole.encode()) + 1)).encode()[: _LARGEST // 2].decode("utf-8", "ignore")
    command = [sys.executable, "-m", "crossarc", "serve", given.model, "--port", "0", "--max-waiting", "200"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        url = str(re.search(r"http://\S+", server.stderr.readline())[0])  # type: ignore[index]
        idle = Load(url, texts)
        asyncio.run(one_by_one(idle, 300))
        busy = Load(url, texts)
        asyncio.run(many(busy, given.clients, given.seconds, largest))
        before = memory(server.pid)
        asyncio.run(one_by_one(Load(url, texts), given.requests))
        after = memory(server.pid)
        server.terminate()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "text.txt"
        source.write_text(whole * 5, encoding="utf-8")
        began = time.perf_counter()
        parse = [sys.executable, "-m", "crossarc", "parse", given.model, str(source), "-o", "/dev/null", "--quiet"]
        subprocess.run(parse, check=True)
        alone = len(whole.split()) * 5 / (time.perf_counter() - began)
    table = Table(["", "idle", f"{given.clients} clients and the largest"])
    table.add("median of small requests, ms", *(1000 * statistics.median(own.seconds) for own in (idle, busy)))
    table.add("words/s", None, f"{busy.words / given.seconds:,.0f}")
    table.add("words/s of `crossarc parse`", None, f"{alone:,.0f}")
    table.add("answers by status", *(str(own.statuses) for own in (idle, busy)))
    table.add(f"memory before and after {given.requests:,} requests, MB", None, f"{before:.0f}, {after:.0f}")
    print(table.markdown())


if __name__ == "__main__":
    main()
