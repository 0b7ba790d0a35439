"""Tags and lemmas by those who have not learnt from the sentence."""

from __future__ import annotations

import pytest

from crossarc import Treebank
from crossarc.lemmas import Lemmatizer
from crossarc.tagging import Tagger, jackknifed
from tests.reference import tagged_language


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return tagged_language.treebank(60)


def test_each_part_is_tagged_by_the_others(treebank: Treebank) -> None:
    predicted = jackknifed(treebank, folds=3)
    for first in (0, 20, 40):
        indices = [index for index in range(60) if not first <= index < first + 20]
        tagger, lemmatizer = Tagger.train(treebank[indices]), Lemmatizer.train(treebank[indices])
        expected = lemmatizer.lemmatize(tagger.tag(treebank[first : first + 20], redo=True), redo=True)
        assert predicted[first : first + 20] == expected


def test_threads_change_nothing(treebank: Treebank) -> None:
    assert jackknifed(treebank, folds=4, threads=3) == jackknifed(treebank, folds=4)


def test_all_else_stays(treebank: Treebank) -> None:
    text = "# c\n\n" + treebank.to_conllu() + "\n\n# end\n"
    predicted = jackknifed(Treebank.from_conllu(text), folds=2).to_conllu()
    for ours, theirs in zip(predicted.split("\n"), text.split("\n"), strict=True):
        own, other = ours.split("\t"), theirs.split("\t")
        assert own[:2] == other[:2]
        assert own[6:] == other[6:]


def test_columns_that_are_not_there_stay_so() -> None:
    text = tagged_language.treebank(30, with_xpos=False).to_conllu()
    lines = [line.split("\t") for line in text.split("\n")]
    bare = Treebank.from_conllu("\n".join("\t".join([*f[:2], "_", *f[3:]]) if len(f) == 10 else f[0] for f in lines))
    predicted = jackknifed(bare, folds=3)
    assert set(predicted.column("xpos")) == set(predicted.column("lemma")) == {"_"}


def test_few_sentences() -> None:
    three = tagged_language.treebank(3)
    assert jackknifed(three).word_count == three.word_count
    assert jackknifed(three[:1]) == three[:1]
    assert len(jackknifed(three[:0])) == 0
    with pytest.raises(ValueError, match="folds"):
        jackknifed(three, folds=1)
