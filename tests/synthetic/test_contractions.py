"""Two words that are one token, and what they are made of."""

from __future__ import annotations

from collections import Counter

import pytest
from reference import annotated_words

from crossarc import synthetic


@pytest.fixture(scope="module")
def contractions() -> list[tuple[str, annotated_words.Word, annotated_words.Word]]:
    return [
        (form, *sentence.words[first - 1 : last])
        for sentence in annotated_words.read(synthetic.conllu(1500, crossing="any", rate=0.5, seed=5))
        for first, last, form, _ in sentence.multiword
    ]


def test_classes(contractions: list[tuple[str, annotated_words.Word, annotated_words.Word]]) -> None:
    found = Counter((left.upos, right.upos) for _, left, right in contractions)
    assert set(found) == {
        ("ADP", "DET"),
        ("VERB", "PRON"),
        ("AUX", "PRON"),
        ("NOUN", "CCONJ"),
        ("PART", "VERB"),
    }
    assert min(found.values()) > 10


def test_articles_lose_their_stem(contractions: list[tuple[str, annotated_words.Word, annotated_words.Word]]) -> None:
    for form, adposition, article in contractions:
        if adposition.upos == "ADP":
            assert article.feats["PronType"] == "Art"
            assert form.startswith(adposition.form)
            assert article.form.endswith(form.removeprefix(adposition.form))
            assert len(form) < len(adposition.form + article.form)


def test_clitics_stay_whole(contractions: list[tuple[str, annotated_words.Word, annotated_words.Word]]) -> None:
    for form, left, right in contractions:
        if left.upos != "ADP":
            assert form == left.form + right.form
        if right.upos == "PRON":
            assert right.feats["Case"] != "Nom"


def test_open_classes_are_open(contractions: list[tuple[str, annotated_words.Word, annotated_words.Word]]) -> None:
    """Most forms of clitics occur once, those of articles more often."""
    clitics = Counter(form.lower() for form, left, _ in contractions if left.upos != "ADP")
    articles = Counter(form.lower() for form, left, _ in contractions if left.upos == "ADP")
    assert sum(count == 1 for count in clitics.values()) > 0.8 * len(clitics)
    assert sum(count == 1 for count in articles.values()) < 0.5 * len(articles)


def test_option() -> None:
    treebanks = {
        share: annotated_words.read(synthetic.conllu(200, crossing="any", multiword=share)) for share in (0, 0.3, 1)
    }
    counts = [sum(len(sentence.multiword) for sentence in treebank) for treebank in treebanks.values()]
    assert counts[0] == 0 < counts[1] < counts[2]
    words = [
        [
            (word.form, word.lemma, word.feats, word.head, word.deprel)
            for sentence in treebank
            for word in sentence.words
        ]
        for treebank in treebanks.values()
    ]
    assert words[0] == words[1] == words[2], "sentences do not depend on how many contractions there are"
