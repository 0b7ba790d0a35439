"""The addresses that the page asks: whatever a request says, the answer is JSON or one line, and never a failure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.hostile import HOSTILE

from crossarc import synthetic

from .running import running

WORDS = """yes 0 1 -1 conllu text words svg tikz gold.conllu alone 2-planar oracle model nonprojective length<=5 ²"""
TEXTS = ["", "9" * 30, "SHIFT SHIFT LEFT-ARC", 'text~"', "\x00", "\ud7ff", "a b c", "1\ta\n\n", "# x\n\n", "\n\n\n"]
FILES = [HOSTILE[:2000], synthetic.conllu(1), synthetic.conllu(2)]
VALUES = st.sampled_from([*WORDS.split(), *TEXTS, *FILES]) | st.text(max_size=20)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, parser_alone: Path) -> Iterator[str]:
    path = tmp_path_factory.mktemp("api") / "gold.conllu"
    path.write_text(synthetic.conllu(20), encoding="utf-8")
    with running(str(path), str(parser_alone), "--no-browser", command="explore") as own:
        yield own.url


@pytest.fixture(scope="module")
def description(url: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{url}/openapi.json").json()
    return found


@pytest.mark.parametrize(
    "name", ["about", "parse", "step", "browse", "sentence", "analyze", "evaluate", "draw", "curves"]
)
def test_no_request_makes_it_fail(url: str, description: dict[str, Any], name: str) -> None:
    body = description["paths"][f"/api/{name}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    fields = dict.fromkeys(body["properties"], VALUES)

    with httpx.Client(base_url=url, timeout=30) as client:

        @settings(max_examples=60, deadline=None)
        @given(st.fixed_dictionaries({}, optional=fields))
        def ask(given: dict[str, str]) -> None:
            response = client.post(f"/api/{name}", json=given)
            assert response.status_code in (200, 400, 413), (given, response.text)
            if response.status_code == 200:
                assert isinstance(response.json(), dict)
            else:
                assert response.text.count("\n") == 1

        ask()


def test_all_of_them_are_described(url: str, description: dict[str, Any]) -> None:
    from crossarc.explore.learning_curves import TrainingRuns  # noqa: PLC0415
    from crossarc.explore.treebanks import Treebanks  # noqa: PLC0415
    from crossarc.serve import Limits, Models  # noqa: PLC0415
    from crossarc.serve.api import Api  # noqa: PLC0415

    made = Api(Models({}), Treebanks(), TrainingRuns(), Limits(), lambda: None)  # type: ignore[arg-type,return-value]
    told = {path.removeprefix("/api/") for path in description["paths"] if path.startswith("/api/")}
    assert told == set(made.handlers())


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"data": 1}', b"\xff", b"[" * 100_000])
def test_bodies_that_are_no_objects_of_texts(url: str, body: bytes) -> None:
    response = httpx.post(f"{url}/api/parse", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 400


def test_the_page_and_its_files(url: str) -> None:
    page = httpx.get(url)
    assert page.headers["content-type"].startswith("text/html")
    assert "unsafe" not in page.headers["content-security-policy"]
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert httpx.get(f"{url}/static/explore.js").headers["content-type"].startswith("text/javascript")
    for name in ("stepper.html", "..%2fshell.py", "none.js", "%00"):
        assert httpx.get(f"{url}/static/{name}").status_code == 404


def test_pages_of_others_cannot_make_their_name_lead_here(url: str) -> None:
    port = url.rpartition(":")[2]
    for name, status in (
        ("localhost", 200),
        ("127.0.0.1", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
    ):
        answer = httpx.get(f"{url}/api/about", headers={"Host": f"{name}:{port}"})
        assert answer.status_code == status
        assert "default-src 'none'" in answer.headers["content-security-policy"]
