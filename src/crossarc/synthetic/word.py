"""A word of a tree under construction, and the order of words.

Every word has two relations that movement pulls apart: its head, and the word it is placed around. The lists
`before` and `after` are about place only: in the base order they hold a word's own dependents, and a moved
word is in the lists of another word than its head. Read off in order, they give the sentence.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

Touches: TypeAlias = Literal["", "left", "right", "both"]
"""On which sides there is no space, whatever stands there."""


class Node:
    """A word of a tree under construction, with its features, its head and what stands beside it."""

    __slots__ = (
        "after",
        "before",
        "case",
        "contraction",
        "deprel",
        "ending",
        "feats",
        "form",
        "gender",
        "head",
        "index",
        "lemma",
        "number",
        "person",
        "set_off",
        "touches",
        "upos",
        "xpos",
    )

    def __init__(
        self,
        form: str,
        lemma: str,
        upos: str,
        xpos: str = "_",
        feats: str = "_",
        deprel: str = "dep",
        head: Node | None = None,
    ) -> None:
        self.form = form
        self.lemma = lemma
        self.upos = upos
        self.xpos = xpos
        self.feats = feats
        self.deprel = deprel
        self.head = head
        self.before: list[Node] = []
        self.after: list[Node] = []
        self.index = 0
        self.set_off = False  # between commas, as subordinate clauses are
        self.gender = self.number = self.case = ""
        self.person = 3
        self.ending = ""  # of an article that may fuse with an adposition
        self.contraction = ""  # what this word and the next one are written as, if they are one token
        self.touches: Touches = ""

    def __repr__(self) -> str:
        return f"<{self.form} {self.deprel}>"

    def under(self, head: Node, deprel: str) -> Node:
        """This word, made a dependent; its place is a matter of its own."""
        self.head = head
        self.deprel = deprel
        return self


def punctuation(form: str, xpos: str, head: Node, touches: Touches = "left") -> Node:
    word = Node(form, form, "PUNCT", xpos, "_", "punct", head)
    word.touches = touches
    return word


def take(word: Node) -> Node:
    """Removes a word, and what is placed around it, from beside its head."""
    head = word.head
    assert head is not None
    (head.before if word in head.before else head.after).remove(word)
    return word


def linearise(root: Node, punctuated: bool) -> list[Node]:
    """The words in order, numbered from 1, with commas around the clauses that are set off.

    A comma hangs from the head of the clause that it sets off; where two clauses end together the outer one
    has it, as in Universal Dependencies.
    """
    words: list[Node] = []
    pending: Node | None = None

    def comma(owner: Node) -> None:
        words.append(punctuation(",", "Comma", owner))

    def visit(word: Node) -> None:
        nonlocal pending
        if word.set_off and punctuated and words:
            if words[-1].upos != "PUNCT":
                comma(word)
            pending = None
        for other in word.before:
            visit(other)
        if pending is not None:
            if word.upos != "PUNCT":
                comma(pending)
            pending = None
        words.append(word)
        for other in word.after:
            visit(other)
        if word.set_off and punctuated:
            pending = word

    visit(root)
    return numbered(words)


def numbered(words: list[Node]) -> list[Node]:
    """The words, each with its place in the sentence."""
    for index, word in enumerate(words, start=1):
        word.index = index
    return words
