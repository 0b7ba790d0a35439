"""What all pages have around them: styles, scripts, data, and the policy that nothing else is run or loaded.

Scripts are modules in `static/`, readable as they are. In a page they are one after the other in one module (`joined`);
a server can serve them as files.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from crossarc import svg
from crossarc.drawing.colours import GROUND, IS_DARK, SHADES, dark_rules
from crossarc.shown_text import shown

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z_]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) )", re.MULTILINE)


def static(name: str) -> str:
    """The text of a file in `static/`."""
    return (files("crossarc.pages") / "static" / name).read_text(encoding="utf-8")


def joined(module: str) -> str:
    """A script and all that it imports, as one module: each after those that it needs.

    Imports and exports are of one form only, and names differ between modules (tests/pages/test_shell.py sees to that).
    """
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in parts:
            return
        text = static(name)
        for needed in _IMPORT.findall(text):
            add(needed)
        parts[name] = _EXPORT.sub("", _IMPORT.sub("", text)).strip("\n")

    add(module)
    return "\n\n".join(f"// {name}\n{text}" for name, text in parts.items()) + "\n"


def colour_rules() -> str:
    """The colours of drawings as properties that style sheets use, and those of drawings and plots themselves."""
    light = "".join(f"--{tone}: {shades.light}; " for tone, shades in SHADES.items())
    dark = "".join(f"--{tone}: {shades.dark}; " for tone, shades in SHADES.items())
    return (
        f":root {{ color-scheme: light dark; --ground: {GROUND.light}; {light}}}\n"
        f"@media {IS_DARK} {{ :root {{ --ground: {GROUND.dark}; {dark}}} }}\n{dark_rules()}\n{svg.dark_rules()}\n"
    )


def json_block(identifier: str, data: Any) -> str:
    """Data for scripts, as an element that is not run. No character in it means anything in HTML."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return f'<script type="application/json" id="{identifier}">{text}</script>'


def page(title: str, body: Iterable[str], *, styles: Sequence[str] = (), script: str | None = None) -> Iterator[str]:
    """A whole page, in pieces. Style sheets and the script are names of files in `static/`."""
    style = colour_rules() + "".join(map(static, ("page.css", *styles)))
    code = None if script is None else joined(script)
    policy = [f"default-src 'none'; style-src {_digest(style)}; base-uri 'none'; form-action 'none'"]
    if code is not None:
        policy.append(f"script-src {_digest(code)}")
    yield "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(shown(title, 200))}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>\n",
        ]
    )
    yield from body
    if code is not None:
        yield f'<script type="module">{code}</script>\n'
    yield "</body>\n</html>\n"


def _digest(text: str) -> str:
    """How the policy names a text that is allowed."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"
