"""All sentences as running text at once: asking each sentence for its own takes long."""

from __future__ import annotations

import re
from itertools import pairwise

from crossarc.treebank.comment_values import blocks_of, comment_values
from crossarc.treebank.treebank import Treebank

# What makes the text of a sentence another than its words one after the other.
_SPECIAL = re.compile(rb"^(?:[0-9]+-[0-9]+\t|#\s*text)", re.MULTILINE)


def running_texts(treebank: Treebank) -> list[str]:
    """For each sentence its `text`.

    >>> from crossarc import Treebank
    >>> rows = ["1\\tYes\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\tSpaceAfter=No", "2\\t!\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_"]
    >>> running_texts(Treebank.from_conllu("\\n".join(rows) + "\\n\\n"))
    ['Yes!']
    """
    texts = comment_values(treebank, "text")
    if all(texts):
        return texts
    blocks = blocks_of(treebank)
    if blocks is None:
        return [text or treebank[place].text for place, text in enumerate(texts)]
    plain = _words_one_after_the_other(treebank)
    if not any(texts) and _SPECIAL.search(treebank.to_bytes()) is None:
        return plain
    for place, text in enumerate(texts):
        if not text:
            texts[place] = treebank[place].text if _SPECIAL.search(blocks[place]) else plain[place]
    return texts


def _words_one_after_the_other(treebank: Treebank) -> list[str]:
    forms = treebank.strings("form")
    spaced = [f"{form} " for form in forms]
    has_space = ["SpaceAfter=No" not in misc.split("|") for misc in treebank.strings("misc")]
    words = zip(treebank.codes("form").tolist(), treebank.codes("misc").tolist(), strict=True)
    pieces = [spaced[form] if has_space[misc] else forms[form] for form, misc in words]
    ends = treebank.offsets.tolist()
    return ["".join(pieces[begin:end]).rstrip(" ") for begin, end in pairwise(ends)]
