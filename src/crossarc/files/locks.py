"""Locks on open files, where the system and the file system have them."""

from __future__ import annotations

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def require_lock(number: int) -> None:
    """Lock a file by its number as long as it is open; an OSError if somebody else has, or if there are no locks."""
    if fcntl is None:
        raise OSError("this system has no locks")
    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(number: int) -> bool:
    """The same; false if somebody else holds the lock. Where there are no locks nobody does."""
    try:
        require_lock(number)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
