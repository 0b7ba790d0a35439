"""The passage that is shown, from text to trees."""

from __future__ import annotations

import re

import pytest
from reference import small_pipeline

from crossarc.demonstration.text import show_text_to_trees
from crossarc.tokenizer import restore


def test_passage_and_scores(capsys: pytest.CaptureFixture[str]) -> None:
    gold = small_pipeline.treebank()
    show_text_to_trees(small_pipeline.model(), gold)
    printed = capsys.readouterr().out
    before, after = printed.split("Sentences, words, lemmas, tags and trees come out:\n")
    passage = " ".join(before.partition(":\n")[2].split())
    assert passage in " ".join(restore(gold).split())
    assert "1. " + passage[:20] in after
    trees = after.partition("Arcs marked")[0]
    assert trees.count("●") == len(re.findall(r"^\d+\. ", trees, re.MULTILINE))
    for token, words in re.findall(r"^   (\S+) = (.*)$", trees, re.MULTILINE):
        assert token in passage
        assert all(re.search(rf"[▸●] {word} ", trees) for word in words.split(" + "))
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in after.splitlines() if line.startswith("|")]
    assert rows[0] == ["given", "words", "sentences", "UPOS", "FEATS", "lemmas", "UAS", "LAS with subtypes"]
    assert [row[0] for row in rows[2:]] == ["raw text", "gold words", "+ gold tags"]
    raw, words, tags = ([float(score) for score in row[1:]] for row in rows[2:])
    assert raw[0] < words[0] == 100
    assert all(a <= b for a, b in zip(raw, words, strict=True))
    assert words[-1] < tags[-1]
    assert tags[:-2] == [100] * 5
