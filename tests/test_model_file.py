"""Files with several parts: what is written is what is read, and nothing else is believed."""

from __future__ import annotations

import json
import random
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from cli_runner import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import small_pipeline

import crossarc
from crossarc import Annotator, ModelError
from crossarc.cli import app
from crossarc.model_file import read_model, write_model

HEADER = 24
PARTS = ("tokenize", "tag", "lemma", "parse")


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("model") / "model"
    small_pipeline.model().save(path)
    return path.read_bytes()


def sealed(content: bytes) -> bytes:
    """With a checksum that is right."""
    return content[:12] + struct.pack("<I", zlib.crc32(content[16:])) + content[16:]


def table_of(content: bytes) -> list[dict[str, Any]]:
    (size,) = struct.unpack("<Q", content[16:HEADER])
    table = json.loads(content[HEADER : HEADER + size])
    assert isinstance(table, list)
    return table


def with_table(content: bytes, table: Any) -> bytes:
    (size,) = struct.unpack("<Q", content[16:HEADER])
    text = table if isinstance(table, bytes) else json.dumps(table).encode()
    text += b" " * (-(HEADER + len(text)) % 64)
    return sealed(content[:16] + struct.pack("<Q", len(text)) + text + content[HEADER + size :])


def refused(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with pytest.raises(ModelError) as caught:
        crossarc.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 310 + len(str(path))
    return str(caught.value)


@given(
    st.dictionaries(st.sampled_from(["a", "b", "tokenize"]), st.lists(st.binary(max_size=100), max_size=3), min_size=1)
)
def test_parts_are_read_as_they_were_written(tmp_path_factory: Any, parts: dict[str, list[bytes]]) -> None:
    path = tmp_path_factory.mktemp("parts") / "model"
    write_model(path, {name: (pieces, {"of": name}) for name, pieces in parts.items()})
    found = read_model(path)
    assert {name: bytes(part.content) for name, part in found.items()} == {n: b"".join(p) for n, p in parts.items()}
    assert all(part.made == {"of": name} and part.begin % 64 == 0 for name, part in found.items())


def test_a_parser_alone_has_the_format_that_it_always_had(content: bytes, tmp_path: Path) -> None:
    crossarc.train(small_pipeline.treebank(), epochs=1).save(tmp_path / "model")
    alone = (tmp_path / "model").read_bytes()
    assert struct.unpack("<I", alone[8:12]) == (3,)
    assert struct.unpack("<I", content[8:12]) == (4,)
    assert crossarc.load(tmp_path / "model").stages == ("parse",)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: [], "there are none"),
        (lambda table: {}, "other parts than it should"),
        (lambda table: b"[" * 100_000, "broken"),
        (lambda table: b"\xff", "broken"),
        (lambda table: [*table, table[0]], "one is there twice"),
        (lambda table: table[:-1], "something behind its end"),
        (lambda table: [table[0] | {"size": -64}, *table[1:]], "below zero"),
        (lambda table: [table[0] | {"size": 2**70}, *table[1:]], "ends too early"),
        (lambda table: [table[0] | {"size": True}, *table[1:]], "other parts than it should"),
        (lambda table: [table[0] | {"size": 1.5}, *table[1:]], "other parts than it should"),
        (lambda table: [table[0] | {"name": "sing"}, *table[1:]], "a stage 'sing', which this version does not know"),
        (lambda table: [table[0] | {"name": "\x1b[2J"}, *table[1:]], "which this version does not know"),
        (lambda table: [table[0] | {"made": [1]}, *table[1:]], "other parts than it should"),
        (lambda table: [table[0] | {"more": 1}, *table[1:]], "other parts than it should"),
        (lambda table: [table[1] | {"size": table[0]["size"]}, table[0] | {"size": table[1]["size"]}, *table[2:]], ""),
    ],
)
def test_tables_that_lie(change: Any, message: str, content: bytes, tmp_path: Path) -> None:
    assert message in refused(tmp_path / "model", with_table(content, change(table_of(content))))


@pytest.mark.parametrize("size", [0, 1, 63, 2**32, 2**63, 2**64 - 1])
def test_lengths_that_lie(size: int, content: bytes, tmp_path: Path) -> None:
    refused(tmp_path / "model", sealed(content[:16] + struct.pack("<Q", size) + content[HEADER:]))


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("kept", [0, 1, 7, 8, 64, 0.5, -1])
def test_each_part_cut_short(name: str, kept: float, content: bytes, tmp_path: Path) -> None:
    """The table says so and the checksum is right, but the stage is not whole."""
    path = tmp_path / "model"
    path.write_bytes(content)
    parts = {own: bytes(part.content) for own, part in read_model(path).items()}
    own = parts[name]
    parts[name] = own[: int(len(own) * kept)] if isinstance(kept, float) else own[:kept]
    write_model(path, {own: ([bytes_], {}) for own, bytes_ in parts.items()})
    refused(path, path.read_bytes())
    shown = CliRunner().invoke(app, ["parse", str(path), "-", "-q"], input="")
    assert shown.exit_code == 1
    assert shown.stderr.startswith(f"crossarc: error: {path}: ")
    assert shown.stderr.count("\n") == 1


@pytest.mark.parametrize("name", PARTS[:3])
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_each_part_changed(name: str, seed: int, content: bytes, tmp_path: Path) -> None:
    """Refused in one line, or harmless."""
    path, chance = tmp_path / "model", random.Random(seed)
    path.write_bytes(content)
    parts = {own: bytes(part.content) for own, part in read_model(path).items()}
    changed = bytearray(parts[name])
    for _ in range(chance.choice([1, 1, 2, 8])):
        at = chance.randrange(len(changed)) if chance.random() < 0.6 else chance.randrange(min(200, len(changed)))
        size = chance.choice([1, 1, 4, 8, 64])
        changed[at : at + size] = chance.choice([b"\0", b"\xff", b"\x7f", bytes([chance.randrange(256)])]) * size
    write_model(path, {own: ([bytes(changed) if own == name else rest], {}) for own, rest in parts.items()})
    try:
        annotator = Annotator.load(path)
    except ModelError as error:
        assert str(error).isprintable()
        return
    annotator.tag(annotator.words("Zë neflivu hožõšit. Pli kvõhosët fed 1.5!"), threads=1)


@settings(max_examples=60)
@given(data=st.data())
def test_damage_is_found(data: st.DataObject, content: bytes, tmp_path: Path) -> None:
    if data.draw(st.booleans()):
        refused(tmp_path / "model", content[: data.draw(st.integers(0, len(content) - 1))])
    else:
        changed = bytearray(content)
        changed[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
        refused(tmp_path / "model", bytes(changed))
