"""Engines that map functions over tables, as docs/cluster.md shows them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import crossarc
from crossarc import Treebank, synthetic
from crossarc.scale import ParseBatch


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("engines") / "model"
    text = synthetic.splits(150, 40, 1)["train"]
    crossarc.train(Treebank.from_conllu(text), stages=None, epochs=2).save(path)
    return str(path)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    sentences = Treebank.from_conllu(synthetic.splits(10, 10, 40)["test"])
    return [sentence.text for sentence in sentences]


@pytest.fixture(scope="module")
def expected(model: str, texts: list[str]) -> dict[str, str]:
    parser = crossarc.load(model)
    return {text: parser.parse_text(text, offsets=False).to_conllu() for text in texts}


def test_ray_data(model: str, texts: list[str], expected: dict[str, str]) -> None:
    ray = pytest.importorskip("ray")
    data = pytest.importorskip("ray.data")
    from crossarc.scale.ray import connected  # noqa: PLC0415

    with connected("local"):
        table = data.from_items([{"text": text} for text in texts])
        pool = ray.data.ActorPoolStrategy(size=2)
        own = {"fn_constructor_args": [model], "fn_constructor_kwargs": {"threads": 1}}
        parsed = table.map_batches(ParseBatch, compute=pool, batch_size=7, **own)
        assert {row["text"]: row["conllu"] for row in parsed.take_all()} == expected


def test_datasets(
    model: str, texts: list[str], expected: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    parsed = datasets.Dataset.from_dict({"text": texts}).map(
        ParseBatch(model, threads=1), batched=True, batch_size=7, num_proc=2
    )
    assert dict(zip(parsed["text"], parsed["conllu"], strict=True)) == expected


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_dask(scheduler: str, model: str, texts: list[str], expected: dict[str, str]) -> None:
    frames = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    frame = frames.from_pandas(pandas.DataFrame({"text": texts}), npartitions=3)
    parses = frame.map_partitions(ParseBatch(model, threads=1), meta={"text": str, "conllu": str})
    parsed = parses.compute(scheduler=scheduler, num_workers=2)
    assert dict(zip(parsed["text"], parsed["conllu"], strict=True)) == expected


@pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java")
@pytest.mark.parametrize("how", ["mapInPandas", "mapInArrow"])
def test_spark(how: str, model: str, texts: list[str], expected: dict[str, str]) -> None:
    sql = pytest.importorskip("pyspark.sql")
    here = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    with sql.SparkSession.builder.master("local[2]").config(map=here).getOrCreate() as session:
        frame = session.createDataFrame([(text,) for text in texts], schema="text string")
        parse = ParseBatch(model, threads=1)
        parsed = getattr(frame, how)(lambda batches: map(parse, batches), schema="text string, conllu string")
        assert {row["text"]: row["conllu"] for row in parsed.collect()} == expected
