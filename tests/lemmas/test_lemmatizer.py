"""The lemmatizer: rules, what it learns, what it fills in."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossarc import Treebank, TreebankError, _core
from crossarc.lemmas import Lemmatizer
from crossarc.lexicon import Lexicon
from tests.reference import tagged_language
from tests.reference.tagging import lower

SIGNATURE = b"crossarc lemmatizer 1\n"
UPPER: dict[str, str] = {}  # letters whose upper case is one letter, of which they are the lower case: not ß
for code in range(0x110000):
    if len(upper := chr(code).upper()) == 1 and upper != chr(code) and lower(upper) == chr(code):
        UPPER[chr(code)] = upper


@pytest.fixture(scope="module")
def train() -> Treebank:
    return tagged_language.treebank(300, seed=1)


@pytest.fixture(scope="module")
def dev() -> Treebank:
    return tagged_language.treebank(60, seed=2)


@pytest.fixture(scope="module")
def lemmatizer(train: Treebank) -> Lemmatizer:
    return Lemmatizer.train(train)


def without_lemmas(treebank: Treebank) -> Treebank:
    lines = [line.split("\t") for line in treebank.to_conllu().split("\n")]
    return Treebank.from_conllu("\n".join("\t".join([*f[:2], "_", *f[3:]]) if len(f) == 10 else f[0] for f in lines))


def cased(form: str, casing: int) -> str:
    low = lower(form)
    upper = "".join(UPPER.get(c, c) for c in low)
    return [low, form, upper[:1] + low[1:], upper][casing]


def longest_common(a: str, b: str) -> int:
    found = (a[i:j] for i in range(len(a)) for j in range(i + 1, len(a) + 1))
    return max((len(part.encode()) for part in found if part in b), default=0)


WORDS = st.text("aäßbcABİıΣςéÉ-'", min_size=1, max_size=8) | st.text(min_size=1, max_size=5)


@given(WORDS, WORDS)
def test_a_rule_makes_the_lemma_and_keeps_as_much_of_the_form_as_can_be(form: str, lemma: str) -> None:
    shared = [longest_common(cased(form, casing), lemma) for casing in range(4)]
    rule = _core.edit_rule(form, lemma)
    if rule is None:
        assert max(shared) == 0
        return
    casing, old_begin, new_begin, old_end, new_end = rule
    own = cased(form, casing)
    assert casing == shared.index(max(shared))
    assert own.startswith(old_begin)
    assert own.endswith(old_end)
    kept = own[len(old_begin) : len(own) - len(old_end)]
    assert len(kept.encode()) == max(shared)
    assert new_begin + kept + new_end == lemma


def test_rules_of_endless_words() -> None:
    rule = _core.edit_rule("ä" * 100_000 + "s", "ä" * 100_000)
    assert rule == (0, "", "", "s", "")


def test_new_words_get_lemmas_by_rules(lemmatizer: Lemmatizer, dev: Treebank) -> None:
    assert lemmatizer.accuracy(dev) > 97


def test_known_words_get_their_most_frequent_lemma() -> None:
    lines = [("went", "go")] * 2 + [("went", "wend"), ("left", "leave")]
    text = "".join(f"1\t{form}\t{lemma}\tVERB\t_\t_\t0\troot\t_\t_\n\n" for form, lemma in lines)
    lemmatizer = Lemmatizer.train(Treebank.from_conllu(text))
    found = lemmatizer.lemmatize(without_lemmas(Treebank.from_conllu(text))).column("lemma")
    assert found == ["go", "go", "go", "leave"]
    other = text.replace("VERB\t_\t_", "VERB\t_\tTense=Past").replace("went", "Went")
    assert lemmatizer.lemmatize(without_lemmas(Treebank.from_conllu(other))).column("lemma")[0] == "go"


def test_what_is_there_stays_and_blanks_are_filled(lemmatizer: Lemmatizer, dev: Treebank) -> None:
    assert lemmatizer.lemmatize(dev).to_bytes() == dev.to_bytes()
    filled = lemmatizer.lemmatize(without_lemmas(dev))
    assert filled == lemmatizer.lemmatize(dev, redo=True)
    assert "_" not in filled.column("lemma")


def test_a_form_that_is_an_underscore_has_such_a_lemma(lemmatizer: Lemmatizer) -> None:
    text = "1\t_\t_\tPUNCT\t_\t_\t0\troot\t_\t_\n\n"
    assert lemmatizer.lemmatize(Treebank.from_conllu(text)).to_conllu() == text


@pytest.mark.parametrize("form", ["a", "ai", "um", "x" * 60_000, "\u200f", "👩‍👩‍👧", "-", "__", "uos", "İ", "ſ"])
def test_a_lemma_is_never_empty(lemmatizer: Lemmatizer, form: str) -> None:
    for upos in ("NOUN", "VERB", "ADJ", "PUNCT", "X", "_"):
        text = f"1\t{form}\t_\t{upos}\t_\tCase=Nom|Number=Sing\t0\troot\t_\t_\n\n"
        (lemma,) = lemmatizer.lemmatize(Treebank.from_conllu(text)).column("lemma")
        assert lemma not in ("", "_")


def test_a_word_of_a_million_letters_stays_without_a_lemma(lemmatizer: Lemmatizer) -> None:
    text = f"1\t{'x' * 1_000_000}\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    assert lemmatizer.lemmatize(Treebank.from_conllu(text)).to_conllu() == text


def test_treebanks_without_lemmas_are_noticed(dev: Treebank) -> None:
    bare = without_lemmas(dev)
    assert not Lemmatizer.can_learn_from(bare)
    for treebank in (bare, Treebank.from_conllu("")):
        with pytest.raises(TreebankError, match="no lemmas to learn"):
            Lemmatizer.train(treebank)


def test_a_lexicon_adds_lemmas(train: Treebank) -> None:
    text = "1\tzzyx\t_\tVERB\tV\tNumber=Dual\t0\troot\t_\t_\n\n"
    lexicon = Lexicon.from_text("zzyx\tqqq\tVERB\tV\tNumber=Dual\n")
    assert Lemmatizer.train(train, lexicon=lexicon).lemmatize(Treebank.from_conllu(text)).column("lemma") == ["qqq"]
    assert Lemmatizer.train(train).lemmatize(Treebank.from_conllu(text)).column("lemma") != ["qqq"]


@pytest.mark.parametrize("tag", ["NOUN\t_\tCase=Nom", "VERB\t_\t_", "_\t_\t_", "X\tY\tZ"])
def test_an_entry_that_leaves_tags_open_is_for_all_of_them(train: Treebank, tag: str) -> None:
    lexicon = Lexicon.from_text("zzyx\tfoo\t_\t_\t_\nzzyx\tbar\tADJ\t_\t_\n")
    lemmatizer = Lemmatizer.train(train, lexicon=lexicon)
    for own, lemma in ((tag, "foo"), ("ADJ\t_\tCase=Nom", "bar")):
        words = Treebank.from_conllu(f"1\tzzyx\t_\t{own}\t0\troot\t_\t_\n\n")
        assert lemmatizer.lemmatize(words).column("lemma") == [lemma]


def test_threads_and_seeds(train: Treebank, dev: Treebank, lemmatizer: Lemmatizer) -> None:
    assert lemmatizer.lemmatize(dev, redo=True, threads=3) == lemmatizer.lemmatize(dev, redo=True)
    assert Lemmatizer.train(train).to_bytes() == lemmatizer.to_bytes()
    assert Lemmatizer.train(train, dev, threads=2).to_bytes() == Lemmatizer.train(train, dev).to_bytes()


def test_a_lemmatizer_comes_back_from_its_bytes(lemmatizer: Lemmatizer, dev: Treebank) -> None:
    again = Lemmatizer.from_bytes(lemmatizer.to_bytes())
    assert again.to_bytes() == lemmatizer.to_bytes()
    assert again.lemmatize(dev, redo=True) == lemmatizer.lemmatize(dev, redo=True)


def test_bytes_of_strangers(dev: Treebank) -> None:
    stored = Lemmatizer.train(tagged_language.treebank(20), epochs=1).to_bytes()
    few = without_lemmas(dev[:5])
    random_ = random.Random(5)
    for size in (*range(len(SIGNATURE), 200), *(random_.randrange(len(stored)) for _ in range(100))):
        with pytest.raises(ValueError):
            Lemmatizer.from_bytes(stored[:size])
    with pytest.raises(ValueError):
        Lemmatizer.from_bytes(stored + b"\0")
    for _ in range(1500):
        changed = bytearray(stored)
        for _ in range(random_.choice([1, 1, 2, 8])):
            changed[random_.randrange(len(SIGNATURE), len(changed))] = random_.choice(
                [0, 1, 255, random_.randrange(256)]
            )
        try:
            filled = Lemmatizer.from_bytes(bytes(changed)).lemmatize(few)
        except ValueError:
            continue
        assert filled.word_count == few.word_count
        assert not {"", "_"} & set(filled.column("lemma"))
