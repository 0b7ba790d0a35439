"""How sentences are written: what a tokenizer has to tell apart is there, and does no harm to the trees."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from reference import annotated_words

from crossarc import synthetic


@pytest.fixture(scope="module")
def sentences() -> list[annotated_words.Sentence]:
    return annotated_words.read(synthetic.conllu(1500, crossing="any", rate=0.4, seed=6))


def test_what_there_is_to_tell_apart(sentences: list[annotated_words.Sentence]) -> None:
    kinds = {
        "abbreviation": r"\w\w+\.",
        "initial": r"\w\.",
        "ordinal": r"\d+\.",
        "decimal": r"\d+,\d",
        "thousands": r"\d+\.\d00",
        "compound": r"\w+-\w+",
        "range": r"-",
        "dash": r"–",
        "ellipsis": r"\.\.\.",
        "semicolon": r";",
        "comma": r",",
        "full stop": r"\.",
        "opening mark": r"„",
        "closing mark": r"“",
    }
    found = Counter()
    for sentence in sentences:
        for word in sentence.words:
            found.update(kind for kind, pattern in kinds.items() if re.fullmatch(pattern, word.form))
            if not re.fullmatch(r"[^\W\d]+", word.form):
                assert any(re.fullmatch(pattern, word.form) for pattern in [*kinds.values(), r"\d+", r"[?!]"]), word
    assert {kind for kind in kinds if found[kind] >= 5} == set(kinds), found
    assert found["opening mark"] == found["closing mark"]


def test_spaces(sentences: list[annotated_words.Sentence]) -> None:
    for sentence in sentences:
        text = sentence.text
        assert not re.search(r"\s[,;?!“]|„\s|\s\.(?!\.\.)|\s-|-\s|\S–|–\S", text), text
        assert text == sentence.comments["text"]


def test_a_dot_ends_a_sentence_or_it_does_not(sentences: list[annotated_words.Sentence]) -> None:
    """One full stop is enough behind an abbreviation, and capitals follow within the sentence, too."""
    within, at_the_end = Counter(), Counter()
    for sentence in sentences:
        forms = [word.form for word in sentence.words]
        assert not re.search(r"[^.]\.\.$", sentence.text)
        for form, following in zip(forms, [*forms[1:], None], strict=True):
            if re.fullmatch(r"\w+\.", form):
                if following is None:
                    at_the_end[form] += 1
                elif following[0].isupper():
                    within[form] += 1
    assert sum(within.values()) > 50
    assert sum(at_the_end.values()) > 20
    # A few of the abbreviations are words, too, which a full stop may follow.
    words = {word.form for sentence in sentences for word in sentence.words}
    assert any(form[:-1] in words for form in within)


def test_languages_are_written_differently() -> None:
    marks = {
        tuple(sorted(set(re.findall(r"[„“”«»\"]", synthetic.conllu(300, language=language))))) for language in range(8)
    }
    assert len(marks) > 2
    assert () not in marks


def test_sentences_are_not_made_longer_than_they_may_be() -> None:
    lengths = [len(sentence.words) for sentence in annotated_words.read(synthetic.conllu(600, max_words=20))]
    assert max(lengths) == 20
