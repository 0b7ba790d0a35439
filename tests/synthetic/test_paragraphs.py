"""Paragraphs and documents of the raw text."""

from __future__ import annotations

from itertools import pairwise

from reference import annotated_words

from crossarc import Treebank, synthetic
from crossarc.tokenizer import restore

TEXT = synthetic.conllu(400, crossing="any", rate=0.4)
SENTENCES = annotated_words.read(TEXT)


def test_documents_begin_with_a_paragraph() -> None:
    assert "newdoc id" in SENTENCES[0].comments
    documents = [s.comments["newdoc id"] for s in SENTENCES if "newdoc id" in s.comments]
    paragraphs = [s.comments["newpar id"] for s in SENTENCES if "newpar id" in s.comments]
    assert all("newpar id" in s.comments for s in SENTENCES if "newdoc id" in s.comments)
    assert 1 < len(set(documents)) == len(documents) < len(set(paragraphs)) == len(paragraphs) < len(SENTENCES)
    assert all(name.startswith(tuple(f"{document}-" for document in documents)) for name in paragraphs)


def test_headings_are_often_paragraphs_of_their_own() -> None:
    def begin(after_punctuation: bool) -> float:
        following = [
            "newpar id" in second.comments
            for first, second in pairwise(SENTENCES)
            if (first.words[-1].upos == "PUNCT") == after_punctuation
        ]
        return sum(following) / len(following)

    assert begin(after_punctuation=True) < 0.3 < begin(after_punctuation=False) < 1


def test_raw_text() -> None:
    text = restore(Treebank.from_conllu(TEXT))
    assert text.endswith("\n")
    paragraphs = text[:-1].split("\n\n")
    assert len(paragraphs) == sum("newpar id" in sentence.comments for sentence in SENTENCES)
    assert " ".join(paragraphs) == " ".join(sentence.comments["text"] for sentence in SENTENCES)
