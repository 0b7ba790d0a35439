"""Which words are paired, and what is said if they cannot be."""

from __future__ import annotations

import random
import resource
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.common_subsequence import longest_common_subsequence as by_table
from reference.retokenized import SPACES

import crossarc
from crossarc.evaluation.alignment import align


def treebank(*sentences: list[str | tuple[str, list[str]]], path: str = "<memory>") -> crossarc.Treebank:
    """Words, and multiword tokens with their words."""
    lines = []
    for sentence in sentences:
        number = 0
        for token in sentence:
            form, words = (token, [token]) if isinstance(token, str) else token
            if not isinstance(token, str):
                lines.append(f"{number + 1}-{number + len(words)}\t{form}" + "\t_" * 8)
            for word in words:
                number += 1
                lines.append(f"{number}\t{word}\t_\tX\t_\t_\t{number - 1}\tdep\t_\t_")
        lines.append("")
    return crossarc.Treebank.from_conllu("\n".join(lines) + "\n", path=path)


def pairs(gold: crossarc.Treebank, predicted: crossarc.Treebank) -> list[tuple[int, int]]:
    found = align(gold, predicted)
    pairs = list(zip(found.gold.tolist(), found.predicted.tolist(), strict=True))
    predicted_of, gold_of = dict(pairs), {p: g for g, p in pairs}
    assert found.predicted_of.tolist() == [predicted_of.get(word, -1) for word in range(gold.word_count)]
    assert found.gold_of.tolist() == [gold_of.get(word, -1) for word in range(predicted.word_count)]
    return pairs


def words_of_one_token(words: list[str]) -> crossarc.Treebank:
    return treebank(["(", ("token", words), ")"])


@settings(deadline=None)
@given(st.lists(st.sampled_from("abcd"), min_size=2, max_size=40), st.lists(st.sampled_from("abcde"), min_size=2))
def test_words_of_multiword_tokens_as_by_the_table(left: list[str], right: list[str]) -> None:
    found = pairs(words_of_one_token(left), words_of_one_token(right))
    middle = [(g + 1, p + 1) for g, p in by_table(left, right)]
    assert found == [(0, 0), *middle, (len(left) + 1, len(right) + 1)]


@pytest.mark.parametrize("strings", [2, 5, 50, 1000])
def test_hundreds_of_words_in_a_multiword_token(strings: int) -> None:
    draw = random.Random(strings)
    left, right = ([f"w{draw.randrange(strings)}" for _ in range(size)] for size in (301, 257))
    changed = [string for string in left if draw.random() < 0.9]
    for other in (right, changed, left):
        found = pairs(words_of_one_token(left), words_of_one_token(other))[1:-1]
        assert found == [(g + 1, p + 1) for g, p in by_table(left, other)]


def test_thousands_of_words_in_a_multiword_token_are_no_matter() -> None:
    """A table would have 400 million numbers."""
    draw = random.Random(1)
    left = [f"w{draw.randrange(5000)}" for _ in range(20_000)]
    right = [string for string in left if draw.random() < 0.9]
    gold, predicted = words_of_one_token(left), words_of_one_token(right)
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    assert len(pairs(gold, predicted)) == len(right) + 2
    assert time.process_time() - began < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kilobytes


def test_spaces_do_not_count() -> None:
    assert len(SPACES) == 17
    for space in SPACES:
        assert pairs(treebank([f"a{space}b", "c"]), treebank(["ab", "c"])) == [(0, 0), (1, 1)]
        # Within multiword tokens they do, as in the official scorer.
        parts = treebank([("abc", [f"a{space}b", "c"])])
        assert pairs(parts, treebank([("abc", ["ab", "c"])])) == [(1, 1)]


def test_sentences_may_break_elsewhere() -> None:
    assert pairs(treebank(["a", "b", "c"]), treebank(["a"], ["b", "c"])) == [(0, 0), (1, 1), (2, 2)]


@pytest.mark.parametrize(
    ("gold", "predicted", "message"),
    [
        (["one", "two"], ["one", "too"], "p:2: another text: 'too' where g:2 has 'two'"),
        (["one", "two"], ["one", "wo"], "p:2: another text: 'wo' where g:2 has 'two'"),
        (["one", "two", "."], ["one", "tw", "."], "p:2: another text: 'tw.' where g:2 has 'two.'"),
        (["one", "tw", "."], ["one", "two", "."], "p:2: another text: 'two.' where g:2 has 'tw.'"),
        (["one", "two", "."], ["one", "."], "p:2: another text: '.' where g:2 has 'two.'"),
        (["one", "two"], ["one"], "p:1: ends here, but g:2 goes on with 'two'"),
        (["one", "two"], ["one", "two", "three"], "p:3: goes on with 'three', but g:2 is the end"),
        (["a", ("du", ["de", "le"])], ["a", ("des", ["de", "les"])], "p:2: another text: 'des' where g:2 has 'du'"),
        (["é"], ["e\u0301", "x"], "p:1: another text: 'e\u0301x' where g:1 has 'é' (U+0065 for U+00E9)"),
        (["é"], ["è", "x"], "p:1: another text: 'èx' where g:1 has 'é' (U+00E8 for U+00E9)"),
        (
            ["x" * 50 + "y"],
            ["x" * 50, "z" * 50],
            "p:1: another text: '…xxxxxxxxxxzzzzzzzzzz…' where g:1 has '…xxxxxxxxxxy'",
        ),
    ],
)
def test_other_texts(gold, predicted, message: str) -> None:
    with pytest.raises(crossarc.TreebankError) as caught:
        align(treebank(gold, path="g"), treebank(predicted, path="p"))
    assert str(caught.value) == message


def test_forms_without_characters() -> None:
    with pytest.raises(crossarc.TreebankError, match=r"^p:3: FORM has no characters but spaces"):
        align(treebank(["ab"], path="g"), treebank(["a", "b", " "], path="p"))
    with pytest.raises(crossarc.TreebankError, match=r"^g:2: FORM has no characters but spaces"):
        align(treebank(["a", ("\u3000", ["x", "y"])], path="g"), treebank(["a"], path="p"))
    same = treebank(["a", " "])
    assert pairs(same, treebank(["a", " "])) == [(0, 0), (1, 1)]  # the words need not be paired


def test_multiword_tokens_that_only_one_side_has() -> None:
    gold, predicted = treebank(["a", ("del", ["de", "el"])], path="g"), treebank(["a", "de", "el"], path="p")
    found = align(gold, predicted)
    assert found.same_words
    assert found.difference == "p:2: another text: 'deel' where g:2 has 'del'"
