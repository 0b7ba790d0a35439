"""Command lines in this process, with streams of their own: faster than a process each."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from unittest import mock


@dataclass(frozen=True)
class Result:
    """How a command ended. `output` is what it wrote to both streams, in order."""

    exit_code: int
    stdout_bytes: bytes
    stderr_bytes: bytes
    output_bytes: bytes

    @property
    def stdout(self) -> str:
        return _text(self.stdout_bytes)

    @property
    def stderr(self) -> str:
        return _text(self.stderr_bytes)

    @property
    def output(self) -> str:
        return _text(self.output_bytes)


def _text(written: bytes) -> str:
    return written.decode("utf-8", "replace").replace("\r\n", "\n")


class _Copied(io.BytesIO):
    """Bytes that are written to another place as well."""

    def __init__(self, other: io.BytesIO) -> None:
        super().__init__()
        self._other = other

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._other.write(data)
        return super().write(data)


class _Stream(io.TextIOWrapper):
    """A stream of text that is, or is not, a terminal."""

    def __init__(self, bytes: io.BytesIO, is_terminal: bool, name: str) -> None:
        super().__init__(bytes, encoding="utf-8", errors="replace", write_through=True, newline="")
        self._is_terminal = is_terminal
        self._name = name

    @property
    def name(self) -> str:  # type: ignore[override]
        return self._name

    def isatty(self) -> bool:
        return self._is_terminal


class CliRunner:
    """Runs command lines. Nothing but `SystemExit` is caught: what else a command raises is a mistake of ours."""

    def invoke(
        self,
        app: Callable[[Sequence[str]], int],
        words: Sequence[str],
        *,
        input: str | bytes | None = None,
        env: Mapping[str, str] | None = None,
        terminal: bool = False,
    ) -> Result:
        """With `terminal`, standard input and output are one."""
        both = io.BytesIO()
        stdout, stderr = _Copied(both), _Copied(both)
        given = input.encode("utf-8") if isinstance(input, str) else input or b""
        with ExitStack() as stack:
            stack.enter_context(mock.patch.dict(os.environ, env or {}))
            stack.enter_context(mock.patch.object(sys, "stdin", _Stream(io.BytesIO(given), terminal, "<stdin>")))
            stack.enter_context(mock.patch.object(sys, "stdout", out := _Stream(stdout, terminal, "<stdout>")))
            stack.enter_context(mock.patch.object(sys, "stderr", err := _Stream(stderr, terminal, "<stderr>")))
            code = app(list(words))
            if not out.closed:
                out.flush()
            err.flush()
            return Result(code, stdout.getvalue(), stderr.getvalue(), both.getvalue())
