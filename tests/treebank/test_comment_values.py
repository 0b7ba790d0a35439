"""Comments of all sentences at once are those that each sentence has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.hostile import HOSTILE

from crossarc import Treebank, synthetic
from crossarc.treebank.comment_values import comment_values

COMMENTS = st.sampled_from(
    [
        "# text = a b",
        "# text = a \t",
        "# text=c",
        "#text = d",
        "# text =",
        "# text = e\r",
        "# other = text = x",
        "# x",
        "#",
    ]
)
WORD = "1\ttext = f\t_\t_\t_\t_\t0\troot\t_\t_\n"


def slow(treebank: Treebank, key: str) -> list[str]:
    return [sentence.metadata.get(key, "") for sentence in treebank]


@given(st.lists(st.lists(COMMENTS, max_size=3), max_size=5), st.sampled_from(["\n", "\n\n", ""]))
def test_in_whatever_way_they_are_written(comments: list[list[str]], ending: str) -> None:
    text = "\n".join("".join(f"{line}\n" for line in own) + WORD for own in comments) + ending
    treebank = Treebank.from_conllu(text)
    assert comment_values(treebank, "text") == slow(treebank, "text")


@pytest.mark.parametrize("key", ["text", "sent_id", "newdoc id", "none"])
def test_of_treebanks(key: str) -> None:
    for treebank in (synthetic.generate(30), Treebank.from_conllu(HOSTILE), Treebank.from_conllu("")):
        assert comment_values(treebank, key) == slow(treebank, key)
