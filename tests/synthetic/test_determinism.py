"""The same arguments give the same bytes, whatever the platform, the Python and the hash seed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

from crossarc import synthetic


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_pinned_output() -> None:
    """Changes with the grammar, on purpose, and with nothing else."""
    text = synthetic.conllu(300, crossing="any", rate=0.5, seed=1)
    assert digest(text) == "304a40af2fcb4b72922a523f7f1d2379d508b234668d089fd99e2adf4af84905"


def test_hash_seed_does_not_matter() -> None:
    program = "from crossarc import synthetic; print(synthetic.conllu(30, seed=7), end='')"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "PYTHONHASHSEED": seed,
                "PYTHONIOENCODING": "utf-8",
            },
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(outputs) == 1


def test_seeds_and_languages_differ() -> None:
    texts = {synthetic.conllu(20, seed=seed, language=language) for seed in (-1, 0, 1, 2) for language in (-1, 0, 1)}
    assert len(texts) == 12


def test_splits_share_a_language_and_no_sentence() -> None:
    parts = synthetic.splits(train=300, dev=100, test=100, seed=4)
    texts = {
        name: {line for line in part.split("\n") if line.startswith("# text") and len(line) > 50}
        for name, part in parts.items()
    }
    assert not texts["train"] & texts["test"]
    assert not texts["dev"] & texts["test"]
    assert parts["test"] == synthetic.splits(train=10, dev=5, test=100, seed=4)["test"]
    words = {
        name: {line.split("\t")[2] for line in part.split("\n") if "\tADP\t" in line} for name, part in parts.items()
    }
    assert words["train"] >= words["test"]
