"""Where things are in drawings: nothing lies on anything else, and arcs cross only where the tree's do."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.conllu_strategies import heads
from reference.geometry import crossings, overlaps
from reference.hostile import HOSTILE
from reference.real_treebanks import treebank

from crossarc import Treebank
from crossarc.drawing import Diagram, diagram_of, diagram_of_two, lay_out
from crossarc.drawing.diagram import DrawnNode, Edge, Span
from crossarc.drawing.levels import levels
from crossarc.treebank.words import sentence_of_words

MOST_WORDS = 60
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), min_size=1, max_size=12)


@st.composite
def diagrams(draw: st.DrawFn) -> Diagram:
    """Any edges between any nodes: trees of two sides, several edges between the same nodes, edges from the root."""
    size = draw(st.integers(1, 9))
    places = st.integers(0, size - 1)
    pairs = draw(st.lists(st.tuples(st.none() | places, places, texts | st.just(""), st.booleans()), max_size=14))
    edges = [Edge(head, end, label, is_below=below) for head, end, label, below in pairs if head != end]
    of_root = {(own.dependent, own.is_below): own for own in edges if own.head is None}
    edges = [*(own for own in edges if own.head is not None), *of_root.values()]
    ends = draw(st.lists(st.tuples(places, places).map(sorted), max_size=1))
    return Diagram(
        nodes=tuple(DrawnNode(draw(texts), tuple(draw(st.lists(texts, max_size=2)))) for _ in range(size)),
        edges=tuple(edges),
        spans=tuple(Span(first, last, draw(texts)) for first, last in ends),
        is_right_to_left=draw(st.booleans()),
    )


@settings(max_examples=300, deadline=None)
@given(diagrams())
def test_nothing_lies_on_anything(diagram: Diagram) -> None:
    assert overlaps(lay_out(diagram)) == []


@pytest.mark.parametrize("name", ["English-EWT", "Latin-Perseus"])
def test_all_sentences_of_treebanks(name: str) -> None:
    trees = [sentence for sentence in treebank(name) if len(sentence) <= MOST_WORDS]
    assert len(trees) > 900
    for sentence in trees:
        assert overlaps(lay_out(diagram_of(sentence))) == [], sentence


@pytest.mark.parametrize("name", ["English-EWT", "Latin-Perseus"])
def test_planes_and_differences(name: str) -> None:
    """With what is wrong in each sentence shifted by a word, so that half of all differs."""
    for sentence in list(treebank(name))[::17]:
        assert overlaps(lay_out(diagram_of(sentence, planes=True))) == [], sentence
        one = Treebank.from_sentences([sentence])
        root = int((sentence.heads == 0).argmax()) + 1
        heads = [
            root if head not in (0, root) and word % 2 and word != root else head
            for word, head in enumerate(sentence.heads.tolist(), 1)
        ]
        other = one.with_trees(heads, sentence.deprels)[0]
        assert overlaps(lay_out(diagram_of_two(sentence, other))) == [], sentence


def test_hostile_text() -> None:
    for sentence in Treebank.from_conllu(HOSTILE):
        assert overlaps(lay_out(diagram_of(sentence, show=["lemma", "feats", "misc"]))) == []


def crossing_pairs(tree: list[int]) -> int:
    """Of arcs that cross, and of root arcs with arcs over the root."""
    arcs = [tuple(sorted((word, head))) for word, head in enumerate(tree, start=1) if head > 0]
    pairs = sum(a < c < b < d or c < a < d < b for (a, b), (c, d) in itertools.combinations(arcs, 2))
    return pairs + sum(a < root < b for root, head in enumerate(tree, start=1) if head == 0 for a, b in arcs)


def sentence_with(tree: list[int]) -> Any:
    words = sentence_of_words([f"w{number}" for number in range(len(tree))])
    return words.with_trees(tree, ["dep"] * len(tree))[0]


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 10).flatmap(heads))
def test_arcs_cross_only_where_the_tree_does(tree: list[int]) -> None:
    """Once each: lines of arcs that do not cross have no point in common."""
    layout = lay_out(diagram_of(sentence_with(tree)))
    assert crossings(layout) == crossing_pairs(tree)
    assert overlaps(layout) == []
    planes = lay_out(diagram_of(sentence_with(tree), planes=True))
    assert overlaps(planes) == []


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 9).flatmap(lambda n: st.lists(st.tuples(st.integers(0, n), st.integers(0, n)).map(sorted))))
def test_levels(ends: list[list[int]]) -> None:
    arcs = [(low, high) for low, high in ends]
    found = levels(arcs)
    for (a, b), (one, other) in zip(itertools.combinations(arcs, 2), itertools.combinations(found, 2), strict=True):
        (low, high), (other_low, other_high) = a, b
        if low == high or other_low == other_high:
            continue
        if max(low, other_low) < min(high, other_high):
            assert one != other
            if other_low <= low and high <= other_high and a != b:
                assert one < other
            if low <= other_low and other_high <= high and a != b:
                assert one > other
    for number, (low, high) in enumerate(arcs):
        covered = [level for (a, b), level in zip(arcs, found, strict=True) if a <= low <= b and a != b]
        if low == high:
            assert found[number] > max(covered, default=0)


def test_the_words_of_some_scripts_begin_on_the_right() -> None:
    tree = [2, 0, 2]
    hebrew = sentence_of_words(["הילד", "קרא", "ספר"]).with_trees(tree, ["nsubj", "root", "obj"])[0]
    layout = lay_out(diagram_of(hebrew))
    assert [own.x for own in layout.nodes] == sorted((own.x for own in layout.nodes), reverse=True)
    assert layout.edges[0].start < layout.edges[0].end  # from the verb to its subject, on its right
    left = lay_out(diagram_of(hebrew, direction="ltr"))
    assert [own.x for own in left.nodes] == sorted(own.x for own in left.nodes)
    assert overlaps(layout) == overlaps(left) == []


def test_multiword_tokens_and_empty_nodes() -> None:
    rows = [
        "1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_",
        "1\ta\t_\tADP\t_\t_\t3\tcase\t_\t_",
        "2\tel\t_\tDET\t_\t_\t3\tdet\t_\t_",
        "3\tmar\t_\tNOUN\t_\t_\t0\troot\t_\t_",
        "3.1\tva\t_\tVERB\t_\t_\t_\t_\t3:conj|0:root|9:x|broken\t_",
        "4\tPedro\t_\tPROPN\t_\t_\t3\tconj\t3.1:nsubj|3:conj\t_",
    ]
    diagram = diagram_of(Treebank.from_conllu("\n".join(rows) + "\n\n", lenient=False)[0])
    assert [(node.form, node.is_empty) for node in diagram.nodes] == [
        ("a", False), ("el", False), ("mar", False), ("va", True), ("Pedro", False),
    ]  # fmt: skip
    assert diagram.spans == (Span(0, 1, "al"),)
    beside = [(own.head, own.dependent, own.label) for own in diagram.edges if own.tone == "beside"]
    assert beside == [(2, 3, "conj"), (None, 3, "root"), (3, 4, "nsubj")]
    assert overlaps(lay_out(diagram)) == []


def test_a_tree_that_two_planes_do_not_hold() -> None:
    tree = [4, 5, 6, 0, 4, 5]  # three arcs, each of which crosses the two others
    diagram = diagram_of(sentence_with(tree), planes=True)
    tones = sorted(str(own.tone) for own in diagram.edges)
    assert tones.count("second") >= 1
    assert tones.count("neither") == 1
    assert tones.count("nonprojective") == 0


def test_words_without_heads_have_no_arcs() -> None:
    layout = lay_out(diagram_of(sentence_of_words(["a", "b"])[0]))
    assert layout.edges == ()
    assert layout.width > 0
