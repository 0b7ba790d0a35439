"""Random trees, and random ways to cut one text into sentences, tokens, multiword tokens and words."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from reference.scores import Tree

LABELS = ("root", "nsubj", "nsubj:pass", "obl", "obl:arg", "case", "aux:pass", "punct", "nmod")
TAGS = ("NOUN", "VERB", "PUNCT", "ADP")


@st.composite
def heads(draw, length: int) -> list[int]:
    """Any tree with one root or more: each word, in a random order, hangs from 0 or from one before it."""
    order = draw(st.permutations(range(1, length + 1)))
    result = [0] * length
    for position, word in enumerate(order):
        result[word - 1] = draw(st.sampled_from([0, *order[:position]])) if position else 0
    return result


@st.composite
def trees(draw, forms: list[str]) -> Tree:
    size = len(forms)
    labels = draw(st.lists(st.sampled_from(LABELS), min_size=size, max_size=size))
    tags = draw(st.lists(st.sampled_from(TAGS), min_size=size, max_size=size))
    return Tree(draw(heads(size)), labels, forms, tags)


@st.composite
def pairs_of_treebanks(draw) -> tuple[list[Tree], list[Tree]]:
    """Two treebanks of the same words."""
    form = st.sampled_from(["a", "b.", ".", "«", "$", "_", "-", "…?", "ab"])
    sentences = draw(st.lists(st.lists(form, min_size=1, max_size=7), min_size=1, max_size=4))
    gold = [draw(trees(forms)) for forms in sentences]
    predicted = []
    for tree in gold:
        other = draw(trees(tree.forms))
        keep = draw(st.sampled_from(["nothing", "heads", "labels", "all"]))
        if keep in ("heads", "all"):
            other.heads = tree.heads
        if keep in ("labels", "all"):
            other.labels = tree.labels
        predicted.append(other)
    return gold, predicted


def conllu(sentences: list[Tree]) -> str:
    return "".join(sentence_conllu(tree, {}) for tree in sentences)


def sentence_conllu(tree: Tree, multiword: dict[int, tuple[int, str]]) -> str:
    """A sentence with the multiword tokens `first word: (last word, form)`."""
    lines = []
    for number, (form, tag, head, label) in enumerate(
        zip(tree.forms, tree.tags, tree.heads, tree.labels, strict=True), start=1
    ):
        if number in multiword:
            last, token = multiword[number]
            lines.append(f"{number}-{last}\t{token}" + "\t_" * 8)
        lines.append(f"{number}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_")
    return "\n".join(lines) + "\n\n"


@st.composite
def tokenizations(draw, text: str) -> str:
    """A treebank in CoNLL-U whose tokens add up to a text, with spaces here and there inside of tokens."""
    cuts = draw(st.sets(st.integers(1, len(text) - 1), max_size=len(text))) if len(text) > 1 else set()
    ends = [0, *sorted(cuts), len(text)]
    tokens = [text[begin:end] for begin, end in pairwise(ends)]
    sentences: list[tuple[list[str], dict[int, tuple[int, str]]]] = [([], {})]
    for token in tokens:
        forms, multiword = sentences[-1]
        space = draw(st.sampled_from(["", "", "", " ", "\u00a0"]))
        shown = token[:1] + space + token[1:]
        if draw(st.sampled_from([False, False, True])):
            words = draw(st.lists(st.sampled_from(["a", "b", "A", "ab", "a b"]), min_size=2, max_size=4))
            multiword[len(forms) + 1] = (len(forms) + len(words), shown)
            forms.extend(words)
        else:
            forms.append(shown)
        if draw(st.sampled_from([False, False, False, True])):
            sentences.append(([], {}))
    return "".join(sentence_conllu(draw(trees(forms)), multiword) for forms, multiword in sentences if forms)


@st.composite
def retokenized_pairs(draw) -> tuple[str, str]:
    text = draw(st.text("abB", min_size=1, max_size=12))
    return draw(tokenizations(text)), draw(tokenizations(text))
