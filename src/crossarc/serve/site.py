"""The page itself and its files: `/` and `/static/…`. There is no build step: files are served as they are."""

from __future__ import annotations

from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from crossarc.pages.shell import colour_rules, static

_KINDS = {".js": "text/javascript", ".css": "text/css"}
_MADE = {"colours.css": colour_rules}


def _names() -> set[str]:
    own = (entry.name for entry in (files("crossarc.pages") / "static").iterdir())
    return {name for name in own if name.endswith(tuple(_KINDS))} | set(_MADE)


_NAMES = _names()


async def page(request: Request) -> Response:
    return Response(static("explore.html"), media_type="text/html")


async def file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _NAMES:
        raise HTTPException(404, "Not Found")
    text = _MADE[name]() if name in _MADE else static(name)
    kind = next(kind for ending, kind in _KINDS.items() if name.endswith(ending))
    return Response(text, media_type=kind, headers={"Cache-Control": "no-cache"})
