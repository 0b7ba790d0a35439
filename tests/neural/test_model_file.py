"""Models of networks in files: what is written is what is read, and nothing else is believed."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import safetensors.torch
import torch

import crossarc
from crossarc import ModelError, Parser, Treebank, synthetic

HEADER = 24
SMALL = dict.fromkeys(("word_size", "char_size", "feats_size", "tag_size", "guess_size"), 4) | {
    "lstm_size": 8,
    "hidden_size": 6,
}


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return synthetic.generate(20, crossing="any", rate=0.5)


@pytest.fixture(scope="module")
def parser(treebank: Treebank) -> Parser:
    return crossarc.train(treebank, learner="bilstm", system="2-planar", epochs=1, **SMALL)


@pytest.fixture(scope="module")
def content(parser: Parser, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("model") / "model"
    parser.save(path)
    return path.read_bytes()


def parts_of(content: bytes) -> tuple[dict[str, Any], bytes]:
    (size,) = struct.unpack("<Q", content[16:HEADER])
    return json.loads(content[HEADER : HEADER + size]), content[HEADER + size :]


def forged(content: bytes, configuration: dict[str, Any], weights: bytes) -> bytes:
    """A model with another configuration and other weights, and a right checksum."""
    text = json.dumps(configuration).encode()
    text += b" " * (-(HEADER + len(text)) % 64)
    checked = struct.pack("<Q", len(text)) + text + weights
    return content[:12] + struct.pack("<I", zlib.crc32(checked)) + checked


def load_bytes(path: Path, content: bytes) -> Parser:
    path.write_bytes(content)
    return crossarc.load(path)


def test_a_saved_parser_parses_alike(parser: Parser, content: bytes, treebank: Treebank, tmp_path: Path) -> None:
    loaded = load_bytes(tmp_path / "model", content)
    assert loaded.parse(treebank) == parser.parse(treebank)
    assert loaded.info == parser.info
    assert loaded.info["learner"] == "bilstm"
    assert loaded.templates.startswith("S0\nS1\n")
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == content


@pytest.mark.parametrize("options", [{"reconstruction": "naive"}, {"root_links": "trusted"}], ids=str)
def test_a_model_remembers_how_its_links_get_directions(
    options: dict[str, str], treebank: Treebank, tmp_path: Path
) -> None:
    sizes = {"lstm_size": 8, "hidden_size": 8}
    parser = crossarc.train(treebank, learner="bilstm", system="undirected-2-planar", epochs=1, **sizes, **options)
    parser.save(tmp_path / "model")
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.parse(treebank) == parser.parse(treebank)
    assert loaded._model.scheme.system_options == options  # type: ignore[union-attr]


def test_the_weights_are_safetensors(parser: Parser, content: bytes) -> None:
    weights = safetensors.torch.load(parts_of(content)[1])
    own = parser._model.members[0].network.state_dict()
    assert set(weights) == set(own)
    assert all(weights[name].equal(own[name]) for name in own)


@settings(max_examples=100)
@given(data=st.data())
def test_damage_is_found(data: st.DataObject, content: bytes, tmp_path: Path) -> None:
    changed = bytearray(content)
    changed[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    for damaged in (bytes(changed), content[: data.draw(st.integers(0, len(content) - 1))]):
        with pytest.raises(ModelError) as caught:
            load_bytes(tmp_path / "model", damaged)
        assert str(caught.value).startswith(f"{tmp_path / 'model'}: ")
        assert "\n" not in str(caught.value)


@settings(max_examples=100)
@given(data=st.data())
def test_hostile_weights_are_refused_or_harmless(
    data: st.DataObject, content: bytes, treebank: Treebank, tmp_path: Path
) -> None:
    """With a right checksum: the parser is refused, or it parses, whatever its weights are."""
    configuration, weights = parts_of(content)
    changed = bytearray(weights)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(changed) - 8) | st.integers(0, 400))
        changed[at : at + 8] = data.draw(st.binary(min_size=8, max_size=8) | st.sampled_from([b"\xff" * 8, b"9" * 8]))
    cut = data.draw(st.just(0) | st.integers(0, len(changed)))
    try:
        parser = load_bytes(tmp_path / "model", forged(content, configuration, bytes(changed[: len(changed) - cut])))
    except ModelError as error:
        assert "\n" not in str(error)
        return
    parser.parse(treebank[:3])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["learner"], "oracle"),
        (["learner"], "perceptron"),
        (["system"], "arc-eager"),
        (["system"], "undirected-planar"),
        (["system"], "arc-nonsense"),
        (["labels"], ["root"]),
        (["network"], None),
        (["network"], {}),
        (["network", "options", "lstm_size"], 10**12),
        (["network", "options", "lstm_size"], "8"),
        (["network", "options", "lstm_size"], 8.0),
        (["network", "options", "guess_size"], 0),
        (["network", "options", "guess_size"], 7),
        (["network", "options", "guess_size"], 4.0),
        (["network", "options", "guess_size"], True),
        (["network", "options", "head_slots"], True),
        (["network", "options", "head_slots"], 0),
        (["network", "options", "lstm_layers"], 10**6),
        (["network", "options", "word_size"], 5),
        (["network", "options", "speed"], 5),
        (["network", "options", "loss"], "none"),
        (["network", "options", "errors_per_step"], -1),
        (["network", "options"], [["lstm_size", 8]]),
        (["network", "vocabulary"], []),
        (["network", "vocabulary", "columns", "word"], ["a"]),
        (["network", "vocabulary", "columns", "word"], 5),
        (["network", "vocabulary", "columns", "misc"], ["a"]),
        (["network", "vocabulary", "characters"], 5),
        (["network", "vocabulary", "features"], [5]),
        (["network", "label_uses"], [1]),
        (["network", "label_uses"], "all"),
        (["network", "label_uses"], [[1]]),
    ],
)
def test_hostile_configurations_are_refused(path: list[str], value: Any, content: bytes, tmp_path: Path) -> None:
    configuration, weights = parts_of(content)
    inner = configuration
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    with pytest.raises(ModelError) as caught:
        load_bytes(tmp_path / "model", forged(content, configuration, weights))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_weights_that_are_not_finite_are_refused(value: float, content: bytes, tmp_path: Path) -> None:
    configuration, weights = parts_of(content)
    changed = bytearray(weights)
    struct.pack_into("<f", changed, len(changed) - 4, value)
    with pytest.raises(ModelError, match="has weights that are not finite"):
        load_bytes(tmp_path / "model", forged(content, configuration, bytes(changed)))


def test_a_file_that_is_cut_short_after_loading_changes_nothing(
    parser: Parser, content: bytes, treebank: Treebank, tmp_path: Path
) -> None:
    """A network's weights are not copied; if they were mapped, this would end the process."""
    loaded = load_bytes(tmp_path / "model", content)
    with (tmp_path / "model").open("r+b") as file:
        file.truncate(0)
    assert loaded.parse(treebank) == parser.parse(treebank)


def with_vectors(folder: Path, treebank: Treebank, **changes: Any) -> bytes:
    """A model with pretrained vectors, half of which training words have."""
    words = [*treebank.strings("form")[:20], *(f"other{n}" for n in range(20))]
    (folder / "vectors").write_text("".join(f"{word} {n} 1\n" for n, word in enumerate(words)), encoding="utf-8")
    given = SMALL | {"learner": "bilstm", "epochs": 1, "embeddings": str(folder / "vectors")} | changes
    crossarc.train(treebank, **given).save(folder / "model")
    return (folder / "model").read_bytes()


def test_models_of_versions_without_tuned_vectors(treebank: Treebank, tmp_path: Path) -> None:
    """Those of the preset paper, which had batches, dense updates and fixed vectors, and told of none of it."""
    before = {"errors_per_step": 0, "sparse_updates": False, "tune_embeddings": False}
    content = with_vectors(tmp_path, treebank, **before)
    expected = crossarc.load(tmp_path / "model").parse(treebank)
    configuration, weights = parts_of(content)
    for name in before:
        del configuration["network"]["options"][name], configuration["made"]["options"][name]
    old = load_bytes(tmp_path / "old", forged(content, configuration, weights))
    assert old.info["options"]["preset"] == "paper"
    assert old.parse(treebank) == expected
    old.save(tmp_path / "again")
    assert parts_of((tmp_path / "again").read_bytes())[1] == weights


@pytest.mark.parametrize("rows", [None, [], [0, 2], [4, 2], [99, 2], [22], [22, 2, 1], [1, 44]])
def test_tuned_vectors_that_do_not_fit(rows: list[int] | None, treebank: Treebank, tmp_path: Path) -> None:
    content = with_vectors(tmp_path, treebank)
    configuration, weights = parts_of(content)
    tensors = safetensors.torch.load(weights)
    name = "input.tuned_vectors.weight"
    assert tensors[name].shape[1] == 2
    if rows is None:
        del tensors[name]
    else:
        tensors[name] = torch.zeros(rows)
    with pytest.raises(ModelError, match="its weights are those of another network"):
        load_bytes(tmp_path / "model", forged(content, configuration, safetensors.torch.save(tensors)))
    configuration["network"]["options"]["tune_embeddings"] = False
    with pytest.raises(ModelError, match="its weights are those of another network"):
        load_bytes(tmp_path / "model", forged(content, configuration, weights))


def test_the_model_tells_all_words_that_its_network_looks_at(treebank: Treebank) -> None:
    options = SMALL | {"learner": "bilstm", "system": "2-planar", "epochs": 1}
    without, with_heads = (crossarc.train(treebank, **options, head_slots=own) for own in (False, True))
    assert with_heads.templates == without.templates + "\nS0h\nT0h\nB0h"
