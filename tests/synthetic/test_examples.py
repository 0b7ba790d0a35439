"""The examples in docstrings and in the documentation run, and `generate` gives what `conllu` writes."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from crossarc import synthetic


@pytest.mark.parametrize("module", ["draw", "generate", "kinds"])
def test_examples_in_docstrings(module: str) -> None:
    result = doctest.testmod(importlib.import_module(f"crossarc.synthetic.{module}"))
    assert result.attempted
    assert not result.failed


def test_examples_in_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "synthetic.md"
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert not result.failed


def test_generate_reads_what_conllu_writes() -> None:
    treebank = pytest.importorskip("crossarc.treebank")
    assert isinstance(synthetic.generate(20, seed=3), treebank.Treebank)
