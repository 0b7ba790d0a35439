"""The tagger: what it learns, what it fills in, what it leaves alone."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.real_treebanks import TREEBANKS

import crossarc
from crossarc import Treebank, TreebankError
from crossarc.lexicon import Lexicon
from crossarc.tagging import Tagger
from crossarc.tagging.tagger import TAG_COLUMNS
from tests.reference import tagged_language
from tests.reference.tagging import SlowTagger

SIGNATURE = b"crossarc tagger 1\n"


@pytest.fixture(scope="module")
def train() -> Treebank:
    return tagged_language.treebank(300, seed=1)


@pytest.fixture(scope="module")
def dev() -> Treebank:
    return tagged_language.treebank(60, seed=2)


@pytest.fixture(scope="module")
def tagger(train: Treebank) -> Tagger:
    return Tagger.train(train)


def blanked(treebank: Treebank, *columns: str) -> Treebank:
    """With `_` in these columns."""
    places = {"lemma": 2, "upos": 3, "xpos": 4, "feats": 5}
    lines = []
    for line in treebank.to_conllu().split("\n"):
        fields = line.split("\t")
        for column in columns:
            if len(fields) == 10:
                fields[places[column]] = "_"
        lines.append("\t".join(fields))
    return Treebank.from_conllu("\n".join(lines))


def tags(treebank: Treebank) -> list[tuple[str, ...]]:
    return list(zip(*(treebank.column(column) for column in TAG_COLUMNS), strict=True))


def test_new_words_are_tagged_by_their_endings_and_by_their_places(tagger: Tagger, dev: Treebank) -> None:
    accuracy = tagger.accuracy(dev)
    assert accuracy["upos"] > 97
    assert accuracy["feats"] > 95
    assert min(accuracy.values()) == accuracy["alltags"]


def test_columns_agree_with_each_other(tagger: Tagger, train: Treebank, dev: Treebank) -> None:
    assert set(tags(tagger.tag(dev, redo=True))) <= set(tags(train))


def test_blanks_are_filled_as_everything_would_be(tagger: Tagger, dev: Treebank) -> None:
    filled = tagger.tag(blanked(dev, *TAG_COLUMNS))
    assert filled == tagger.tag(dev, redo=True)
    assert "_" not in filled.column("upos")


def test_what_is_there_stays_byte_for_byte(tagger: Tagger, dev: Treebank) -> None:
    assert tagger.tag(dev).to_bytes() == dev.to_bytes()


@pytest.mark.parametrize("missing", [("feats",), ("xpos",), ("upos",), ("xpos", "feats"), ("upos", "feats")])
def test_missing_columns_agree_with_those_that_are_there(
    tagger: Tagger, train: Treebank, dev: Treebank, missing: tuple[str, ...]
) -> None:
    filled = tagger.tag(blanked(dev, *missing))
    for column in set(TAG_COLUMNS) - set(missing):
        assert filled.column(column) == dev.column(column)
    assert set(tags(filled)) <= set(tags(train))


def test_a_column_that_is_none_of_a_word_is_not_missing(tagger: Tagger) -> None:
    text = "1\tbabala\t_\tNOUN\t_\t_\t0\troot\t_\t_\n2\t.\t_\tPUNCT\t.\t_\t1\tdep\t_\t_\n\n"
    filled = tagger.tag(Treebank.from_conllu(text))
    assert filled.column("xpos") == ["_", "."]
    assert filled.column("feats")[0] != "_"
    assert tagger.tag(Treebank.from_conllu(text), missing=(False, False, False)).to_conllu() == text


def test_tags_that_were_never_seen_are_kept_and_completed(tagger: Tagger) -> None:
    text = (
        "1\tbabala\t_\tINTJ\t_\t_\t0\troot\t_\t_\n2\tpar\t_\t_\tQ\t_\t1\tdep\t_\t_\n3\tx\t_\t_\t_\t_\t1\tdep\t_\t_\n\n"
    )
    filled = tagger.tag(Treebank.from_conllu(text))
    assert filled.column("upos")[0] == "INTJ"
    assert filled.column("xpos")[1] == "Q"
    assert "_" not in filled.column("upos")[2]


def test_only_missing_columns_change_in_all_that_a_file_can_have(tagger: Tagger) -> None:
    text = (
        "\ufeff# text = x\r\n1-2\tparpar\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\r\n1\tPar\t_\t_\t_\t_\t2\tdep\t_\tA=b\r\n"
        "2\tpar\t_\t_\t_\t_\t0\troot\t_\t_\r\n2.1\tpar\t_\t_\t_\t_\t_\t_\t0:x\t_\r\n\r\n\r\n# the end\r\n"
    )
    before = Treebank.from_conllu(text)
    filled = tagger.tag(before)
    assert filled.word_count == 2
    restored = filled.to_conllu()
    for fields in tags(filled):
        restored = restored.replace("\t".join(fields), "_\t_\t_", 1)
    assert restored == text


def test_formats_without_universal_tags() -> None:
    text = "1\tab\t_\tN\tNN\tx|y\t2\tdep\t_\t_\n2\tcd\t_\tV\tVV\t_\t0\troot\t_\t_\n\n"
    treebank = Treebank.from_bytes(text.encode(), format="conllx")
    tagger = Tagger.train(treebank)
    assert tagger.tag(blanked_x := Treebank.from_bytes(text.replace("N\tNN\tx|y", "_\t_\t_").encode(), format="conllx"))
    assert tagger.tag(blanked_x).format == "conllx"


@pytest.mark.parametrize("threads", [0, 2, 3])
def test_threads_change_nothing(train: Treebank, dev: Treebank, tagger: Tagger, threads: int) -> None:
    assert tagger.tag(dev, redo=True, threads=threads) == tagger.tag(dev, redo=True)
    assert Tagger.train(train, dev, threads=threads).to_bytes() == Tagger.train(train, dev).to_bytes()


def test_the_seed_decides(train: Treebank, tagger: Tagger) -> None:
    assert Tagger.train(train).to_bytes() == tagger.to_bytes()
    assert Tagger.train(train, seed=2).to_bytes() != tagger.to_bytes()


def test_dev_chooses_the_epoch(train: Treebank, dev: Treebank) -> None:
    chosen = Tagger.train(train, dev, epochs=4).to_bytes()
    assert chosen in [Tagger.train(train, epochs=epochs).to_bytes() for epochs in range(1, 5)]


def test_a_tagger_comes_back_from_its_bytes(tagger: Tagger, dev: Treebank) -> None:
    again = Tagger.from_bytes(tagger.to_bytes())
    assert again.to_bytes() == tagger.to_bytes()
    assert again.tag(dev, redo=True) == tagger.tag(dev, redo=True)


def test_treebanks_without_tags_are_noticed(dev: Treebank) -> None:
    bare = blanked(dev, *TAG_COLUMNS)
    assert not Tagger.can_learn_from(bare)
    with pytest.raises(TreebankError, match="no tags to learn"):
        Tagger.train(bare)
    with pytest.raises(TreebankError, match="no tags to learn"):
        Tagger.train(Treebank.from_conllu(""))


def test_words_without_a_tag_are_not_learnt_from(train: Treebank) -> None:
    lines = train.to_conllu().split("\n")
    partly = Treebank.from_conllu(
        "\n".join(line.replace("\tPUNCT\t.\t_\t", "\t_\t_\t_\t") if k % 2 else line for k, line in enumerate(lines))
    )
    assert "_" not in Tagger.train(partly).tag(blanked(partly, *TAG_COLUMNS)).column("upos")


@pytest.mark.parametrize(
    "form",
    ["x" * 1_000_000, "ÿ" * 500_000, "\u200f\u202e", "👩‍👩‍👧", "\ue000", "\x01\x7f", "İI", "ẞ", " a b ", "_", "|="],
)
def test_strange_words(tagger: Tagger, form: str) -> None:
    text = f"1\t{form}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    filled = tagger.tag(Treebank.from_conllu(text))
    assert filled.column("form") == [form]
    assert filled.column("upos") != ["_"]


def test_strange_tags() -> None:
    text = "1\ta\t_\tX\t|\t|||\t0\troot\t_\t_\n2\tb\t_\tX\ta|\tA=|A=|=\t1\tdep\t_\t_\n\n"
    treebank = Treebank.from_conllu(text)
    tagger = Tagger.train(treebank)
    assert tagger.tag(treebank, redo=True).to_conllu() == text
    assert Tagger.from_bytes(tagger.to_bytes()).to_bytes() == tagger.to_bytes()


def test_nothing_to_tag(tagger: Tagger) -> None:
    empty = Treebank.from_conllu("")
    assert tagger.tag(empty) == empty
    assert tagger.accuracy(empty)["upos"] == 100.0


# The slow twin


def assert_same(tagger: Tagger, treebank: Treebank) -> None:
    slow = SlowTagger(tagger.to_bytes().removeprefix(SIGNATURE))
    fast = tags(tagger.tag(treebank, redo=True))
    expected = [tag for sentence in treebank for tag in slow.tag([word.form for word in sentence])]
    assert fast == expected


def test_decoding_is_that_of_the_slow_twin(tagger: Tagger, dev: Treebank) -> None:
    assert_same(tagger, dev)


def test_given_tags_are_the_history_of_others(tagger: Tagger, dev: Treebank) -> None:
    random_ = random.Random(3)
    lines = dev.to_conllu().split("\n")
    kept = [random_.random() < 0.5 for _ in range(dev.word_count)]
    at, given_ = 0, []
    for k, line in enumerate(lines):
        fields = line.split("\t")
        if len(fields) == 10:
            if not kept[at]:
                fields[3:6] = ["_", "_", "_"]
            at += 1
        lines[k] = "\t".join(fields)
    partly = Treebank.from_conllu("\n".join(lines))
    given_ = [tag if kept[word] else None for word, tag in enumerate(tags(dev))]
    slow = SlowTagger(tagger.to_bytes().removeprefix(SIGNATURE))
    expected = []
    for index, sentence in enumerate(dev):
        words = slice(dev.offsets[index], dev.offsets[index + 1])
        expected += slow.tag([word.form for word in sentence], given_[words])
    assert tags(tagger.tag(partly)) == expected


@given(
    st.lists(
        st.text(
            st.characters(codec="utf-8", exclude_characters="\t\r\n", exclude_categories=["Cc"]),
            min_size=1,
            max_size=12,
        ),
        min_size=1,
        max_size=6,
    )
)
@settings(max_examples=100)
def test_any_words(tagger: Tagger, words: list[str]) -> None:
    lines = [f"{k}\t{word}\t_\t_\t_\t_\t{int(k > 1)}\tdep\t_\t_\n" for k, word in enumerate(words, 1)]
    assert_same(tagger, Treebank.from_conllu("".join(lines) + "\n"))


def test_what_is_remembered_of_forms_changes_nothing(tagger: Tagger, dev: Treebank) -> None:
    fresh, used = (Tagger.from_bytes(tagger.to_bytes()) for _ in range(2))
    whole = tags(fresh.tag(dev, redo=True))
    pieces = [
        used.tag(dev[first : first + 7], redo=True, threads=threads)
        for threads in (1, 3)
        for first in range(0, len(dev), 7)
    ]
    assert [tag for piece in pieces for tag in tags(piece)] == whole * 2
    assert used.to_bytes() == tagger.to_bytes()


def test_more_forms_than_are_remembered(tagger: Tagger, dev: Treebank) -> None:
    used = Tagger.from_bytes(tagger.to_bytes())
    before = tags(used.tag(dev, redo=True))
    for first in range(0, 80_000, 10_000):
        used.tag(words_of(*(f"x{number}" for number in range(first, first + 10_000))))
    assert tags(used.tag(dev, redo=True)) == before


def test_threads_of_python_share_what_is_remembered(tagger: Tagger, dev: Treebank) -> None:
    used = Tagger.from_bytes(tagger.to_bytes())
    expected = tags(tagger.tag(dev, redo=True))

    def tag(number: int) -> list[tuple[str, ...]]:
        used.tag(words_of(*(f"x{number * 5000 + k}" for k in range(5000))))
        return tags(used.tag(dev, redo=True, threads=1))

    with ThreadPoolExecutor(4) as pool:
        assert all(found == expected for found in pool.map(tag, range(16)))


@pytest.mark.skipif(not TREEBANKS.exists(), reason="no treebanks here")
def test_decoding_of_a_real_treebank() -> None:
    treebank = crossarc.read(TREEBANKS / "ud-2.0/Gothic-PROIEL/train.conllu")[:800]
    assert_same(Tagger.train(treebank, epochs=2), crossarc.read(TREEBANKS / "ud-2.0/Gothic-PROIEL/dev.conllu")[:40])


# A lexicon


def test_a_lexicon_adds_tags_for_forms(train: Treebank) -> None:
    lexicon = Lexicon.from_text("zzyx\tzzy\tVERB\tV\tNumber=Dual\n\nzzyx\t_\tVERB\tV\tNumber=Sing\n")
    assert len(lexicon) == 2
    tagger = Tagger.train(train, lexicon=lexicon)
    filled = tagger.tag(blanked(Treebank.from_conllu("1\tzzyx\t_\tX\t_\t_\t0\troot\t_\t_\n\n"), "upos"))
    assert filled.column("upos") != ["_"]
    text = "1\tzzyx\t_\tVERB\tV\t_\t0\troot\t_\t_\n\n"
    assert tagger.tag(Treebank.from_conllu(text)).column("feats")[0] in ("Number=Dual", "Number=Sing")
    assert Tagger.train(train).tag(Treebank.from_conllu(text)).column("feats")[0] != "Number=Dual"


@pytest.fixture(scope="module")
def listed_forms() -> str:
    """Forms that end like nouns, and that a lexicon says to be others; wholly, or in part."""
    return (
        "bolala\t_\tVERB\t_\t_\n"  # XPOS and FEATS are open
        "kulala\t_\t_\tV\tNumber=Sing\n"
        "nimala\t_\tVERB\tV\tNumber=Dual\n"  # no tag of the treebank
        "tarala\t_\tADP\tQ\t_\n"  # none agrees
        "tarala\t_\tVERB\t_\tNumber=Plur\n"
    )


def words_of(*forms: str) -> Treebank:
    lines = (f"{k}\t{form}\t_\t_\t_\t_\t{int(k > 1)}\tdep\t_\t_\n" for k, form in enumerate(forms, 1))
    return Treebank.from_conllu("".join(lines) + "\n")


def test_a_lexicon_decides_over_guesses(train: Treebank, listed_forms: str) -> None:
    forms = ["bolala", "kulala", "nimala", "tarala"]
    guessed = tags(Tagger.train(train).tag(words_of(*forms)))
    assert {upos for upos, _, _ in guessed} == {"NOUN"}
    tagger = Tagger.train(train, lexicon=Lexicon.from_text(listed_forms))
    for form in (str, str.capitalize):
        open_, other, whole, either = tags(tagger.tag(words_of(*map(form, forms))))
        assert open_[:2] == ("VERB", "V")
        assert open_[2] != "_"
        assert other == ("VERB", "V", "Number=Sing")
        assert whole == ("VERB", "V", "Number=Dual")
        assert either in {("ADP", "Q", "_"), ("VERB", "V", "Number=Plur")}


def test_a_lexicon_does_not_take_tags_from_forms_that_have_them(train: Treebank, dev: Treebank) -> None:
    seen = sorted(set(zip(*map(train.column, ("form", "upos")), strict=True)))
    entries = "".join(f"{form}\t_\t{upos}\t_\t_\n" for form, upos in seen)
    tagger = Tagger.train(train, lexicon=Lexicon.from_text(entries))
    assert tagger.accuracy(train)["alltags"] > 98
    assert tagger.accuracy(dev)["upos"] >= Tagger.train(train).accuracy(dev)["upos"] - 1
    assert_same(tagger, dev)


def test_decoding_with_a_lexicon_is_that_of_the_slow_twin(train: Treebank, dev: Treebank, listed_forms: str) -> None:
    own = "".join(
        f"{form}\t_\t{upos}\t{xpos}\t_\n"
        for form, upos, xpos in sorted(set(zip(*map(dev.column, ("form", "upos", "xpos")), strict=True)))[::2]
    )
    tagger = Tagger.train(train, lexicon=Lexicon.from_text(listed_forms + own))
    assert_same(tagger, dev)
    assert_same(tagger, words_of("bolala", "Bolala", "kulala", "KULALA", "nimala", "tarala", "Tarala"))
    assert Tagger.from_bytes(tagger.to_bytes()).to_bytes() == tagger.to_bytes()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\tb\tX\t_\n", ":1: expected 5 columns"),
        ("a\tb\tX\t_\t_\n\n\nb\n", ":4: expected 5 columns"),
        ("\tb\tX\t_\t_\n", ":1: FORM is empty"),
        ("a\tb\tX\t\t_\n", ":1: XPOS is empty"),
        ("_\tb\tX\t_\t_\n", ":1: FORM is _"),
        ("a\t_\t_\t_\t_\n", ":1: an entry needs a lemma or a tag"),
        ("a\tb\tX\t_\t_\na\rb\tb\tX\t_\t_\n", ":2: FORM has a carriage return"),
    ],
)
def test_lines_that_are_no_entries(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_bytes(text.encode())
    with pytest.raises(crossarc.files.FileError) as caught:
        Lexicon.read(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_a_lexicon_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_bytes(b"a\tb\tX\t_\t_\n\xff\tb\tX\t_\t_\n")
    with pytest.raises(crossarc.files.FileError, match=":2: it is not UTF-8"):
        Lexicon.read(path)


# Bytes of strangers


def test_no_tagger(tagger: Tagger) -> None:
    stored = tagger.to_bytes()
    for broken in (b"", b"crossarc tagger 2\n", stored[5:], SIGNATURE, stored + b"\0"):
        with pytest.raises(ValueError):
            Tagger.from_bytes(broken)


def test_bytes_that_are_cut_off(tagger: Tagger) -> None:
    stored = tagger.to_bytes()
    random_ = random.Random(4)
    for size in [*range(len(SIGNATURE), 200), *(random_.randrange(len(stored)) for _ in range(200))]:
        with pytest.raises(ValueError):
            Tagger.from_bytes(stored[:size])


def test_bytes_that_were_changed_are_refused_or_harmless(dev: Treebank) -> None:
    stored = Tagger.train(tagged_language.treebank(20), epochs=1).to_bytes()
    few = blanked(dev[:5], *TAG_COLUMNS)
    random_ = random.Random(5)
    for _ in range(1500):
        changed = bytearray(stored)
        for _ in range(random_.choice([1, 1, 2, 8])):
            at = random_.randrange(len(SIGNATURE), len(changed))
            changed[at] = random_.choice([0, 1, 255, random_.randrange(256)])
        try:
            filled = Tagger.from_bytes(bytes(changed)).tag(few)
        except ValueError:
            continue
        assert filled.word_count == few.word_count
        assert np.array_equal(filled.heads, few.heads)
