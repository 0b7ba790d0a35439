"""What is wrong with a file, and where."""

from __future__ import annotations


class FileError(ValueError):
    """A file that cannot be used: `FILE:LINE: what is wrong`."""

    def __init__(self, path: str, line: int | None, message: str) -> None:
        self.path = path
        self.line = line
        self.message = message
        super().__init__(f"{path}: {message}" if line is None else f"{path}:{line}: {message}")

    def __reduce__(self) -> tuple[type[FileError], tuple[str, int | None, str]]:
        return type(self), (self.path, self.line, self.message)
