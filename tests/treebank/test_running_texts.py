"""Texts of all sentences at once are those that each sentence has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.hostile import HOSTILE

from crossarc import Treebank, synthetic
from crossarc.treebank.running_texts import running_texts

COMMENTS = st.sampled_from(["# text = a b", "# text =", "#text", "# text", "# other = 1", "# texts = x"])
WORD = "_\t_\t_\t_\t0\troot\t_"
WORDS = st.sampled_from(
    [
        f"1\ta\t{WORD}\t_\n",
        f"1\ta\t{WORD}\tSpaceAfter=No\n",
        f"1\ta\t{WORD}\tX=1|SpaceAfter=No\n2\tb c\t{WORD}\tNotSpaceAfter=No\n",
        f"1-2\tab\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\ta\t{WORD}\t_\n2\tb\t{WORD}\t_\n3\tc\t{WORD}\t_\n",
        f"0.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t{WORD}\t_\n",
    ]
)
SENTENCES = st.lists(st.tuples(st.lists(COMMENTS, max_size=2), WORDS), max_size=4)


def slow(treebank: Treebank) -> list[str]:
    return [sentence.text for sentence in treebank]


@given(SENTENCES)
def test_with_comments_and_multiword_tokens_or_without(sentences: list[tuple[list[str], str]]) -> None:
    text = "".join("".join(f"{line}\n" for line in comments) + words + "\n" for comments, words in sentences)
    treebank = Treebank.from_conllu(text)
    assert running_texts(treebank) == slow(treebank)


@pytest.mark.parametrize("has_texts", [True, False])
def test_of_treebanks(has_texts: bool) -> None:
    for text in (synthetic.generate(30).to_conllu(), HOSTILE, ""):
        kept = (line for line in text.split("\n") if has_texts or not line.startswith("# text"))
        treebank = Treebank.from_conllu("\n".join(kept))
        assert running_texts(treebank) == slow(treebank)
