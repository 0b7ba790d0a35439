"""Text to CoNLL-U to text: every character comes back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.invented_text import bare_treebank, invented_treebank
from reference.real_treebanks import TREEBANKS
from reference.texts import TEXTS, is_blank

from crossarc import Treebank, read
from crossarc.tokenizer import FORMATS, Tokenizer, restore

FILES = sorted(TREEBANKS.glob("ud-*/*/*.conllu"))
TOKENIZER = Tokenizer.train(Treebank.from_conllu(invented_treebank(300)))
BARE = Tokenizer.train(Treebank.from_conllu(bare_treebank(200)))  # for a language without punctuation


@given(TEXTS, st.sampled_from([TOKENIZER, BARE]), st.sampled_from(FORMATS), st.booleans())
@settings(max_examples=2000)
def test_any_text(text, tokenizer, format, offsets):
    found = tokenizer.treebank(text, format=format, offsets=offsets)
    assert restore(found) == ("" if is_blank(text) else text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_treebanks(path):
    text = "\n".join(sentence.text for sentence in read(path, ignore_trees=True) if sentence.text)
    for format in ("text", "lines"):
        assert restore(TOKENIZER.treebank(text, format=format)) == text


def raw_text(path: Path) -> str:
    return subprocess.run(
        [sys.executable, TREEBANKS.parent / "raw_text.py", path], stdout=subprocess.PIPE, check=True, encoding="utf-8"
    ).stdout


@pytest.mark.parametrize("name", ["English-EWT", "Estonian-EDT", "French-Sequoia", "Vietnamese-VTB", "Gothic-PROIEL"])
def test_treebanks_give_the_raw_text_of_the_task(name):
    path = TREEBANKS / "ud-2.0" / name / "test.conllu"
    if not path.exists():
        pytest.skip("needs treebanks")
    assert restore(read(path)) == raw_text(path)
