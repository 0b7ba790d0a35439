"""Model files: what is written is what is read, and nothing else is believed."""

from __future__ import annotations

import json
import os
import struct
import threading
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crossarc
from crossarc import ModelError, Parser, Treebank, _core, synthetic

HEADER = 24


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return synthetic.generate(80, crossing="any", rate=0.5)


@pytest.fixture(scope="module")
def parser(treebank: Treebank) -> Parser:
    return crossarc.train(treebank, system="2-planar", epochs=1, features="S0.p+B0.p\nS0.w\nS0.d", prune=0.1)


@pytest.fixture(scope="module")
def content(parser: Parser, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("model") / "model"
    parser.save(path)
    return path.read_bytes()


def forged(content: bytes, changes: dict[str, Any], cut: int = 0, weights: bytes | None = None) -> bytes:
    """A model with another configuration, or other weights, and a right checksum."""
    (size,) = struct.unpack("<Q", content[16:HEADER])
    text = json.dumps(json.loads(content[HEADER : HEADER + size]) | changes).encode()
    text += b" " * (-(HEADER + len(text)) % 64)
    own = content[HEADER + size :] if weights is None else weights
    checked = struct.pack("<Q", len(text)) + text + own[: len(own) - cut]
    return content[:12] + struct.pack("<I", zlib.crc32(checked)) + checked


def load_bytes(path: Path, content: bytes) -> Parser:
    path.write_bytes(content)
    return crossarc.load(path)


@pytest.mark.parametrize("system", ["2-planar", "arc-eager", "undirected-covington"])
def test_a_saved_parser_parses_alike(system: str, treebank: Treebank, tmp_path: Path) -> None:
    parser = crossarc.train(treebank, dev=treebank, system=system, epochs=1)
    parser.save(tmp_path / "model")
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.parse(treebank) == parser.parse(treebank)
    assert loaded.info == parser.info
    assert loaded.templates == parser.templates
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_a_model_says_how_it_was_made(content: bytes, treebank: Treebank, tmp_path: Path) -> None:
    info = load_bytes(tmp_path / "model", content).info
    assert info["system"] == info["options"]["system"] == "2-planar"
    assert info["version"] == crossarc.__version__
    assert (info["train"]["sentences"], info["train"]["words"]) == (80, treebank.word_count)
    assert len(info["train"]["sha256"]) == 64


@settings(max_examples=150)
@given(data=st.data())
def test_damage_is_found(data: st.DataObject, content: bytes, tmp_path: Path) -> None:
    if data.draw(st.booleans()):
        damaged = content[: data.draw(st.integers(0, len(content) - 1))]
    else:
        changed = bytearray(content)
        changed[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
        damaged = bytes(changed)
    with pytest.raises(ModelError) as caught:
        load_bytes(tmp_path / "model", damaged)
    assert str(caught.value).startswith(f"{tmp_path / 'model'}: ")
    assert "\n" not in str(caught.value)


@settings(max_examples=300)
@given(data=st.data())
def test_hostile_weights_are_refused_or_harmless(
    data: st.DataObject, content: bytes, treebank: Treebank, tmp_path: Path
) -> None:
    """With a right checksum: the parser is refused, or it parses, whatever its weights are."""
    (size,) = struct.unpack("<Q", content[16:HEADER])
    weights = bytearray(content[HEADER + size :])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(weights) // 8 - 1) | st.integers(0, 20)) * 8
        weights[at : at + 8] = data.draw(st.binary(min_size=8, max_size=8) | st.sampled_from([b"\xff" * 8, b"\0" * 8]))
    cut = data.draw(st.just(0) | st.integers(0, len(weights)))
    try:
        parser = load_bytes(tmp_path / "model", forged(content, {}, cut, bytes(weights)))
    except ModelError:
        return
    parser.parse(treebank[:5])


@pytest.mark.parametrize(
    "changes",
    [
        {"system": "arc-nonsense"},
        {"system": "arc-eager"},
        {"system": 7},
        {"labels": []},
        {"labels": ["root"]},
        {"labels": [1, 2]},
        {"labels": ["a\tb"]},
        {"labels": {"a": 1}},
        {"templates": "S0.q"},
        {"templates": ""},
        {"templates": None},
        {"encoding": "lift"},
        {"one_root": "yes"},
        {"made": []},
        {"system_options": {"root": 1}},
        {"system_options": {"other": "x"}},
        {"system_options": []},
        {"unknown": 1},
    ],
)
def test_hostile_configurations_are_refused(changes: dict[str, Any], content: bytes, tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        load_bytes(tmp_path / "model", forged(content, changes))


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (b"", "not a crossarc model"),
        (b"# sent_id = 1\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n", "not a crossarc model"),
        (
            b"crossarc" + struct.pack("<IIQ", 99, 0, 0),
            "a model of format 99; this version of crossarc reads formats 3 and 4",
        ),
        (b"crossarc" + struct.pack("<IIQ", 3, 0, 0), "its checksum is wrong"),
    ],
)
def test_other_files(other: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=message):
        load_bytes(tmp_path / "model", other)


@pytest.mark.parametrize("scale", [float("inf"), float("nan"), 0.0, -1.0])
@pytest.mark.parametrize("place", [32, 36])
def test_weights_that_are_not_finite_are_refused(scale: float, place: int, content: bytes, tmp_path: Path) -> None:
    """Weights are whole numbers; what they are multiplied by is in the header of core/linear/frozen_weights.hpp."""
    (size,) = struct.unpack("<Q", content[16:HEADER])
    weights = bytearray(content[HEADER + size :])
    assert struct.unpack_from("<f", weights, place)[0] > 0
    struct.pack_into("<f", weights, place, scale)
    with pytest.raises(ModelError, match="the weights are not finite"):
        load_bytes(tmp_path / "model", forged(content, {}, weights=bytes(weights)))


@pytest.mark.parametrize("shift", [0, 1, 8])
def test_weights_may_lie_anywhere_and_are_copied(shift: int, parser: Parser) -> None:
    stored = parser._model.weights()
    given = np.frombuffer(bytearray(shift) + bytearray(stored), np.uint8)[shift:]
    place = {"system": "2-planar", "root": "", "reconstruction": "", "root_links": "", "templates": parser.templates}
    model = _core.PerceptronModel.load(**place, labels=len(parser.labels), weights=given)
    given[:] = 0
    assert model.weights() == stored


def test_a_file_that_changes_after_loading_changes_nothing(
    parser: Parser, content: bytes, treebank: Treebank, tmp_path: Path
) -> None:
    loaded = load_bytes(tmp_path / "model", content)
    with (tmp_path / "model").open("r+b") as file:
        file.truncate(100)
    assert loaded.parse(treebank) == parser.parse(treebank)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_model_can_come_through_a_pipe(parser: Parser, content: bytes, treebank: Treebank, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[content])
    writer.start()
    assert crossarc.load(tmp_path / "pipe").parse(treebank) == parser.parse(treebank)
    writer.join()
