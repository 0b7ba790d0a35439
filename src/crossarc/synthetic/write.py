"""Sentences as CoNLL-U."""

from __future__ import annotations

from crossarc.synthetic.sentences import InventedSentence
from crossarc.synthetic.word import Node


def conllu_sentence(sentence: InventedSentence, comments: list[str]) -> str:
    """One sentence with its comments, further ones about its text and tree, and the blank line after it."""
    words = sentence.words
    _capitalise(words)
    lines: list[str] = []
    text: list[str] = []
    inside = False  # the second half of a multiword token
    for place, word in enumerate(words):
        glued = not inside and not _space_behind(words, place)
        if word.contraction:
            glued = not _space_behind(words, place + 1)
            misc = "SpaceAfter=No" if glued else "_"
            lines.append(f"{place + 1}-{place + 2}\t{word.contraction}\t_\t_\t_\t_\t_\t_\t_\t{misc}")
            text.append(word.contraction if glued else word.contraction + " ")
            glued = False
        elif not inside:
            text.append(word.form if glued else word.form + " ")
        inside = bool(word.contraction)
        head = word.head.index if word.head else 0
        misc = "SpaceAfter=No" if glued else "_"
        lines.append(
            f"{place + 1}\t{word.form}\t{word.lemma}\t{word.upos}\t{word.xpos}\t{word.feats}"
            f"\t{head}\t{word.deprel}\t_\t{misc}"
        )
    comments = [*comments, f"# text = {''.join(text).rstrip()}", f"# crossing = {sentence.kind}"]
    if sentence.movement:
        comments.append(f"# movement = {sentence.movement}")
    return "\n".join((*comments, *lines, "", ""))


def _capitalise(words: list[Node]) -> None:
    """The first word behind an opening mark; figures have no case."""
    first = next(word for word in words if word.upos != "PUNCT")
    first.form = first.form[0].upper() + first.form[1:]
    if first.contraction:
        first.contraction = first.contraction[0].upper() + first.contraction[1:]


def _space_behind(words: list[Node], place: int) -> bool:
    if place + 1 == len(words):
        return True
    return words[place].touches not in ("right", "both") and words[place + 1].touches not in ("left", "both")
