"""The text of an invented language can be learnt, and is not trivial."""

from __future__ import annotations

import pytest

from crossarc import Treebank, synthetic
from crossarc.evaluation.segmentation import segmentation_scores
from crossarc.tokenizer import Tokenizer, restore

LANGUAGES = (1, 2)


@pytest.fixture(scope="module", params=LANGUAGES)
def parts(request: pytest.FixtureRequest) -> dict[str, str]:
    return synthetic.splits(1500, 300, 600, crossing="any", rate=0.4, language=request.param)


@pytest.fixture(scope="module")
def tokenizer(parts: dict[str, str]) -> Tokenizer:
    return Tokenizer.train(Treebank.from_conllu(parts["train"]))


def test_words_and_sentences(parts: dict[str, str], tokenizer: Tokenizer) -> None:
    dev = Treebank.from_conllu(parts["dev"])
    scores = segmentation_scores(dev, tokenizer.treebank(restore(dev)))
    assert 99 < scores["words"] < 100
    assert 90 < scores["sentences"] < 100


def test_contractions_that_were_never_seen(parts: dict[str, str], tokenizer: Tokenizer) -> None:
    seen = {form for form, _ in contractions(parts["train"])}
    new = {found for found in contractions(parts["test"]) if found[0] not in seen}
    text = restore(Treebank.from_conllu(parts["test"]))
    found = contractions(b"".join(tokenizer.tokenize(text)).decode())
    assert len(new) > 50
    assert len(new & found) > 0.8 * len(new)
    assert len(found - contractions(parts["test"])) < 0.1 * len(found)


def contractions(treebank: str) -> set[tuple[str, tuple[str, ...]]]:
    """Multiword tokens and their words, in lower case."""
    rows = [line.split("\t") for line in treebank.split("\n") if "\t" in line]
    return {
        (row[1].lower(), tuple(word[1].lower() for word in rows[place + 1 : place + 3]))
        for place, row in enumerate(rows)
        if "-" in row[0]
    }
