"""Sentences as CoNLL-U."""

from __future__ import annotations

from crossarc.synthetic.draw import Draw
from crossarc.synthetic.lexicon import InventedLexicon
from crossarc.synthetic.sentences import InventedSentence


def conllu_sentence(
    sentence: InventedSentence, sent_id: str, lexicon: InventedLexicon, draw: Draw, multiword: float
) -> str:
    """One sentence with its comments and the blank line after it."""
    words = sentence.words
    fusing = lexicon.fusing
    lines: list[str] = []
    text: list[str] = []
    inside = False  # the second half of a multiword token
    last = len(words) - 1
    for place, word in enumerate(words):
        form = word.form
        if place == 0:
            form = form[0].upper() + form[1:]
        glued = place < last and words[place + 1].upos == "PUNCT"
        if inside:
            inside = False
            glued = False
        elif (
            word.upos == "ADP"
            and form.lower() in fusing
            and place < last
            and words[place + 1].ending
            and word.head is words[place + 1].head
            and draw.chance(multiword)
        ):
            fused = form + words[place + 1].ending
            after = place + 1 < last and words[place + 2].upos == "PUNCT"
            misc = "SpaceAfter=No" if after else "_"
            lines.append(f"{place + 1}-{place + 2}\t{fused}\t_\t_\t_\t_\t_\t_\t_\t{misc}")
            text.append(fused if after else fused + " ")
            inside = True
            glued = False
        else:
            text.append(form if glued else form + " ")
        head = word.head.index if word.head else 0
        misc = "SpaceAfter=No" if glued else "_"
        lines.append(
            f"{place + 1}\t{form}\t{word.lemma}\t{word.upos}\t{word.xpos}\t{word.feats}"
            f"\t{head}\t{word.deprel}\t_\t{misc}"
        )
    comments = [
        f"# sent_id = {sent_id}",
        f"# text = {''.join(text).rstrip()}",
        f"# crossing = {sentence.kind}",
    ]
    if sentence.movement:
        comments.append(f"# movement = {sentence.movement}")
    return "\n".join((*comments, *lines, "", ""))
