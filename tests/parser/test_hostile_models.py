"""Model files from strangers, with a right checksum: refused in one line, or harmless."""

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

import crossarc
from crossarc import ModelError, Parser, Treebank, synthetic
from crossarc.cli import app

HEADER = 24
SYSTEMS = ["arc-eager", "2-planar", "covington", "arc-eager+lba+lnba", "undirected-covington"]
TEMPLATES = "S0.p+B0.p\nS0.w\nS0.d\nS0?.sl+B0.vr\nS0.tie\nS0.far\nB0.f:Case\nB0.z:2"


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return synthetic.generate(30, crossing="any", rate=0.5)


@pytest.fixture(scope="module")
def models(treebank: Treebank, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    folder = tmp_path_factory.mktemp("models")
    for system in SYSTEMS:
        crossarc.train(treebank, system=system, epochs=1, features=TEMPLATES, prune=0.4).save(folder / system)
    return [(folder / system).read_bytes() for system in SYSTEMS]


def sealed(content: bytes) -> bytes:
    """With a checksum that is right."""
    return content[:12] + struct.pack("<I", zlib.crc32(content[16:])) + content[16:]


def with_configuration(content: bytes, text: bytes) -> bytes:
    (size,) = struct.unpack("<Q", content[16:HEADER])
    text += b" " * (-(HEADER + len(text)) % 64)
    return sealed(content[:16] + struct.pack("<Q", len(text)) + text + content[HEADER + size :])


def configuration(content: bytes) -> dict[str, Any]:
    (size,) = struct.unpack("<Q", content[16:HEADER])
    values = json.loads(content[HEADER : HEADER + size])
    assert isinstance(values, dict)
    return values


def refused_or_harmless(path: Path, content: bytes, treebank: Treebank) -> Parser | None:
    path.write_bytes(content)
    try:
        parser = crossarc.load(path)
    except ModelError as error:
        assert str(error).startswith(f"{path}: ")
        assert str(error).isprintable()
        return None
    assert parser.parse(treebank[:3]).require_trees()
    parser.parse(treebank[:1], multi_root=True)
    parser.save(path)
    assert repr(parser)
    return parser


def mutated(content: bytes, other: bytes, chance: random.Random) -> bytes:
    """Some bytes flipped, cut out, doubled, or taken from another model."""
    changed = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        at = chance.randrange(16, len(changed)) if chance.random() < 0.7 else chance.randrange(16, 80)
        size = chance.choice([1, 2, 4, 8, 8, 64, 1000])
        match chance.randrange(6):
            case 0:
                changed[at] ^= 1 << chance.randrange(8)
            case 1:
                changed[at : at + size] = chance.choice([b"\0", b"\xff", b"\x7f", b" "]) * size
            case 2:
                del changed[at : at + size]
            case 3:
                changed[at:at] = changed[at : at + size]
            case 4:
                changed[at : at + size] = other[at : at + size]
            case 5:
                changed += bytes(chance.randrange(256) for _ in range(size))
        if len(changed) < 100:
            break
    return sealed(bytes(changed))


@settings(max_examples=500)
@given(seed=st.integers(0, 2**32))
def test_changed_bytes(seed: int, models: list[bytes], treebank: Treebank, tmp_path: Path) -> None:
    chance = random.Random(seed)
    content, other = chance.choice(models), chance.choice(models)
    refused_or_harmless(tmp_path / "model", mutated(content, other, chance), treebank)


@settings(max_examples=80)
@given(data=st.data())
def test_other_values(data: st.DataObject, models: list[bytes], treebank: Treebank, tmp_path: Path) -> None:
    """One value of the configuration, at any depth, is something else."""
    values = configuration(data.draw(st.sampled_from(models)))
    name = data.draw(st.sampled_from(sorted(values)))
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    anything = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)
    place, key = values, name
    while isinstance(place[key], dict) and place[key] and data.draw(st.booleans()):
        place, key = place[key], data.draw(st.sampled_from(sorted(place[key])))
    place[key] = data.draw(anything)
    content = with_configuration(models[0], json.dumps(values).encode())
    refused_or_harmless(tmp_path / "model", content, treebank)


def changed(content: bytes, changes: dict[str, Any]) -> bytes:
    return json.dumps(configuration(content) | changes).encode()


def inserted(content: bytes, text: bytes) -> bytes:
    """The configuration with something put before its other parts."""
    return b"{" + text + b", " + json.dumps(configuration(content)).encode()[1:]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda _: b"[" * 100_000, "broken"),
        (lambda _: b'{"made":' * 50_000, "broken"),
        (lambda _: b"null", "other parts than it should"),
        (lambda _: b"[]", "other parts than it should"),
        (lambda _: b"7" * 5000, "broken"),
        (lambda _: b"\xff\xfe\x00", "broken"),
        (lambda _: b"", "broken"),
        (lambda c: inserted(c, b'"made": {}'), "a name is there twice"),
        (lambda c: inserted(c, b'"x\\n\\u001b[2J": 1'), "other parts than it should"),
        (lambda c: changed(c, {"made": {"epoch": float("nan")}}), "broken"),
        (lambda c: changed(c, {"made": {"epoch": float("inf")}}), "broken"),
        (lambda c: changed(c, {"made": json.loads('{"a":' * 30 + "1" + "}" * 30)}), "nested too deep"),
        (lambda c: changed(c, {"made": {"a": "\ud800"}}), "broken"),
        (lambda c: changed(c, {"templates": "S0.w\ud800"}), "broken"),
        (lambda c: changed(c, {"templates": "S0.\x1b[2J"}), "is no attribute of a word"),
        (lambda c: changed(c, {"templates": "+".join(["S0.w"] * 100_000)}), "too many templates"),
        (lambda c: changed(c, {"templates": "\n".join(f"S{n}.w" for n in range(1000))}), "too many nodes"),
        (lambda c: changed(c, {"templates": "S0.w\n" * 70_000}), "too many templates"),
        (lambda c: changed(c, {"templates": "S99999999999.w"}), "is not an address"),
        (lambda c: changed(c, {"templates": "S0." + "x" * 100_000}), "line 1 of the features"),
        (lambda c: changed(c, {"labels": ["a"] * 1_000_000}), "those of another parser"),
        (lambda c: changed(c, {"labels": [""] * len(configuration(c)["labels"])}), "a label is empty"),
        (lambda c: changed(c, {"labels": ["↑a"] * len(configuration(c)["labels"])}), "a label is empty"),
        (lambda c: changed(c, {"labels": ["a\x1bb"] * len(configuration(c)["labels"])}), "control character U+001B"),
        (lambda c: changed(c, {"system": "arc-eager" + "+lba" * 10_000}), ""),
        (lambda c: changed(c, {"system": "arc-eager\0"}), "unknown system"),
        (lambda c: changed(c, {"system_options": {"root": "first\0"}}), "root is 'last' or 'first'"),
        (lambda c: changed(c, {"system_options": {"root_links": "trusted"}}), ""),
    ],
)
def test_hostile_configurations(make: Any, message: str, models: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_bytes(with_configuration(models[0], make(models[0])))
    with pytest.raises(ModelError) as caught:
        crossarc.load(path)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300 + len(str(path)) + 10


@pytest.mark.parametrize("size", [0, 1, 7, 8, 2**32, 2**63, 2**64 - 8, 2**64 - 1])
def test_lengths_that_lie(size: int, models: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(sealed(models[0][:16] + struct.pack("<Q", size) + models[0][HEADER:]))
    with pytest.raises(ModelError):
        crossarc.load(tmp_path / "model")


@pytest.mark.parametrize(
    "made", [{}, {"options": 1}, {"options": {"a": {}}}, {"train": "x"}, {"version": "\x1b[2J", "\x07": ["\x1b"]}]
)
def test_info_of_a_model_that_tells_nonsense(made: dict[str, Any], models: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_bytes(with_configuration(models[0], changed(models[0], {"made": made})))
    runner = CliRunner()
    shown = runner.invoke(app, ["info", str(path)])
    assert shown.exit_code == 0
    assert all(character.isprintable() or character == "\n" for character in shown.stdout)
    assert runner.invoke(app, ["info", str(path), "--json"]).exit_code == 0
    config = runner.invoke(app, ["info", str(path), "--config"])
    assert config.exit_code == 1
    assert config.stderr == f"crossarc: error: {path}: it does not tell how it was made\n"
