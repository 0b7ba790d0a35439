"""Random trees, and random ways to cut one text into sentences, tokens, multiword tokens and words."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from reference.scores import Tree

LABELS = ("root", "nsubj", "nsubj:pass", "obl", "obl:arg", "case", "det", "aux:pass", "punct", "nmod")
TAGS = ("NOUN", "VERB", "PUNCT", "ADP")
LEMMAS = ("a", "b", "_", "A")
FEATS = (
    "_",
    "Case=Nom",
    "Case=Nom|Number=Sing",
    "Number=Sing|Case=Nom",
    "Typo=Yes|Case=Nom",
    "Case",
    "Number=Sing|Typo=Yes",
    "x",
)
# All of the category Zs, which the scorer leaves out of forms, and some that look like spaces and are not.
SPACES = [*map(chr, [0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000])]
NO_SPACES = ["\u200b", "\u180e", "\u2060", "\ufeff", "\u2028", "\u0085"]


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
    random = Random(draw(st.integers(0, 1 << 20)))  # these columns are many, and need not shrink
    columns = [_column(random, kinds, size) for kinds in (TAGS, LEMMAS, ("N", "V", "_"), FEATS)]
    return Tree(draw(heads(size)), labels, forms, *columns)


def _column(random: Random, kinds: tuple[str, ...], size: int) -> list[str]:
    """Mostly the first kind, so that words are often right; at times nothing at all."""
    if random.random() < 0.2:
        return ["_"] * size
    return random.choices([kinds[0], kinds[0], *kinds], k=size)


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
        for column in draw(st.sets(st.sampled_from(["tags", "lemmas", "xpos", "feats"]))):
            setattr(other, column, getattr(tree, column))
        predicted.append(other)
    return gold, predicted


def conllu(sentences: list[Tree]) -> str:
    return "".join(sentence_conllu(tree, {}) for tree in sentences)


def sentence_conllu(tree: Tree, multiword: dict[int, tuple[int, str]]) -> str:
    """A sentence with the multiword tokens `first word: (last word, form)`."""
    lines = []
    blank = ["_"] * len(tree.forms)
    columns = (tree.forms, tree.lemmas or blank, tree.tags, tree.xpos or blank, tree.feats or blank)
    for number, (*own, head, label) in enumerate(zip(*columns, tree.heads, tree.labels, strict=True), start=1):
        if number in multiword:
            last, token = multiword[number]
            lines.append(f"{number}-{last}\t{token}" + "\t_" * 8)
        lines.append("\t".join([str(number), *own, str(head), label, "_", "_"]))
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
        space = draw(st.sampled_from(["", "", "", draw(st.sampled_from(SPACES))]))
        shown = token[:1] + space + token[1:]
        if draw(st.sampled_from([False, False, True])):
            words = draw(
                st.lists(st.sampled_from(["a", "b", "A", "ab", "a b", "a\u2003b", "İ", "i̇"]), min_size=2, max_size=4)
            )
            multiword[len(forms) + 1] = (len(forms) + len(words), shown)
            forms.extend(words)
        else:
            forms.append(shown)
        if draw(st.sampled_from([False, False, False, True])):
            sentences.append(([], {}))
    return "".join(sentence_conllu(draw(trees(forms)), multiword) for forms, multiword in sentences if forms)


@st.composite
def retokenized_pairs(draw) -> tuple[str, str]:
    text = draw(st.text(["a", "b", "B", "é", "🙂", *NO_SPACES], min_size=1, max_size=12))
    return draw(tokenizations(text)), draw(tokenizations(text))
