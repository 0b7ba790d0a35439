"""Conditions on sentences, compared with a slow reading of what they mean."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossarc import Sentence, Treebank, analyze, synthetic
from crossarc.choices import OptionError
from crossarc.queries import Query, matching

TREEBANK = synthetic.generate(60, crossing="any", rate=0.5, seed=5)
COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def nonprojective(sentence: Sentence, word: int) -> bool:
    """Whether a word between the ends of an arc does not descend from its head."""
    heads = sentence.heads.tolist()

    def ancestors(node: int) -> set[int]:
        found = set()
        while node > 0:
            found.add(node)
            node = heads[node - 1]
        return found | {0}

    head = heads[word - 1]
    between = range(min(head, word) + 1, max(head, word))
    return any(head not in ancestors(node) for node in between)


def holds(term: str, sentence: Sentence, word: int) -> bool:
    """What one condition says of a sentence and one of its words (from 1)."""
    if term.startswith("not "):
        return not holds(term[4:], sentence, word)
    is_nonprojective = [nonprojective(sentence, number) for number in range(1, len(sentence) + 1)]
    head = int(sentence.heads[word - 1])
    flags = {
        "nonprojective": any(is_nonprojective),
        "projective": not any(is_nonprojective),
        "nonprojective-arc": is_nonprojective[word - 1],
        "left": head > word,
        "right": 0 < head < word,
    }
    if term in flags:
        return flags[term]
    sign = next(sign for sign in ("!=", "!~", "<=", ">=", "=", "~", "<", ">") if sign in term)
    name, _, value = term.partition(sign)
    numbers = {
        "length": len(sentence),
        "distance": abs(head - word) if head else 0,
        "nonprojective-arcs": sum(is_nonprojective),
    }
    if name in numbers:
        return bool(COMPARED[sign](numbers[name], int(value)))
    if name == "text":
        own = sentence.text
    elif name.startswith("head."):
        if head == 0:
            return False
        own = sentence.column(name[5:])[head - 1]
    else:
        own = sentence.column(name)[word - 1]
    values = value.split(",")
    found = any(one.lower() in own.lower() for one in values) if "~" in sign else own in values
    return found != sign.startswith("!")


def expected(treebank: Treebank, terms: list[str]) -> list[bool]:
    return [
        any(all(holds(term, sentence, word) for term in terms) for word in range(1, len(sentence) + 1))
        for sentence in treebank
    ]


TERMS = st.sampled_from([
    "nonprojective", "projective", "length<=8", "length=7", "length!=7",
    "nonprojective-arcs>=2", "nonprojective-arc", "left", "right",
    "distance>3", "distance=0", "upos=VERB", "upos!=VERB", "upos=NOUN,PROPN", "deprel=obj", "deprel~subj",
    "deprel!~subj", "head.upos=VERB", "head.upos!=VERB", "head.deprel=root", "text~an", "lemma~e", "form~a,o",
])  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(TERMS.flatmap(lambda term: st.sampled_from([term, f"not {term}"])), min_size=1, max_size=4))
def test_conditions_mean_what_they_say(terms: list[str]) -> None:
    assert matching(TREEBANK, [" ".join(terms)]).tolist() == expected(TREEBANK, terms)


def test_conditions_about_words_are_about_one_word() -> None:
    together = matching(TREEBANK, ["upos=VERB deprel=obj"])
    apart = matching(TREEBANK, ["upos=VERB", "deprel=obj"])
    assert together.tolist() == expected(TREEBANK, ["upos=VERB", "deprel=obj"])
    assert (apart >= together).all()
    assert apart.sum() > together.sum()


def test_classes_of_trees_are_those_of_analyze() -> None:
    analysis = analyze(TREEBANK)
    counts = {
        "nonprojective": analysis.nonprojective,
        "planes>1": analysis.not_planar,
        "planes>2": analysis.not_2planar,
        "ill-nested": analysis.ill_nested,
        "roots>1": analysis.several_roots,
        "gaps=1": analysis.gap_degree.get(1, 0),
    }
    for query, count in counts.items():
        assert matching(TREEBANK, [query]).sum() == count, query


def test_names_and_quotes() -> None:
    first = TREEBANK[0]
    assert matching(TREEBANK, [f"id={first.sent_id}"]).tolist() == [True] + [False] * (len(TREEBANK) - 1)
    assert matching(TREEBANK, [f'text = "{first.text}"'])[0]
    words = Treebank.from_conllu(
        '1\tNew York\t_\tX\t_\t_\t0\troot\t_\t_\n2\t,\t_\tX\t_\t_\t1\tx\t_\t_\n3\t"\t_\tX\t_\t_\t1\tx\t_\t_\n\n'
    )
    for query in ('form="New York"', "form=,", 'form=","', r'form="\""', "FORM=x,, upos=X", "form~york  upos = X"):
        assert matching(words, [query]).all() == (query != "FORM=x,, upos=X"), query


def test_words_are_found() -> None:
    found = Query.parse("upos=VERB right").words(TREEBANK)
    assert found.shape == (TREEBANK.word_count,)
    assert {TREEBANK.column("upos")[place] for place in np.flatnonzero(found)} == {"VERB"}


def test_treebanks_without_sentences_or_heads() -> None:
    empty = Treebank.from_conllu("")
    assert matching(empty, ["nonprojective upos=X head.upos=Y text~z"]).tolist() == []
    blank = Treebank.from_conllu("1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n\n")
    assert matching(blank, ["projective upos=X not head.upos=X roots=0"]).tolist() == [True]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("", "there is no condition in it"),
        ("nonproj", "there is no 'nonproj'; did you mean 'nonprojective'?"),
        ("length", "'length' needs a comparison, such as length=2"),
        ("upos", "'upos' needs a comparison, such as upos=x"),
        ("length~3", "'length' is a number: it takes = != < <= > >=, not ~"),
        ("length=x", "'length' takes a whole number, not 'x'"),
        ("length=9999999999", "'length' takes a whole number, not '9999999999'"),
        ("length=²", "'length' takes a whole number, not '²'"),
        ("upos<3", "'upos' is text: it takes = != ~ !~, not <"),
        ("nonprojective=1", "'nonprojective' stands alone"),
        ("=3", "what does '=3' mean?"),
        ('form="x', "what does 'form=\"x' mean?"),
        ("upos=X ?", "what does '?' mean?"),
        ("not", "there is no 'not'"),
    ],
)
def test_what_is_wrong_is_told(query: str, message: str) -> None:
    with pytest.raises(OptionError) as told:
        matching(TREEBANK, [query])
    assert message in str(told.value)


@given(st.text(max_size=30))
def test_any_text_is_a_query_or_an_error(text: str) -> None:
    try:
        Query.parse(text)
    except OptionError:
        return
