"""A real browser, where there is one: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")
_PATIENCE = 120  # seconds: a machine may have much else to do
_QUIET = ("no-sandbox", "headless", "disable-gpu", "disable-background-networking", "disable-component-update")


@contextmanager
def browser() -> Iterator[Any]:
    """The browser; the test is left out if there is none."""
    playwright = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip("needs chromium")
    with playwright.sync_playwright() as started:
        own = started.chromium.launch(
            executable_path=str(CHROMIUM), args=[f"--{option}" for option in (*_QUIET, "disable-sync")]
        )
        try:
            yield own
        finally:
            own.close()


@contextmanager
def watched_page(own: Any, *, site: str = "file:", refused: bool = False, **options: Any) -> Iterator[Any]:
    """A page on which nothing may go wrong: no message on the console, no dialog, no request but to the site.

    A request that is `refused` is told on the console by the browser itself.
    """
    context = own.new_context(**options)
    context.set_default_timeout(1000 * _PATIENCE)
    page = context.new_page()
    complaints: list[str] = []

    def hear(message: Any) -> None:
        if not (
            refused and message.text.startswith("Failed to load resource: the server responded with a status of 4")
        ):
            complaints.append(f"console: {message.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith((site, "data:,")) else complaints.append(f"request: {request.url}")
        ),
    )
    try:
        yield page
        assert complaints == []
    finally:
        context.close()


def eventually(page: Any, condition: str) -> None:
    """Wait until something is true. Playwright's own way to wait is a script, which a page's policy may forbid."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it never came true: {condition}")
