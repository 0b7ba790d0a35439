"""Two words that are written as one: a closed class of contractions, and open ones, most of which are rare."""

from __future__ import annotations

from itertools import pairwise

from crossarc.synthetic.chance import Draw
from crossarc.synthetic.word import Node


def contract_articles(words: list[Node], fusing: frozenset[str], draw: Draw, share: float) -> None:
    """Some adpositions and the article behind them, of which the ending is left: "im" of German, "du" of French."""
    for adposition, article in pairwise(words):
        if (
            adposition.upos == "ADP"
            and adposition.form in fusing
            and article.ending
            and adposition.head is article.head
            and draw.chance(share)
        ):
            adposition.contraction = adposition.form + article.ending


def contract_clitics(words: list[Node], draw: Draw, share: float) -> None:
    """Words that lean on any verb or noun beside them: "dámelo" of Spanish, "populusque" of Latin, "nevím" of Czech."""
    is_free = True  # not a part of the token before
    for left, right in pairwise(words):
        if is_free and not left.contraction and _leans(left, right) and draw.chance(share):
            left.contraction = left.form + right.form
        is_free = not left.contraction


def _leans(left: Node, right: Node) -> bool:
    """Whether an object pronoun follows a verb, a conjunction a noun, or a verb the negation."""
    if right.upos == "PRON":
        return left.upos in ("VERB", "AUX") and right.xpos in ("Pp", "Prf") and "Case=Nom" not in right.feats
    if right.upos == "CCONJ":
        return left.upos == "NOUN" and not left.form.endswith(".")
    return right.upos == "VERB" and left.xpos == "Neg"
