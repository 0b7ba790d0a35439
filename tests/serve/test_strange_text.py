"""Text that is none, and text that nobody would send: refused in one line, or answered with every character."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from crossarc import Treebank
from crossarc.tokenizer import restore

from .running import Service

STAGES = {"tokenizer": "", "tagger": "", "parser": ""}
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MULTIPART = {"Content-Type": "multipart/form-data; boundary=b"}


def field(content: bytes, disposition: bytes = b'name="data"') -> bytes:
    return b"--b\r\nContent-Disposition: form-data; " + disposition + b"\r\n\r\n" + content + b"\r\n--b--\r\n"


@pytest.mark.parametrize(
    ("body", "headers", "message"),
    [
        (b'{"data": "a \\ud800 b", "tokenizer": ""}', JSON, "The JSON has U+D800 in it"),
        (b'{"data": "a", "tokenizer": "", "model": "\\udfff"}', JSON, "The JSON has U+DFFF in it"),
        (b'{"data": "a", "input": "\\udfff"}', JSON, "The JSON has U+DFFF in it"),
        (b'{"data": "a", "\\ude00\\ud83d": "b"}', JSON, "The JSON has U+DE00 in it"),
        (b'{"data": "\\ud83d", "tokenizer": "\\ude00"}', JSON, "The JSON has U+"),
        (b'{"data": "a \xff"}', JSON, "The JSON cannot be read"),
        (b"data=a%ff&tokenizer=", FORM, "The form cannot be read"),
        (b"data=%ed%a0%80&tokenizer=", FORM, "The form cannot be read"),
        (b"data=a\xff&tokenizer=", FORM, "The form cannot be read"),
        (b"a&" * 1000, FORM, "The form cannot be read"),
        (field(b"a\xff"), MULTIPART, "The form cannot be read"),
        (field(b"a\xff", b'name="data"; filename="x"'), MULTIPART, "The form cannot be read"),
        (field(b"a\xc3"), MULTIPART, "The form cannot be read"),
    ],
)
def test_not_text(body: bytes, headers: dict[str, str], message: str, service: Service) -> None:
    answer = httpx.post(f"{service.url}/process", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.text.startswith(message)
    assert answer.text.count("\n") == 1


def test_a_query_that_is_not_utf_8(service: Service) -> None:
    answer = httpx.get(f"{service.url}/process?tokenizer&data=a%ff")
    assert answer.status_code == 400
    assert answer.text.startswith("The query cannot be read")


@pytest.mark.parametrize(
    "text", ["a\0b \x07\x7f", "\u202ea\u200f \ue000", "👩\u200d👩\u200d👧 🇩🇪", "x" * 70_000, "a+b & c=d; %41"]
)
@pytest.mark.parametrize("kind", ["json", "data", "files"])
def test_strange_text_comes_back(kind: str, text: str, service: Service) -> None:
    sent: dict[str, Any] = {**STAGES, "data": text}
    if kind == "files":
        sent = {name: (None, value) for name, value in sent.items()}
    answer = httpx.post(f"{service.url}/process", **{kind: sent})
    assert answer.status_code == 200, answer.text
    assert restore(Treebank.from_conllu(answer.json()["result"])) == text


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_nothing(text: str, service: Service) -> None:
    answer = httpx.post(f"{service.url}/process", json={**STAGES, "data": text})
    assert (answer.status_code, answer.json()["result"]) == (200, "")
