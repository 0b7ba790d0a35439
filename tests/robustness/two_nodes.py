"""A Ray cluster of two nodes, each in a network namespace of its own, so that one can be cut off. Linux, as root."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

HEAD, OTHER = "10.213.0.1", "10.213.0.2"
PORT = 6379


def can_be_had() -> bool:
    """Whether namespaces can be made here."""
    if os.geteuid() or not all(map(shutil.which, ("ip", "nsenter", "unshare"))):
        return False
    return subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False).returncode == 0


class TwoNodes:
    """One core each. Use it in a `with` block, after which no process, namespace or folder of it is left."""

    address = f"{HEAD}:{PORT}"

    def __init__(self) -> None:
        self._names = {HEAD: f"crossarc-{os.getpid()}-a", OTHER: f"crossarc-{os.getpid()}-b"}
        self._scratch = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # sockets' names must be short
        # Ray asks for a token where processes connect to a cluster that another has started.
        token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        # Its workers would give way to everything else on the machine, and on a busy one never get anything done.
        own = {"RAY_worker_niceness": "0", "RAY_USAGE_STATS_ENABLED": "0"}
        self._environment = {**os.environ, **token, **own}

    def __enter__(self) -> TwoNodes:
        try:
            self._connect()
            common = ["--num-cpus=1", "--object-store-memory=100000000", "--disable-usage-stats"]
            head = ["--head", f"--port={PORT}", "--include-dashboard=false", f"--temp-dir={self._scratch}"]
            self._ray_start(HEAD, [*head, *common])
            self._ray_start(OTHER, [f"--address={self.address}", *common])
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def start(self, command: Sequence[str], folder: Path, *, knows_token: bool = True) -> subprocess.Popen[str]:
        """A process on the first node."""
        other_token = {} if knows_token else {"RAY_AUTH_TOKEN": secrets.token_hex(32)}
        return subprocess.Popen(
            self._within(HEAD, command),
            cwd=folder,
            env=self._environment | other_token,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def workers(self, title: str = "ray::ShardWork", node: str | None = None) -> list[int]:
        """Processes of the cluster, or of one node, whose title begins so."""
        found = []
        for process in self._processes(node):
            with suppress(OSError):
                if Path(f"/proc/{process}/cmdline").read_bytes().startswith(title.encode()):
                    found.append(process)
        return found

    def cut_off(self) -> None:
        """The second node: nothing comes through any more."""
        _ip("-n", self._names[OTHER], "link", "set", "eth", "down")

    def _connect(self) -> None:
        for name in self._names.values():
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
        first, second = self._names.values()
        _ip("link", "add", "eth", "netns", first, "type", "veth", "peer", "name", "eth", "netns", second)
        for address, name in self._names.items():
            _ip("-n", name, "address", "add", f"{address}/24", "dev", "eth")
            _ip("-n", name, "link", "set", "eth", "up")

    def _within(self, node: str, command: Sequence[str]) -> list[str]:
        return ["nsenter", f"--net=/run/netns/{self._names[node]}", *command]

    def _ray_start(self, node: str, arguments: Sequence[str]) -> None:
        """More than once: on a machine that is busy, Ray gives a node up that is not there after half a minute."""
        ray = [sys.executable, "-m", "ray.scripts.scripts", "start", f"--node-ip-address={node}", *arguments]
        for _ in range(3):
            started = subprocess.run(
                self._within(node, ray), env=self._environment, capture_output=True, text=True, check=False, timeout=180
            )
            if not started.returncode:
                return
            self._kill_processes(node)
        raise RuntimeError(f"ray start on {node}: {started.stdout}{started.stderr}")

    def _processes(self, node: str | None = None) -> list[int]:
        names = [self._names[node]] if node else [*self._names.values()]
        listed = (subprocess.run(["ip", "netns", "pids", name], capture_output=True, check=False) for name in names)
        return [int(process) for done in listed for process in done.stdout.split()]

    def _kill_processes(self, node: str | None = None) -> None:
        for _ in range(100):
            processes = self._processes(node)
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            if not processes:
                break
            time.sleep(0.1)

    def _end(self) -> None:
        self._kill_processes()
        for name in self._names.values():
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
        shutil.rmtree(self._scratch, ignore_errors=True)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
