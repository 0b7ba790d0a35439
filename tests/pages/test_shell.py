"""What is around all pages: scripts in one module, data that is only data, the policy."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crossarc.pages
from crossarc.pages.shell import joined, json_block, page, static

FOLDER = Path(crossarc.pages.__file__).parent / "static"
SCRIPTS = sorted(path.name for path in FOLDER.glob("*.js"))
PAGES = ["explore.js", "stepper.js"]
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
IMPORTED = re.compile(r"^import .*$", re.MULTILINE)


class Elements(HTMLParser):
    """The elements of a page, with their attributes and what is in scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", {}, []))

    def handle_data(self, data: str) -> None:
        if self.found:
            self.found[-1][2].append(data)


@pytest.mark.parametrize("name", SCRIPTS)
def test_modules_are_written_so_that_they_can_be_joined(name: str) -> None:
    text = static(name)
    for line in IMPORTED.findall(text):
        found = re.fullmatch(r'import \{ ([\w, ]+) \} from "\./(\w+\.js)";', line)
        assert found is not None, line
        for imported in found[1].split(", "):
            assert re.search(
                rf"^export (?:async )?(?:function|const|class) {imported}\b", static(found[2]), re.MULTILINE
            )
    assert "import(" not in re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL)  # but for types, in comments
    assert "export default" not in text
    for dangerous in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "style.",
    ):
        assert dangerous not in text


@pytest.mark.parametrize("name", PAGES)
def test_names_are_told_apart_in_one_module(name: str) -> None:
    declared = DECLARED.findall(joined(name))
    assert len(declared) == len(set(declared))
    assert not re.search(r"^(import|export) ", joined(name), re.MULTILINE)


def test_all_scripts_are_used() -> None:
    assert {own for own in SCRIPTS if any(f"// {own}\n" in joined(name) for name in PAGES)} == set(SCRIPTS)


@pytest.mark.skipif(shutil.which("tsc") is None, reason="needs tsc (npm install --global typescript)")
def test_types() -> None:
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module es2022 --lib es2023,dom,dom.iterable"
    checked = subprocess.run(
        ["tsc", *options.split(), *(str(FOLDER / name) for name in PAGES)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


@given(st.recursive(st.text() | st.integers() | st.none(), lambda own: st.lists(own) | st.dictionaries(st.text(), own)))
def test_data_are_only_data(data: object) -> None:
    block = json_block("x", data)
    inside = block.removeprefix('<script type="application/json" id="x">').removesuffix("</script>")
    assert not set(inside) & set("<>&\u2028\u2029")
    assert json.loads(inside) == data


def test_only_what_the_policy_names_is_run() -> None:
    text = "".join(page("<title>&", ["<p>x</p>"], styles=["stepper.css"], script="stepper.js"))
    elements = Elements(text).found
    policy = next(
        attrs["content"] for tag, attrs, _ in elements if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for kind in ("style", "script"):
        (inside,) = ("".join(data) for tag, _, data in elements if tag == kind)
        digest = base64.b64encode(hashlib.sha256(inside.encode("utf-8")).digest()).decode("ascii")
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert not [name for _, attrs, _ in elements for name in attrs if name.startswith("on") or name == "style"]
    assert "http" not in re.sub(r"http-equiv|http://www\.w3\.org/2000/svg", "", text)
    assert "<title>&lt;title&gt;&amp;</title>" in text


def test_pages_without_scripts_allow_none() -> None:
    text = "".join(page("x", []))
    assert "<script" not in text
    assert "script-src" not in text
