"""A tokenizer learns what a treebank has, and is the same however it was trained, kept and fed."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.invented_text import bare_treebank, invented_treebank
from reference.texts import TEXTS

from crossarc import Treebank, TreebankError
from crossarc.files import FileError
from crossarc.tokenizer import FORMATS, Tokenizer, restore

TRAIN = Treebank.from_conllu(invented_treebank(600))
TOKENIZER = Tokenizer.train(TRAIN)
LONG = ["a", "A.", "ana ", "7", "é", "漢", "e\u0301", "👩‍👩‍👧", "\x00", "a\u200f", "\ue000", "Ana sieht weg. "]
JOINED = [*"ab.,-!1", "\u0301", "\u200d", "👩", "👧", "🏽", "🇩", "🇪", "한", "ᄒ", "ᅡ", "ᆫ", "\ufe0f"]


def tokens(treebank: Treebank) -> list[list[str]]:
    """The forms of each sentence as they stand in the text."""
    found = []
    for sentence in treebank:
        rows = [line.split("\t") for line in sentence.to_conllu().split("\n") if line and line[0] != "#"]
        covered: set[int] = set()
        forms = []
        for number, form, *_ in rows:
            if "-" in number:
                first, last = map(int, number.split("-"))
                covered.update(range(first, last + 1))
                forms.append(form)
            elif int(number) not in covered:
                forms.append(form)
        found.append(forms)
    return found


def conllu(text: str | bytes, **options) -> bytes:
    return b"".join(TOKENIZER.tokenize(text, **options))


def test_learns_words_multiword_tokens_and_sentences():
    gold = Treebank.from_conllu(invented_treebank(200, seed=2))
    found = TOKENIZER.treebank(restore(gold))
    assert tokens(found) == tokens(gold)
    assert [sentence.forms for sentence in found] == [sentence.forms for sentence in gold]


def test_sentences_without_punctuation():
    tokenizer = Tokenizer.train(Treebank.from_conllu(bare_treebank(300)))
    gold = Treebank.from_conllu(bare_treebank(100, seed=2))
    assert tokens(tokenizer.treebank(restore(gold))) == tokens(gold)
    again = Tokenizer.from_bytes(tokenizer.to_bytes())
    assert tokens(again.treebank(restore(gold))) == tokens(gold)
    assert Tokenizer.train(Treebank.from_conllu(bare_treebank(300)), threads=3).to_bytes() == tokenizer.to_bytes()


def test_case_of_multiword_tokens():
    assert TOKENIZER.treebank("Zum haus.")[0].forms[:2] == ["Zu", "dem"]
    assert TOKENIZER.treebank("ZUM haus.")[0].forms[:2] == ["ZU", "DEM"]
    # A word that was never seen, with a suffix that was.
    assert TOKENIZER.treebank("Ana sieht haus, zum Kirsche-lo.")[0].forms[-3:] == ["Kirsche", "lo", "."]


def test_paragraphs_and_texts():
    lines = conllu("Ana sieht haus, im weg.\n\nBo sieht weg, im haus.\n").decode().split("\n")
    assert [line for line in lines if line.startswith("#")] == [
        "# newpar",
        "# sent_id = 1",
        "# text = Ana sieht haus, im weg.",
        "# newpar",
        "# sent_id = 2",
        "# text = Bo sieht weg, im haus.",
    ]


def test_lines_of_a_paragraph_may_end_anywhere():
    text = restore(Treebank.from_conllu(invented_treebank(100, seed=3)))
    wrapped = re.sub(r"(?<=[a-z,.?!]) (?=[a-zA-Z])", "\n", text)
    assert tokens(TOKENIZER.treebank(wrapped)) == tokens(TOKENIZER.treebank(text))


def test_lines():
    forms = [["Ana", "sieht", "weg", "."], ["Bo", "malt", "berg"]]
    assert tokens(TOKENIZER.treebank("Ana sieht weg.\nBo malt berg\n", format="lines")) == forms


@pytest.mark.parametrize("text", ["Ana sieht weg .\nBo malt zum\n", "Ana\nsieht\nweg\n.\n\nBo\nmalt\nzum\n"])
def test_words_that_are_given(text):
    treebank = TOKENIZER.treebank(text, format="tokens")
    assert [sentence.forms for sentence in treebank] == [["Ana", "sieht", "weg", "."], ["Bo", "malt", "zum"]]
    assert restore(treebank) == text


def test_format_that_is_none():
    with pytest.raises(ValueError, match="'words' is not one of text, lines, tokens"):
        conllu("x", format="words")


@given(TEXTS, st.sampled_from(FORMATS))
def test_offsets(text, format):
    found = conllu(text, format=format, offsets=True).decode()
    for line in found.split("\n"):
        if place := re.search(r"TokenRange=(\d+):(\d+)$", line):
            start, end = map(int, place.groups())
            assert line.split("\t")[1] == re.sub(r"[\n\x0b\x0c\r\x85\u2028\u2029]", " ", text[start:end])


# The same however it is fed, trained and kept


@given(TEXTS, st.sampled_from(FORMATS), st.data())
def test_pieces_make_no_difference(text, format, data):
    content = text.encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=5)))
    pieces = [content[a:b] for a, b in zip([0, *cuts], [*cuts, len(content)], strict=True)]
    assert b"".join(TOKENIZER.tokenize(pieces, format=format)) == conllu(text, format=format)


def test_sentences_of_pipes_come_at_once():
    pieces = iter(["Ana sieht weg.\n", "Bo malt berg.\n"])
    found = TOKENIZER.tokenize(pieces, format="lines", flush=True)
    assert b"Ana" in next(found)
    assert next(pieces) == "Bo malt berg.\n"


def test_threads_make_no_difference():
    assert Tokenizer.train(TRAIN, threads=3).to_bytes() == TOKENIZER.to_bytes()
    assert Tokenizer.train(TRAIN, seed=2).to_bytes() != TOKENIZER.to_bytes()


def test_several_treebanks():
    parts = [TRAIN[:300], TRAIN[300:]]
    assert Tokenizer.train(parts).to_bytes() == TOKENIZER.to_bytes()


def test_bytes():
    again = Tokenizer.from_bytes(TOKENIZER.to_bytes())
    text = restore(TRAIN)
    assert b"".join(again.tokenize(text)) == conllu(text)
    assert again.to_bytes() == TOKENIZER.to_bytes()


def test_bytes_that_are_no_tokenizer():
    content = TOKENIZER.to_bytes()
    for size in [0, 3, 4, 100, 800, len(content) // 2, len(content) - 1]:
        with pytest.raises(ValueError, match="cut off"):
            Tokenizer.from_bytes(content[:size])
    with pytest.raises(ValueError, match="more than the tokenizer"):
        Tokenizer.from_bytes(content + b"x")
    with pytest.raises(ValueError, match="format 9"):
        Tokenizer.from_bytes(b"\x09" + content[1:])


def test_bytes_that_were_changed_are_refused_or_work():
    content, text = TOKENIZER.to_bytes(), restore(TRAIN[:20])
    draw = random.Random(1)
    for _ in range(200):
        changed = bytearray(content)
        for _ in range(draw.randint(1, 20)):
            at = draw.randrange(draw.choice([1000, len(changed)]))
            changed[at] = draw.randrange(256)
        try:
            tokenizer = Tokenizer.from_bytes(bytes(changed))
        except ValueError:
            continue
        assert restore(tokenizer.treebank(text)) == text


def test_treebank_without_text():
    row = "1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    with pytest.raises(TreebankError, match="does not tell where its text has spaces"):
        Tokenizer.train(Treebank.from_conllu(row))


# Bad and long input


def test_what_is_not_utf8():
    with pytest.raises(FileError, match=r"book\.txt:3: it is not UTF-8"):
        conllu(b"Ana.\n\nB\xff", path="book.txt")
    with pytest.raises(FileError, match=r":2: it is not UTF-8"):
        conllu(b"Ana.\nB\xc3")  # cut off in a character
    with pytest.raises(FileError, match=r":2: U\+DCFF is half of a character"):
        conllu("Ana.\nB\udcff")


@pytest.mark.parametrize("text", ["", " ", "\n", " \n\t\r\n", "\ufeff", "\u00a0\u2028"])
@pytest.mark.parametrize("format", FORMATS)
def test_nothing_but_white_space(text, format):
    assert conllu(text, format=format) == b""


def test_too_much_white_space():
    spaces = "\n" * 2**18
    assert restore(TOKENIZER.treebank(f"Ana.{spaces}Bo.")) == f"Ana.{spaces}Bo."
    with pytest.raises(FileError, match=":262146: more than 262144 characters of white space"):
        conllu(f"Ana.{spaces}\nBo.")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("unit", LONG)
def test_very_long_lines(unit, format):
    text = unit * (1_000_000 // len(unit))
    treebank = TOKENIZER.treebank(text, format=format)
    assert restore(treebank) == text
    assert all(form == form.lstrip("\u0301\u200d") for forms in tokens(treebank) for form in forms)
    longest = max(len(sentence.text.encode()) for sentence in treebank)
    assert longest <= 2**16 + 4


def test_memory_is_bounded():
    program = """
import resource, sys
from crossarc.tokenizer import Tokenizer
tokenizer = Tokenizer.from_bytes(sys.stdin.buffer.read())
piece = b"ana sieht weg und " * 20_000
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in tokenizer.tokenize(piece for _ in range(15)):
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, input=TOKENIZER.to_bytes(), stdout=subprocess.PIPE, check=True)
    assert int(run.stdout) < 60_000  # kilobytes, for 5 MB of text on one line


@given(st.lists(st.sampled_from(JOINED)))
@settings(max_examples=300)
def test_graphemes_stay_whole(parts):
    text = "".join(parts)
    ends = {match.end() for match in regex.finditer(r"\X", text)}
    at = 0
    for forms in tokens(TOKENIZER.treebank(text)):
        for form in forms:
            at += len(form)
            assert at in ends


FORMS = TEXTS.map(lambda text: re.sub(r"[\t\n\r]", "", text)[:12])
SENTENCES = st.lists(st.lists(st.tuples(FORMS, st.booleans()), min_size=1, max_size=5), min_size=1, max_size=8)


@given(SENTENCES, TEXTS)
@settings(max_examples=200)
def test_learns_from_any_treebank(sentences, text):
    lines = []
    for sentence in sentences:
        lines.append("# text = " + "".join(form + " " * space for form, space in sentence))
        for number, (form, space) in enumerate(sentence, 1):
            lines.append(f"{number}\t{form}" + "\t_" * 7 + ("\t_" if space else "\tSpaceAfter=No"))
        lines.append("")
    tokenizer = Tokenizer.train(Treebank.from_conllu("\n".join(lines) + "\n"))
    found = tokenizer.treebank(text)
    assert not len(found) or restore(found) == text
    assert Tokenizer.from_bytes(tokenizer.to_bytes()).to_bytes() == tokenizer.to_bytes()


@pytest.mark.parametrize("count", range(1, 6))
def test_learns_from_a_few_words(count):
    rows = [f"{k + 1}\tx{k}" + "\t_" * 7 + "\tSpaceAfter=No\n" for k in range(count)]
    tokenizer = Tokenizer.train(Treebank.from_conllu("".join(rows) + "\n"))
    assert restore(tokenizer.treebank("Something else.")) == "Something else."
