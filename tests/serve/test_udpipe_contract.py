"""Requests as clients of UDPipe's service send them, and what they get."""

from __future__ import annotations

import json
import subprocess
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import httpx
import pytest

import crossarc

from .running import Service

TEXT = "Zë neflivu hožõšit pli kvõhosët fed. Zë neflivu hožõšit!"


def expected(model: Path, text: str = TEXT) -> str:
    return crossarc.load(model).parse_text(text, offsets=False).to_conllu()


def test_models(service: Service) -> None:
    assert httpx.get(f"{service.url}/models").json() == {
        "models": {"invented-free-1": ["tokenizer", "tagger", "parser"], "bare": ["parser"]},
        "default_model": "invented-free-1",
    }


@pytest.mark.parametrize(
    "ask",
    [
        # deplacy, browsers: everything in the query, parameters without values
        lambda url, data: httpx.get(f"{url}?tokenizer&tagger&parser&model=invented&data={urllib.parse.quote(data)}"),
        # Python's requests: a form
        lambda url, data: httpx.post(
            url, data={"model": "", "tokenizer": "1", "tagger": "1", "parser": "1", "data": data}
        ),
        # model and stages in the query, data in the body
        lambda url, data: httpx.post(f"{url}?tokenizer=&tagger=&parser=&model=invented-free", data={"data": data}),
        # curl -F data=@file
        lambda url, data: httpx.post(
            url, data={"tokenizer": "", "tagger": "", "parser": ""}, files={"data": ("x.txt", data.encode())}
        ),
        lambda url, data: httpx.post(url, json={"tokenizer": "", "tagger": "", "parser": "", "data": data}),
    ],
)
def test_from_text_to_trees(service: Service, model: Path, ask: Any) -> None:
    response = ask(f"{service.url}/process", TEXT)
    assert response.status_code == 200, response.text
    told = response.json()
    assert (told["model"], told["result"]) == ("invented-free-1", expected(model))
    assert isinstance(told["acknowledgements"], list)


def test_urllib(service: Service, model: Path) -> None:
    form = urllib.parse.urlencode({"tokenizer": "", "tagger": "", "parser": "", "data": TEXT}).encode()
    with urllib.request.urlopen(f"{service.url}/process", form) as response:
        assert json.loads(response.read())["result"] == expected(model)


def test_curl(service: Service, model: Path, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(TEXT, encoding="utf-8")
    command = ["curl", "-s", "-F", f"data=@{tmp_path}/x.txt", "-F", "tokenizer=", "-F", "tagger=", "-F", "parser="]
    try:
        done = subprocess.run([*command, f"{service.url}/process"], capture_output=True, check=True)
    except FileNotFoundError:
        pytest.skip("there is no curl")
    assert json.loads(done.stdout)["result"] == expected(model)


def test_udpipe2_client(service: Service, model: Path) -> None:
    """UDPipe's own client sends parts that say how they are encoded, and ends lines with CR LF, in texts as well."""
    fields = {"input": "conllu", "output": "conllu", "data": TEXT + "\n\n" + TEXT, "model": "invented-free-1"}
    fields |= {"tokenizer": "", "tagger": "", "parser": ""}
    border = "===============4823719286340011234=="
    head = 'Content-Type: text/plain; charset="utf-8"\nMIME-Version: 1.0\nContent-Transfer-Encoding: 8bit\n'
    parts = (
        f'--{border}\n{head}Content-Disposition: form-data; name="{name}"\n\n{value}\n'
        for name, value in fields.items()
    )
    response = httpx.post(
        f"{service.url}/process",
        content=f"{''.join(parts)}--{border}--\n".replace("\n", "\r\n").encode(),
        headers={"Content-Type": f'multipart/form-data; boundary="{border}"'},
    )
    assert response.status_code == 200, response.text
    assert response.json()["result"] == expected(model, TEXT + "\r\n\r\n" + TEXT)


def test_conllu_editor(service: Service, model: Path) -> None:
    """What Java's HttpURLConnection sends for `info: …/models` and `parse: …/process` in its configuration."""
    accept = {"Accept": "text/html, image/gif, image/jpeg, */*; q=0.2", "User-Agent": "Java/17.0.13"}
    assert "models" in httpx.get(f"{service.url}/models", headers=accept).json()
    form = urllib.parse.urlencode({"tokenizer": "", "data": TEXT, "parser": "", "tagger": ""}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    response = httpx.post(f"{service.url}/process", content=form, headers=accept | kind)
    assert response.json()["result"] == expected(model)


def ask(service: Service, **parameters: str) -> httpx.Response:
    return httpx.post(f"{service.url}/process", data=parameters)


def test_conllu_in_keeps_what_it_has(service: Service) -> None:
    given = "# x\n1\tZë\tmine\tX\t_\t_\t_\t_\t_\tA=b\n\n"
    found = ask(service, data=given, parser="", input="conllu").json()["result"]
    assert found == given.replace("\t_\t_\t_\tA", "\t0\troot\t_\tA")
    assert "mine" not in ask(service, data=given, tagger="", parser="").json()["result"]
    assert ask(service, data=given).json()["result"] == given


def test_formats(service: Service) -> None:
    assert ask(service, data="a b\nc", input="horizontal", output="vertical").json()["result"] == "a\nb\n\nc\n\n"
    assert ask(service, data="a\nb\n\nc", input="vertical", output="horizontal").json()["result"] == "a b\nc\n"
    assert ask(service, data="Fed. Fed", tokenizer="presegmented", output="plaintext").json()["result"] == "Fed. Fed\n"
    assert "TokenRange=0:2" in ask(service, data=TEXT, tokenizer="ranges").json()["result"]


@pytest.mark.parametrize("data", ["", " ", "\n\n"])
def test_nothing_in_nothing_out(service: Service, data: str) -> None:
    response = ask(service, data=data, tokenizer="", tagger="", parser="")
    assert (response.status_code, response.json()["result"]) == (200, "")


@pytest.mark.parametrize(
    ("parameters", "status", "told"),
    [
        ({}, 400, "Required argument 'data' is missing."),
        ({"data": "x", "model": "/etc/passwd"}, 400, "Requested model '/etc/passwd' does not exist."),
        ({"data": "x", "model": "bare", "tokenizer": ""}, 400, "The required model does not contain a tokenizer!"),
        ({"data": "x", "model": "bare", "tagger": ""}, 400, "The required model does not contain a tagger!"),
        ({"data": "x", "input": "x"}, 400, "Unknown input format 'x'."),
        ({"data": "x", "output": "x"}, 400, "Unknown output format 'x'."),
        ({"data": "1\tx\n\n"}, 400, "Cannot read input data: line 1: "),
        ({"data": "x" * 400_000}, 413, "The request has over 300,000 bytes."),
        ({"data": "x " * 600, "input": "horizontal"}, 413, "A sentence has over 500 words."),
    ],
)
def test_refusals(service: Service, parameters: dict[str, str], status: int, told: str) -> None:
    response = ask(service, **parameters)
    assert (response.status_code, response.text.startswith(told), response.text.count("\n")) == (status, True, 1)


def test_a_line_of_a_later_slice_is_counted_from_the_beginning(service: Service) -> None:
    good = "1\tx\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    response = ask(service, data=good * 3000 + "1\tx\n\n", parser="")
    assert (response.status_code, response.text.partition(": ")[2].partition(":")[0]) == (400, "line 6001")


def test_headers(service: Service) -> None:
    for path in ("/models", "/process", "/nothing", "/health"):
        headers = httpx.get(service.url + path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


def test_health_and_metrics(service: Service) -> None:
    assert httpx.get(f"{service.url}/health").json()["status"] == "ok"
    ask(service, data=TEXT, tokenizer="")
    metrics = httpx.get(f"{service.url}/metrics").text
    assert 'crossarc_requests_total{endpoint="process",status="200"}' in metrics
    assert "crossarc_words_total" in metrics


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods(service: Service, method: str) -> None:
    assert httpx.request(method, f"{service.url}/process").status_code == 405
    assert httpx.get(f"{service.url}/../../etc/passwd").status_code == 404
